import { expect, test, vi } from 'vitest'
import { parseEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { inSpan } from '#server/observe/traces/spans.ts'
import { startTracing } from '#server/observe/traces/tracing.ts'
import { CARDS, confirmUnlock, listInvestor, payWithCard, startPayment } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { atEnd } from '#tests/support/database/at-end.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { type ReceivedSpan, startReceiver } from '#tests/support/stand-ins/otlp-receiver.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { DEADLINE_MS } from '#tests/support/until.ts'

const receiver = startReceiver()
atEnd(async () => receiver.stop())

const envOf = (more: Record<string, string> = {}, url = receiver.url) =>
  parseEnv({
    NODE_ENV: 'test',
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_SERVICE_NAME: 'latchkey-test',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=stage%202,service.name=other',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=a%20secret%20key,x-other=b',
    OTEL_BSP_SCHEDULE_DELAY: '60000',
    OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
    ...more,
  })

const lines: Record<string, unknown>[] = []
const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
const app = await startTestApp({ env: { TRUST_PROXY: '1' }, world: { log } })
const vcId = await listInvestor(app.database.db)

const logged = () => lines.filter(({ route }) => route === '/api/config').length

/** Runs work while spans are recorded, and returns what the receiver got by the end. */
async function traced(work: () => Promise<unknown>, env = envOf()) {
  receiver.clear()
  const stop = await startTracing(env, log)
  try {
    await work()
    // A span ends after its reply, and before the log line of its request.
    const before = logged()
    await fetch(`${app.url}/api/config`)
    await expect.poll(logged).toBeGreaterThan(before)
  } finally {
    await stop()
  }
  return receiver.spans()
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const get = (path: string, headers: Record<string, string> = {}, of = app) => fetch(`${of.url}${path}`, { headers })
const childrenOf = (spans: ReceivedSpan[], span: ReceivedSpan | undefined) =>
  spans.filter(({ parentSpanId, traceId }) => parentSpanId === span?.spanId && traceId === span?.traceId)

test('without the variables nothing is loaded and nothing is sent', async () => {
  receiver.clear()
  const load = vi.fn(() => import('#server/observe/traces/export-spans.ts'))
  const stop = await startTracing(parseEnv({ NODE_ENV: 'test' }), log, load)
  expect((await get('/api/config')).status).toBe(200)
  await stop()
  expect(load).not.toHaveBeenCalled()
  expect(receiver.requests()).toEqual([])
  const stopExporting = await startTracing(envOf(), log, load)
  await stopExporting()
  expect(load).toHaveBeenCalledOnce()
})

test.each(['http/protobuf', 'http/json'])(
  'a paid unlock, its statements, calls, job and mail are exported as %s',
  async (protocol) => {
    const email = 'ada.zqx-secret@example.com'
    const secrets = ['zqx-secret', 'Zqx-Name', email, 'example.com', CARDS.good, vcId, 'grace@', 'grace_listed']
    const spans = await traced(
      async () => {
        const buyer = await app.member({ email: email.replace('@', `${protocol.length}@`), firstName: 'Zqx-Name' })
        secrets.push(buyer.user.principalId, buyer.user.id)
        const { clientSecret } = (await startPayment(buyer, vcId)).body
        secrets.push(clientSecret, clientSecret.split('_secret_')[0] ?? '')
        await payWithCard(app, clientSecret, CARDS.good)
        await confirmUnlock(buyer, clientSecret, vcId)
        await buyer.get(`/api/auth/user?token=zqx-secret-of-query&email=${email}`)
        await buyer.get('/api/projects/prj_zqx-secret-id')
        await buyer.post('/api/auth/login', { identifier: email, password: 'zqx-secret-password' })
        await get('/vcs/zqx-secret-page')
        const saved = { name: 'investor.save', args: { vcId, isSaved: true }, madeAt: new Date().toISOString() }
        const unknown = { ...saved, name: 'name-of-zqx-secret', id: newMutationId() }
        await buyer.post('/api/sync/push', { clientId: newClientId(), mutations: [{ ...saved, id: newMutationId() }, unknown] })
        await buyer.post('/api/sync/me', { have: {} })
        await expect.poll(async () => (await listMails(app.database.db)).filter(({ sentAt }) => sentAt === null)).toEqual([])
      },
      envOf({ OTEL_EXPORTER_OTLP_PROTOCOL: protocol }),
    )
    const type = protocol === 'http/json' ? 'application/json' : 'application/x-protobuf'
    expect(receiver.requests()[0]).toMatchObject({ path: '/v1/traces', type, key: 'a secret key' })
    expect(receiver.resource()).toMatchObject({
      'service.name': 'latchkey-test',
      'service.version': expect.any(String),
      'deployment.environment.name': 'stage 2',
    })
    const named = (name: string) => spans.find((span) => span.name === name)

    const quote = spans.find(({ name }) => /^POST \/api\/.*payment/.test(name))
    expect(quote?.attributes).toMatchObject({ 'http.request.method': 'POST', 'http.response.status_code': 200 })
    expect(quote?.attributes['latchkey.request_id']).toEqual(expect.any(String))
    const steps = childrenOf(spans, quote)
    // The provider is the sandbox of this process.
    expect(steps.find(({ name }) => name === 'POST address')).toMatchObject({
      kind: 3,
      attributes: { 'server.address': 'address', 'http.response.status_code': 200 },
    })
    const statements = steps.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql')
    expect(statements.length).toBeGreaterThan(0)
    for (const { name, kind, attributes } of statements) {
      expect([name, kind]).toEqual([expect.stringMatching(/^[a-z]+$/), 3])
      expect(attributes['db.query.text']).not.toMatch(/'[^']|\$\d/)
    }
    expect(statements.some(({ attributes }) => String(attributes['db.query.text']).includes('?'))).toBe(true)
    const webhook = named('POST /api/stripe/webhook')
    expect(childrenOf(spans, webhook).length).toBeGreaterThan(0)
    expect(named('GET /api/projects/:id')).toMatchObject({ kind: 2, attributes: { 'http.response.status_code': 404 } })
    expect(named('POST /api/sync/push')?.attributes).toMatchObject({
      'latchkey.sync.mutations': 2,
      'latchkey.sync.applied': 1,
      'latchkey.sync.refused': 1,
    })
    expect(Number(named('POST /api/sync/me')?.attributes['latchkey.sync.documents'])).toBeGreaterThan(0)
    const mail = named('mail')
    expect(mail?.attributes['latchkey.mail.template']).toEqual(expect.any(String))
    expect(spans.find(({ spanId }) => spanId === mail?.parentSpanId)?.name).toBe('job mail.send')
    const text = receiver.text()
    for (const secret of secrets) expect(text, secret).not.toContain(secret)
  },
)

test('a trusted proxy or the propagators name the trace of a request, a client does not; a decision not to sample is kept', async () => {
  const traceparent = `00-${TRACE}-${PARENT}-01`
  const direct = await startTestApp()
  const withReceiver = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }
  const following = await startTestApp({ env: { ...withReceiver, OTEL_PROPAGATORS: 'tracecontext,baggage' } })
  const ignoring = await startTestApp({ env: { ...withReceiver, TRUST_PROXY: '1', OTEL_PROPAGATORS: 'none' } })
  const spans = await traced(async () => {
    await get('/api/openapi.json', { traceparent })
    await get('/api/vcs', { traceparent: `00-${TRACE.replace('0', '1')}-${PARENT}-00` })
    for (const of of [direct, following, ignoring]) await get('/api/openapi.json', { traceparent }, of)
  })
  const calls = spans.filter(({ name }) => name === 'GET /api/openapi.json')
  expect(calls.map(({ traceId, parentSpanId }) => [traceId === TRACE, parentSpanId === PARENT])).toEqual([
    [true, true],
    [false, false],
    [true, true],
    [false, false],
  ])
  expect(spans.map(({ name }) => name)).not.toContain('GET /api/vcs')
})

