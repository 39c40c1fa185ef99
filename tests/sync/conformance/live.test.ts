import { afterEach, expect, test } from 'vitest'
import { eventually } from '#tests/support/runner/eventually.ts'
import { CANARY, openStage } from './support/stage.ts'
import { type Live, newEntryId, noteEntry, openWire, saveEntry, type Wire } from './support/wire.ts'

const stage = await openStage()
const [contact = ''] = stage.contacts
const open: Live[] = []

afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close()
})

async function listen(wire: Wire, headers?: Record<string, string>, query?: string) {
  const live = await wire.listen(headers, query)
  open.push(live)
  return live
}

const DIRECTORY = '{"scope":"directory"}'

/**
 * A change that is published to all devices. None of these users owns the investor's contact: otherwise it would be published as
 * private as well. A directory that changes more than twenty times in a row is published every five seconds only.
 */
const changeDirectory = () => stage.sql`update directory_investors set name = ${newEntryId()} where id = ${stage.locked}`

async function publishToAll(lives: Live[], count = 1) {
  await changeDirectory()
  const countOf = ({ received }: Live) => received.filter((message) => message === DIRECTORY).length
  await eventually(() => expect(Math.min(...lives.map(countOf))).toBeGreaterThanOrEqual(count))
}

/**
 * Clears the received pokes once every earlier commit was published: a topic is published again at the end of its interval at the
 * latest.
 */
async function quieten(...lives: Live[]) {
  await publishToAll(lives)
  await publishToAll(lives, 2)
  for (const live of lives) live.received.length = 0
}

/** Everything received before a later commit: sockets of one node receive the commits in their order. */
async function receivedBy(...lives: Live[]) {
  await publishToAll(lives)
  return lives.map(({ received }) => [...new Set(received)])
}

test('a poke carries only a scope, and a private one reaches only its principal', async () => {
  const [ada, eve] = [await stage.buyer(), await stage.buyer()]
  const [hers, others, strangers] = [await listen(ada.wire), await listen(eve.wire), await listen(stage.stranger())]
  await quieten(hers, others, strangers)
  await ada.wire.push([noteEntry(contact, `${CANARY} met in Lisbon`), saveEntry(`rec${CANARY}`)])
  await eventually(() => expect(hers.received).toContain('{"scope":"me"}'))
  expect(await receivedBy(others, strangers)).toEqual([[DIRECTORY], [DIRECTORY]])
  for (const { received } of [hers, others, strangers]) {
    for (const message of received) expect(['{"scope":"me"}', DIRECTORY]).toContain(message)
  }
})

test('a client of the last release receives pokes only, while others receive the changes themselves', async () => {
  const old = await listen(stage.stranger())
  const others = [await listen(stage.stranger(), {}, '?deltas=0'), await listen(stage.stranger(), {}, '?deltas=')]
  const taking = await listen(stage.stranger(), {}, '?deltas=1')
  await eventually(async () => {
    await publishToAll([old, ...others])
    expect(taking.received.some((message) => message !== DIRECTORY)).toBe(true)
  })
  expect([old, ...others].map(({ received }) => [...new Set(received)])).toEqual([[DIRECTORY], [DIRECTORY], [DIRECTORY]])
})

test.each<[what: string, frames: (string | Uint8Array<ArrayBuffer>)[]]>([
  ['text that is no JSON', ['{', 'null', '', '\u0000', '💶', '[[[[']],
  ['bytes', [new Uint8Array(0), new Uint8Array([0, 255, 254]), new Uint8Array(1000)]],
  [
    'messages that the protocol does not have',
    ['{"scope":"me"}', '{"subscribe":"me:prn_x"}', '{"type":"auth","token":"x"}', '{"__proto__":{"scope":1}}'],
  ],
])('a frame of %s gets no answer and ends only its own connection', async (_, frames) => {
  for (const frame of frames) {
    const [live, other] = [await listen(stage.stranger()), await listen(stage.stranger())]
    live.socket.send(frame)
    await live.closed
    // Every connection receives directory pokes, which may come from a change before this test.
    expect(live.received.filter((text) => text !== '{"scope":"directory"}')).toEqual([])
    expect(other.socket.readyState).toBe(WebSocket.OPEN)
  }
})

test.each([2000, 200_000, 20_000_000])('a frame of %i bytes ends only its own connection', async (size) => {
  const [live, other] = [await listen(stage.stranger()), await listen(stage.stranger())]
  live.socket.send('x'.repeat(size))
  expect((await live.closed).code).not.toBe(1000)
  await receivedBy(other)
  expect(other.socket.readyState).toBe(WebSocket.OPEN)
  expect((await stage.stranger().send('/api/health')).status).toBe(200)
})

test('after a sign-out the connection receives no private pokes', async () => {
  const { wire, principalId } = await stage.buyer()
  const [before, phone] = [await listen(wire), openWire(stage.url, new Map(wire.cookies))]
  const signedOut = await wire.post('/api/auth/logout', {})
  expect(signedOut.status).toBeLessThan(400)
  await quieten(before)
  // The cookie of the ended session: a connection with it belongs to a visitor.
  const after = await listen(phone)
  await stage.sql`insert into saved_investors (principal_id, vc_id) values (${principalId}, 'recAfter')`
  expect(await receivedBy(before, after)).toEqual([[DIRECTORY], [DIRECTORY]])
  expect(await phone.push([saveEntry('recLate')], { principalId })).toMatchObject({ status: 401 })
})

test.each(['https://elsewhere.example', 'null', '', 'http://127.0.0.1', 'file://'])(
  'a page of the origin %j may not connect, with any cookies',
  async (origin) => {
    const { wire } = await stage.buyer()
    await expect(wire.listen({ origin })).rejects.toThrow('refused')
    await expect(wire.listen({ origin, 'sec-fetch-site': 'same-origin' })).rejects.toThrow('refused')
  },
)

test('a forged session is treated as a visitor', async () => {
  const ada = await stage.buyer()
  const cookies = [
    '__Host-latchkey=x',
    `__Host-latchkey=${ada.principalId}`,
    '__Host-anon=%00%ff',
    `__Host-anon=${ada.principalId}`,
  ]
  const lives = await Promise.all(cookies.map((cookie) => listen(stage.stranger(), { cookie })))
  await ada.wire.push([noteEntry(contact, 'Private')])
  expect(await receivedBy(...lives)).toEqual(lives.map(() => [DIRECTORY]))
})

test.each([
  ['a plain request', {}, 405],
  ['another protocol', { upgrade: 'h2c', connection: 'upgrade' }, 405],
])('%s to the address of the socket is refused', async (_, headers, status) => {
  const reply = await stage.stranger().send('/api/sync/live', { headers })
  expect(reply).toMatchObject({ status, body: { code: expect.any(String) } })
})

test('the server logged no fault in these tests', () => {
  expect(stage.faults).toEqual([])
})
