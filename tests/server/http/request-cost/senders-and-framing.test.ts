import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { bodyLimitOf } from '#server/http/body/body-limits.ts'
import { isCheckedHere } from '#server/http/contracts.ts'
import { MAX_PROSE } from '#shared/applications/contract.ts'
import type { VcId } from '#shared/ids.ts'
import type { MutationResult, PushReply } from '#shared/sync/push.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { sampleApplication } from '#tests/support/actors/application.ts'
import { grantContact } from '#tests/support/actors/grants.ts'
import { startTestApp } from '#tests/support/app.ts'
import { type Cost, leastCost, MAX_BYTES, MAX_MS } from '#tests/support/request-cost.ts'
import { findUser, listPrincipals } from '#tests/support/state/accounts.ts'
import { type Given, JSON_HEADERS, MAX_MUTATIONS_MS, pushOf, setUp, version } from './setup.ts'

const { url, db, visitor, costOf } = await setUp()

async function register(userType: 'vc' | 'founder') {
  const me = visitor()
  const email = `${crypto.randomUUID()}@example.com`
  const names = { firstName: 'Ada', lastName: 'Member' }
  const password = 'a-fine-password'
  const registered = await me.post('/api/auth/register', { email, password, confirmPassword: password, ...names, userType })
  expect(registered.status).toBe(200)
  const [owner] = await listPrincipals(db, { userId: (await findUser(db, { email }))?.id ?? '' })
  if (!owner) throw new Error('There is no such account.')
  return { me, principalId: owner.id }
}
type Sender = Awaited<ReturnType<typeof register>>

const lines = (count: number) => '\n'.repeat(count)
const VERSIONS = 100
const DEVICE = crypto.randomUUID()

/**
 * Sends mutations, and again those with the result `retry`, until all are applied.
 *
 * @param most  of pushes
 * @param mostMs  the limit of the processor time of each
 * @returns the greatest cost of one of the pushes
 */
async function pushAll({ me }: Sender, mutations: Given[], most = 100, mostMs?: number) {
  const costs: Cost[] = []
  let waiting = mutations.map(([name, args, more]) => ({
    id: Bun.randomUUIDv7() as string,
    name,
    args,
    ...more,
    madeAt: new Date().toISOString(),
  }))
  while (waiting.length > 0 && costs.length < most) {
    const body = JSON.stringify({ clientId: DEVICE, mutations: waiting })
    let results: MutationResult[] = []
    costs.push(
      await costOf(async () => {
        const response = await me.send('/api/sync/push', { method: 'POST', body, headers: JSON_HEADERS })
        results = ((await response.json()) as PushReply).results
      }, mostMs),
    )
    const again = new Set(results.filter(({ status }) => status === 'retry').map(({ id }) => id as string))
    expect(again.size, 'each push carries something out').toBeLessThan(waiting.length)
    waiting = waiting.filter(({ id }) => again.has(id))
  }
  return {
    threadMs: Math.max(...costs.map(({ threadMs }) => threadMs)),
    grownBytes: Math.max(...costs.map(({ grownBytes }) => grownBytes)),
  }
}

const prose = ['fundDescription', 'bio', 'investmentThesis', 'portfolioPerformance']
const inEach = (text: string) => Object.fromEntries(prose.map((field) => [field, text]))