test('log lines of a request name its trace; without a trace they name none', async () => {
  lines.length = 0
  await traced(() => get('/api/openapi.json', { traceparent: `00-${TRACE}-${PARENT}-01` }))
  const line = () => lines.findLast(({ route }) => route === '/api/openapi.json')
  await expect.poll(line).toMatchObject({ msg: 'request', trace_id: TRACE })
  lines.length = 0
  await get('/api/openapi.json')
  await expect.poll(line).toBeDefined()
  expect(line()).not.toHaveProperty('trace_id')
})

test('a call to another service is a step with its host alone, and carries nothing of the trace', async () => {
  const heard: Headers[] = []
  const other = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ headers }) => {
      heard.push(headers)
      return new Response('')
    },
  })
  atEnd(async () => void other.stop(true))
  const call = () =>
    fetch(`http://localhost:${other.port}/confidential-path?token=confidential`, { method: 'PUT', body: 'confidential' })
  const spans = await traced(() => inSpan('job of the test', 'internal', {}, call))
  const step = spans.find(({ name }) => name === 'PUT localhost')
  expect(step).toMatchObject({ kind: 3, attributes: { 'server.address': 'localhost' } })
  expect(step?.parentSpanId).toBe(spans.find(({ name }) => name === 'job of the test')?.spanId)
  expect(receiver.text()).not.toContain('confidential')
  expect([...(heard[0]?.keys() ?? [])].filter((name) => /trace|baggage|b3/.test(name))).toEqual([])
})

