import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openStage } from './support/stage.ts'
import { CLIENT_ID, openWire, type Refusal, saveEntry, statusesOf, ticketEntry } from './support/wire.ts'

const stage = await openStage()
const saved = async (principalId: string) =>
  (await stage.sql<{ id: string }[]>`select vc_id as id from saved_investors where principal_id = ${principalId}`).map(
    ({ id }) => id,
  )

const TOO_OLD = { status: 426, body: { code: 'sync.protocol-too-old', message: expect.stringContaining('Reload') } }
const json = { 'content-type': 'application/json' }

test.each(['0', '-1', '1.5', '', 'one', '1, 1', '00', '9'.repeat(10), ' '])(
  'protocol %j is invalid: each lane asks the device to reload, and nothing is applied',
  async (version) => {
    const { wire, principalId } = await stage.guest()
    const headers = { 'x-sync-protocol': version }
    expect(await wire.push([saveEntry('rec1')], {}, headers)).toMatchObject(TOO_OLD)
    expect(await wire.pull({}, {}, headers)).toMatchObject(TOO_OLD)
    for (const path of ['snapshot', '?epoch=abcdefgh&since=0', `parts/${'0'.repeat(64)}`]) {
      expect(await wire.send(`/api/sync/directory/${path}`, { headers })).toMatchObject(TOO_OLD)
    }
    expect(await saved(principalId)).toEqual([])
  },
)

test('a device of a later release is understood, and so is one that names no protocol', async () => {
  const { wire, principalId } = await stage.guest()
  expect(statusesOf(await wire.push([saveEntry('rec1')], {}, { 'x-sync-protocol': '2' }))).toEqual(['applied'])
  const bare = {
    'content-type': 'application/json',
    origin: stage.url,
    cookie: [...wire.cookies].map((pair) => pair.join('=')).join(';'),
  }
  const body = JSON.stringify({ clientId: CLIENT_ID, mutations: [saveEntry('rec2')] })
  expect((await fetch(`${stage.url}/api/sync/push`, { method: 'POST', body, headers: bare })).status).toBe(200)
  expect((await saved(principalId)).sort()).toEqual(['rec1', 'rec2'])
})

test('unknown fields are ignored', async () => {
  const { wire } = await stage.guest()
  const entry = { ...saveEntry('rec1'), priority: 'high', args: { vcId: 'rec1', isSaved: true, folder: 'later' } }
  const { status, body } = await wire.push([entry], { battery: 0.5, trace: [1] })
  expect(status).toBe(200)
  expect(body.results).toEqual([{ id: entry.id, status: 'applied' }])
  expect((await wire.pull({ holograms: { one: 1 } })).status).toBe(200)
})

test('a mutation of a later release is refused by its name alone, and the others of its push are applied', async () => {
  const { wire } = await stage.guest()
  const later = [
    { ...saveEntry('rec1'), name: 'investor.star' },
    { ...saveEntry('rec1'), name: '__proto__' },
    { ...saveEntry('rec1'), name: 'toString' },
  ]
  const { body } = await wire.push([...later, saveEntry('rec2')])
  expect(body.results.map(({ status, code }) => code ?? status)).toEqual([
    'sync.unknown-mutation',
    'sync.unknown-mutation',
    'sync.unknown-mutation',
    'applied',
  ])
})

const entry = saveEntry('rec1')
const whole = JSON.stringify({ clientId: CLIENT_ID, mutations: [entry] })
const utf16 = { headers: json, body: Uint8Array.from(Buffer.from(whole, 'utf16le')) }

test.each<
  [
    what: string,
    sent: { headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> },
    status: number,
    code: string,
  ]
