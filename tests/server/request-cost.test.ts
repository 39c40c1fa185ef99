import { connect } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { bodyLimitOf } from '#server/http/body-limits.ts'
import { isCheckedHere } from '#server/http/contracts.ts'
import { MAX_HAVE } from '#shared/sync/pull.ts'
import { MAX_PUSH_BYTES, MAX_PUSH_REPLACED } from '#shared/sync/push.ts'
import { startTestApp } from '#tests/support/app.ts'
import { costOf, MOST_BYTES, MOST_MS } from '#tests/support/request-cost.ts'

/** What one request of a stranger costs a node. */
const { app, url, visitor } = await startTestApp()

// Collecting the garbage of a process that runs other files as well takes half a second, so it is done once for each test.
beforeEach(() => Bun.gc(true))

const JSON_HEADERS = { 'content-type': 'application/json' }
const filled = (bytes: number, opening: string, each: string, closing: string) =>
  opening + each.repeat(Math.floor((bytes - opening.length - closing.length) / each.length)) + closing

/** Shapes that are cheap to write and dear to read, as large as the largest call takes. */
const shapes: [name: string, make: (bytes: number) => string][] = [
  ['a flat list of numbers', (bytes) => filled(bytes, '{"email":[0', ',0', ']}')],
  ['a flat list of empty lists', (bytes) => filled(bytes, '{"email":[0', ',[]', ']}')],
  ['lists of 30 levels, many', (bytes) => filled(bytes, '{"email":[0', `,${'['.repeat(30)}${']'.repeat(30)}`, ']}')],
  ['brackets that only open', (bytes) => '['.repeat(bytes)],
  ['one long text', (bytes) => filled(bytes, '{"email":"', 'x', '"}')],
  ['one long text of escapes', (bytes) => filled(bytes, '{"email":"', '\\u0041', '"}')],
  ['one long number', (bytes) => filled(bytes, '{"email":1', '7', '}')],
  ['one long key', (bytes) => filled(bytes, '{"', 'k', '":1}')],
  ['blanks', (bytes) => filled(bytes, '{"email":', ' ', '1}')],
  ['commands that are none', (bytes) => filled(bytes, '{"clientId":"x","mutations":[{}', ',{}', ']}')],
  [
    '100 commands that say nothing at length',
    (bytes) =>
      JSON.stringify({
        clientId: crypto.randomUUID(),
        mutations: Array.from({ length: 100 }, () => ({
          id: Bun.randomUUIDv7(),
          name: 'contact.note',
          args: { contactId: 'recX', text: 'x'.repeat(Math.floor(bytes / 100) - 300) },
          madeAt: new Date().toISOString(),
        })),
      }),
  ],
  [
    '100 commands that are carried out, and replace as many others as allowed',
    () =>
      JSON.stringify({
        clientId: crypto.randomUUID(),
        mutations: Array.from({ length: 100 }, (_, at) => ({
          id: Bun.randomUUIDv7(),
          name: 'investor.save',
          args: { vcId: `rec${at}`, isSaved: true },
          replaces: Array.from({ length: MAX_PUSH_REPLACED / 100 }, () => Bun.randomUUIDv7()),
          madeAt: new Date().toISOString(),
        })),
      }),
  ],
  [
    'as many documents as one may name, all wrong',
    () => JSON.stringify({ have: { notes: Object.fromEntries(Array.from({ length: MAX_HAVE }, (_, at) => [`rec${at}`, 'x'])) } }),
  ],
]

const atLimit = (path: string) => [path, bodyLimitOf(path).bytes - 10] as const
const paths = ['/api/newsletter-signup', '/api/sync/push', '/api/sync/me', '/api/stripe/webhook', '/no/such/page']

test.each(shapes)('%s costs a node next to nothing, in whatever call it comes', async (_, make) => {
  // The largest that each call accepts, and one that is too large for all but one call.
  for (const [path, bytes] of [['/api/newsletter-signup', MAX_PUSH_BYTES] as const, ...paths.map(atLimit)]) {
    const text = make(bytes)
    const { blockedMs, grownBytes } = await costOf(async () => {
      const { status } = await visitor().send(path, { method: 'POST', body: text, headers: JSON_HEADERS })
      expect(status, path).toBeLessThan(500)
    })
    expect(blockedMs, `${path} with ${text.length} bytes blocked the node`).toBeLessThan(MOST_MS)
    expect(grownBytes, `${path} with ${text.length} bytes took memory`).toBeLessThan(MOST_BYTES)
  }
})

test('a body of no named length is counted while it comes, and cut off', async () => {
  const chunk = 'x'.repeat(64 * 1024)
  const send = (path: string, type: string, chunks: number) =>
    new Promise<{ answer: string; sent: number }>((done) => {
      let [answer, sent] = ['', 0]
      const socket = connect(Number(new URL(url).port), '127.0.0.1', async () => {
        socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`)
        for (; sent < chunks && answer === '' && !socket.destroyed; sent += 1) {
          socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)
          await Bun.sleep(1)
        }
        socket.write('0\r\n\r\n')
      })
      socket.on('data', (data) => {
        answer += data
        socket.end()
      })
      socket.on('error', () => undefined)
      socket.on('close', () => done({ answer, sent }))
    })
  for (const [path, type] of [
    ['/api/newsletter-signup', 'application/json'],
    ['/api/sync/push', 'application/json'],
    ['/api/stripe/webhook', 'application/json'],
    ['/sandbox/stripe/v1/payment_intents', 'application/x-www-form-urlencoded'],
  ] as const) {
    const { answer, sent } = await send(path, type, 200)
    expect(answer, path).toMatch(/^HTTP\/1.1 413 /)
    expect(sent, path).toBeLessThan(160)
  }
})

test('many parameters, many cookies and many headers cost next to nothing', async () => {
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
    const { blockedMs, grownBytes } = await costOf(async () => {
      expect((await visitor().send(path, { headers })).status).toBeLessThan(500)
    })
    expect(blockedMs, path.slice(0, 40)).toBeLessThan(MOST_MS)
    expect(grownBytes, path.slice(0, 40)).toBeLessThan(MOST_BYTES)
  }
})

test('no call leaves the check of its contract to the framework, which prints what breaks one', () => {
  const hooks = app.http.routes.map(({ method, path, hooks }) => ({
    call: `${method} ${path}`,
    hooks: hooks as Record<string, unknown>,
  }))
  for (const { call, hooks: declared } of hooks) {
    for (const input of ['body', 'query', 'params', 'headers', 'cookie', 'response']) {
      const given = declared[input]
      if (given === undefined) continue
      const schemas = input === 'response' && !isCheckedHere(given) ? Object.values(given as object) : [given]
      expect(schemas.every(isCheckedHere), `${call}: ${input}`).toBe(true)
    }
  }
  expect(hooks.filter(({ hooks: declared }) => declared.body !== undefined).length).toBeGreaterThan(40)
})