test('work that fails is marked as failed, without the message of its error', async () => {
  const spans = await traced(() =>
    inSpan('failing job', 'internal', {}, () => app.database.sql`do $$ begin raise 'confidential'; end $$`).catch(
      () => undefined,
    ),
  )
  const job = spans.find(({ name }) => name === 'failing job')
  expect([job, ...childrenOf(spans, job)].map((span) => span?.status.code)).toEqual([2, 2])
  expect(receiver.text()).not.toContain('confidential')
})

test.each([
  ['the share is 0', { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }],
  ['the sampler is off', { OTEL_TRACES_SAMPLER: 'parentbased_always_off' }],
  ['the SDK is disabled', { OTEL_SDK_DISABLED: 'TRUE' }],
  ['there is no exporter', { OTEL_TRACES_EXPORTER: 'none' }],
])('nothing is exported when %s', async (_, env) => {
  expect(await traced(() => get('/api/config'), envOf(env))).toEqual([])
  expect(receiver.requests()).toEqual([])
})

test('a receiver that hangs, refuses or is absent delays and fails no request, and no shutdown for long; it is logged once', async () => {
  const hanging = Bun.serve({ port: 0, fetch: () => new Promise<Response>(() => undefined) })
  atEnd(async () => void hanging.stop(true))
  const refusing = Bun.serve({ port: 0, fetch: () => new Response('', { status: 400 }) })
  atEnd(async () => void refusing.stop(true))
  const callAll = async () => {
    const beganAt = performance.now()
    const replies = await Promise.all(Array.from({ length: 20 }, () => get('/api/config')))
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
    return performance.now() - beganAt
  }
  await callAll()
  const usualMs = await callAll()
  for (const url of [`http://127.0.0.1:${hanging.port}`, `http://127.0.0.1:${refusing.port}`, 'http://127.0.0.1:1']) {
    lines.length = 0
    const stop = await startTracing(envOf({ OTEL_BSP_SCHEDULE_DELAY: '1' }, url), log)
    const tookMs = Math.min(await callAll(), await callAll())
    // A request that waits for an export takes a second longer.
    expect(tookMs).toBeLessThan(Math.max(1000, 3 * usualMs))
    const reported = () => lines.filter(({ msg }) => String(msg).startsWith('traces are not exported')).length
    await expect.poll(reported).toBe(1)
    await get('/api/config')
    const stopsAt = performance.now()
    await stop()
    expect(performance.now() - stopsAt).toBeLessThan(DEADLINE_MS)
    expect(reported()).toBe(1)
  }
  // A shutdown that waits for its exports would take as long as one of them may.
  const patient = { OTEL_EXPORTER_OTLP_TIMEOUT: String(5 * DEADLINE_MS) }
  const stop = await startTracing(envOf(patient, `http://127.0.0.1:${hanging.port}`), log)
  await get('/api/config')
  const stopsAt = performance.now()
  await stop()
  expect(performance.now() - stopsAt).toBeLessThan(DEADLINE_MS)
})