type OwnerShape = [name: string, begin: () => Promise<Sender & { mutations: Given[] }>]
const owners: OwnerShape[] = [
  [
    '100 edits of a listing, each of which changes four texts of lines that all are equal',
    async () => {
      const sender = await register('vc')
      const applied = await sender.me.post<{ id: VcId }>('/api/vcs', sampleApplication(inEach(`T1${lines(33)}T2`)))
      const args = { vcId: applied.body.id, change: inEach('M1\nM2') }
      const base = inEach(`B1${lines(MAX_PROSE - 100)}B2`)
      const mutations = Array.from({ length: 100 }, (): Given => ['listing.edit', args, { base }])
      await pushAll(sender, mutations.slice(0, 2))
      return { ...sender, mutations }
    },
  ],
  [
    '100 notes on one contact, each of which changes lines that all are equal',
    async () => {
      const sender = await register('founder')
      await grantContact(db, sender.principalId, 'rec1' as VcId)
      const note = (text: string, base?: object): Given => ['contact.note', { contactId: 'rec1', text }, base && { base }]
      await pushAll(sender, [note(`T1${lines(30)}T2`)])
      const base = { text: `B1${lines(4000)}B2`, steps: [] }
      return { ...sender, mutations: Array.from({ length: 100 }, (_, at) => note(`M1\nM2${at}`, base)) }
    },
  ],
  [
    '100 drafts, each of which changes one of 100 conflict versions of the draft',
    async () => {
      const sender = await register('founder')
      const draft = (description: string, seen: string[]): Given => [
        'project.saveDraft',
        { changes: { description } },
        { base: { description: seen } },
      ]
      await pushAll(sender, [draft(version(0), [])])
      await pushAll(
        sender,
        Array.from({ length: VERSIONS - 1 }, (_, at) => draft(version(at + 1), ['other'])),
      )
      const next = (at: number) => draft(version(at + 1, 'next'), [fingerprint(version(at + 1))])
      return { ...sender, mutations: Array.from({ length: VERSIONS - 1 }, (_, at) => next(at)) }
    },
  ],
]

test.each(owners)('a push of %s costs a node less than 200 ms and 50 MB, and each one applies more of them', async (_, begin) => {
  const measure = async (mostMs: number) => {
    const { mutations, ...sender } = await begin()
    return pushAll(sender, mutations, 4, mostMs)
  }
  const { threadMs, grownBytes } = await leastCost(measure, MAX_MUTATIONS_MS)
  expect(threadMs).toBeLessThan(MAX_MUTATIONS_MS)
  expect(grownBytes).toBeLessThan(MAX_BYTES)
})

test('pushes that wait for a place use no more memory than one address may', async () => {
  const body = pushOf((at) => ['contact.note', { contactId: `rec${at}`, text: 'é', pad: `é${'x'.repeat(44_000)}` }])
  const statuses: number[] = []
  const { grownBytes } = await costOf(async () => {
    const send = () => visitor().send('/api/sync/push', { method: 'POST', body, headers: JSON_HEADERS })
    const replies = await Promise.all(Array.from({ length: 16 }, send))
    statuses.push(...replies.map(({ status }) => status))
  })
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect(grownBytes).toBeLessThan(4 * MAX_BYTES)
  expect((await visitor().send('/api/sync/push', { method: 'POST', body, headers: JSON_HEADERS })).status).toBe(200)
})