>([
  ['no body', { headers: json }, 422, 'invalid'],
  ['half of a valid body', { headers: json, body: whole.slice(0, -9) }, 400, 'invalid-json'],
  ['two concatenated bodies', { headers: json, body: whole + whole }, 400, 'invalid-json'],
  ['UTF-16', utf16, 400, 'invalid-json'],
  ['gzip', { headers: { ...json, 'content-encoding': 'gzip' }, body: Uint8Array.from(gzipSync(whole)) }, 400, 'invalid-json'],
  ['a plain text', { headers: { 'content-type': 'text/plain' }, body: whole }, 415, 'unsupported-media-type'],
  ['no content type', { headers: { 'content-type': '' }, body: whole }, 415, 'unsupported-media-type'],
  ['brackets', { headers: json, body: '['.repeat(50_000) }, 400, 'malformed'],
  ['a text', { headers: json, body: JSON.stringify(whole) }, 422, 'invalid'],
  ['an invalid entry', { headers: json, body: JSON.stringify({ clientId: CLIENT_ID, mutations: [null] }) }, 422, 'invalid'],
  ['a device without an id', { headers: json, body: JSON.stringify({ mutations: [entry] }) }, 422, 'invalid'],
  [
    '101 entries',
    { headers: json, body: JSON.stringify({ clientId: CLIENT_ID, mutations: Array(101).fill(entry) }) },
    422,
    'invalid',
  ],
  [
    '5 MB',
    { headers: json, body: JSON.stringify({ clientId: CLIENT_ID, mutations: [{ ...entry, x: 'x'.repeat(5e6) }] }) },
    413,
    'too-large',
  ],
])('a push of %s is refused as a whole', async (_, sent, status, code) => {
  const { wire, principalId } = await stage.guest()
  const reply = await wire.send<Refusal>('/api/sync/push', { method: 'POST', ...sent })
  expect(reply).toMatchObject({ status, body: { code, message: expect.any(String) } })
  expect(await saved(principalId)).toEqual([])
})

test('a body larger than the HTTP server accepts is refused by its size, and the server continues', async () => {
  const wire = stage.stranger()
  const body = 'x'.repeat(21 * 1024 * 1024)
  expect((await wire.send('/api/sync/push', { method: 'POST', headers: json, body })).status).toBe(413)
  expect((await wire.send('/api/health')).status).toBe(200)
})

test('of a duplicate key the last value counts, for the check and for the effect', async () => {
  const { wire, principalId } = await stage.guest()
  const text = whole
    .replace('"vcId":"rec1"', '"vcId":"rec1","vcId":"rec2"')
    .replace('"clientId"', '"clientId":"no id","clientId"')
  expect((await wire.send('/api/sync/push', { method: 'POST', headers: json, body: text })).status).toBe(200)
  expect(await saved(principalId)).toEqual(['rec2'])
})

test('keys of a prototype are ordinary keys', async () => {
  const { wire, principalId } = await stage.guest()
  const text = `{"__proto__":{"principalId":"x"},"clientId":"${CLIENT_ID}","mutations":[{"id":"${entry.id}","name":"investor.save",
    "madeAt":"${entry.madeAt}","args":{"__proto__":{"vcId":"rec9"},"constructor":1,"vcId":"rec1","isSaved":true}}]}`
  expect((await wire.send('/api/sync/push', { method: 'POST', headers: json, body: text })).status).toBeLessThan(500)
  const have = '{"have":{"__proto__":{"x":1},"constructor":{"prototype":1},"saved":{"__proto__":1,"rec1":1}}}'
  expect((await wire.send('/api/sync/me', { method: 'POST', headers: json, body: have })).status).toBeLessThan(500)
  expect((await saved(principalId)).filter((id) => id !== 'rec1')).toEqual([])
  expect(Object.hasOwn(Object.prototype, 'principalId')).toBe(false)
})

test('a push from a page of another origin is refused, with and without a session', async () => {
  const buyer = await stage.buyer()
  for (const wire of [buyer.wire, openWire(stage.url)]) {
    const reply = await wire.push([ticketEntry('From elsewhere')], {}, { origin: 'https://elsewhere.example' })
    expect(reply).toMatchObject({ status: 403, body: { code: 'foreign-origin' } })
  }
  expect(await stage.sql`select 1 from tickets`).toHaveLength(0)
})

test('the server logged no fault in these tests', () => {
  expect(stage.faults).toEqual([])
})