test('a body without a length is counted while it arrives, and cut off', async () => {
  const chunk = 'x'.repeat(64 * 1024)
  /** Sends slightly more than the path may receive, and never the end of the body: the answer does not wait for it. */
  const send = (path: string, type: string) =>
    new Promise<string>((done) => {
      let answer = ''
      const socket = connect(Number(new URL(url).port), '127.0.0.1', async () => {
        socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`)
        for (let sent = 0; sent <= bodyLimitOf(path).bytes && !socket.destroyed; sent += chunk.length) {
          socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)
          await Bun.sleep(1)
        }
      })
      socket.on('data', (data) => {
        answer += data
        socket.end()
      })
      socket.on('error', () => undefined)
      socket.on('close', () => done(answer))
    })
  for (const [path, type] of [
    ['/api/newsletter-signup', 'application/json'],
    ['/api/sync/push', 'application/json'],
    ['/api/stripe/webhook', 'application/json'],
    ['/sandbox/stripe/v1/payment_intents', 'application/x-www-form-urlencoded'],
  ] as const) {
    expect(await send(path, type), path).toMatch(/^HTTP\/1.1 413 /)
  }
})

test.each([
  ['/api/auth/login', 60_000],
  ['/api/sync/push', 500_000],
  ['/api/stripe/webhook', 400_000],
])('a body of %s in chunks of one byte costs a node less than 100 ms and 50 MB', async (path, bytes) => {
  const send = () =>
    new Promise<string>((done) => {
      let answer = ''
      const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
        socket.write(`${head}${'1\r\n7\r\n'.repeat(bytes)}0\r\n\r\n`),
      )
      socket.on('data', (data) => {
        answer += data
        socket.destroy()
      })
      socket.on('error', () => undefined)
      socket.on('close', () => done(answer))
    })
  let answer = ''
  const measure = (mostMs: number) =>
    costOf(async () => {
      answer = await send()
    }, mostMs)
  const { threadMs, grownBytes } = await leastCost(measure, MAX_MS)
  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(threadMs).toBeLessThan(MAX_MS)
  expect(grownBytes).toBeLessThan(MAX_BYTES)
})

test('many parameters, many cookies and many headers cost almost nothing', async () => {
  const many = (count: number, make: (at: number) => string, between: string) =>
    Array.from({ length: count }, (_, at) => make(at)).join(between)
  const requests: [path: string, headers: Record<string, string>][] = [
    [`/api/vcs?${many(2000, (at) => `a${at}=b`, '&')}`, {}],
    [`/api/vcs?${many(2500, () => 'stage=a', '&').slice(0, 15_000)}`, {}],
    [`/api/sync/directory?epoch=${'x'.repeat(14_000)}&since=1`, {}],
    [`/api/projects/${'%C3%A9'.repeat(2000)}`, {}],
    [`/${'a/'.repeat(7000)}`, {}],
    ['/api/auth/user', { cookie: many(3000, (at) => `c${at}=1`, '; ').slice(0, 15_000) }],
    ['/api/auth/user', { cookie: `__Host-latchkey=${'['.repeat(7000)}${']'.repeat(7000)}` }],
    ['/api/auth/user', Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`x-${at}`, 'y'.repeat(100)]))],
    ['/vcs', { 'accept-encoding': many(3000, (at) => `e${at};q=0.1`, ',').slice(0, 15_000) }],
    ['/vcs', { 'if-none-match': many(4000, () => '"a"', ',').slice(0, 15_000) }],
  ]
  for (const [path, headers] of requests) {
    const measure = (mostMs: number) =>
      costOf(async () => {
        expect((await visitor().send(path, { headers })).status).toBeLessThan(500)
      }, mostMs)
    const { threadMs, grownBytes } = await leastCost(measure, MAX_MS)
    expect(threadMs, path.slice(0, 40)).toBeLessThan(MAX_MS)
    expect(grownBytes, path.slice(0, 40)).toBeLessThan(MAX_BYTES)
  }
})

test.each([
  ['/api/visits', 'visits'],
  ['/api/vcs', 'stage'],
  ['/api/vc-request', 'tags'],
])('a list of wrong values for %s costs a node less than 100 ms', async (path, field) => {
  const body = JSON.stringify({ [field]: Array(4900).fill(1) })
  const send = () => visitor().send(path, { method: 'POST', body, headers: JSON_HEADERS })
  const measure = (mostMs: number) => costOf(send, mostMs)
  // The first request compiles.
  await send()
  expect((await leastCost(measure, MAX_MS / 5)).threadMs).toBeLessThan(MAX_MS / 5)
})

test('four addresses of 14,000 dots cost less than 25 ms together', async () => {
  const measure = (mostMs: number) =>
    costOf(async () => {
      for (let at = 0; at < 4; at += 1) expect((await visitor().send(`/${'.'.repeat(14_000)}/`)).status).toBe(404)
    }, mostMs)
  expect((await leastCost(measure, MAX_MS / 4)).threadMs).toBeLessThan(MAX_MS / 4)
})

test('no call leaves the check of its contract to the framework, which would print the invalid value', async () => {
  const { app } = await startTestApp()
  const hooks = app.http.routes.map(({ method, path, hooks }) => ({
    call: `${method} ${path}`,
    hooks: hooks as Record<string, unknown>,
  }))
  for (const { call, hooks: declared } of hooks) {
    for (const input of ['body', 'query', 'params', 'headers', 'cookie', 'response']) {
      const schema = declared[input]
      if (schema === undefined) continue
      const schemas = input === 'response' && !isCheckedHere(schema) ? Object.values(schema as object) : [schema]
      expect(schemas.every(isCheckedHere), `${call}: ${input}`).toBe(true)
    }
  }
  expect(hooks.filter(({ hooks: declared }) => declared.body !== undefined).length).toBeGreaterThan(40)
})
