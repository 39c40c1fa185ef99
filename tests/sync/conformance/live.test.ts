import { afterEach, expect, test, vi } from 'vitest'
import { CANARY, openStage } from './support/stage.ts'
import { type Live, newEntryId, noteEntry, openWire, saveEntry, type Wire } from './support/wire.ts'

const stage = await openStage()
const [contact = ''] = stage.contacts
const open: Live[] = []

afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close()
})

async function listen(wire: Wire, headers?: Record<string, string>) {
  const live = await wire.listen(headers)
  open.push(live)
  return live
}

const DIRECTORY = '{"scope":"directory"}'

/**
 * A change that is told to everybody. The investor is one whose contact nobody of these holds: else it would be told as private
 * as well. A directory that changes more than twenty times in a row is told of every five seconds only.
 */
const changeDirectory = () => stage.sql`update directory_investors set name = ${newEntryId()} where id = ${stage.locked}`

async function tellAll(lives: Live[], count = 1) {
  await changeDirectory()
  const told = ({ heard }: Live) => heard.filter((message) => message === DIRECTORY).length
  await vi.waitFor(() => expect(Math.min(...lives.map(told))).toBeGreaterThanOrEqual(count), { timeout: 10_000 })
}

/** Forgets what was heard once all that was committed before is told: a topic is told again at the end of its span at the latest. */
async function quieten(...lives: Live[]) {
  await tellAll(lives)
  await tellAll(lives, 2)
  for (const live of lives) live.heard.length = 0
}

/** Everything that was heard by the time that a later commit is heard: sockets of one node are told in the order of commits. */
async function heardBy(...lives: Live[]) {
  await tellAll(lives)
  return lives.map(({ heard }) => [...new Set(heard)])
}

test('a poke carries a scope and nothing else, and only its principal hears of what is private', async () => {
  const [ada, eve] = [await stage.buyer(), await stage.buyer()]
  const [hers, others, strangers] = [await listen(ada.wire), await listen(eve.wire), await listen(stage.stranger())]
  await quieten(hers, others, strangers)
  await ada.wire.push([noteEntry(contact, `${CANARY} met in Lisbon`), saveEntry(`rec${CANARY}`)])
  await vi.waitFor(() => expect(hers.heard).toContain('{"scope":"me"}'))
  expect(await heardBy(others, strangers)).toEqual([[DIRECTORY], [DIRECTORY]])
  for (const { heard } of [hers, others, strangers]) {
    for (const message of heard) expect(['{"scope":"me"}', DIRECTORY]).toContain(message)
  }
})

test.each<[what: string, frames: (string | Uint8Array<ArrayBuffer>)[]]>([
  ['text that is no JSON', ['{', 'null', '', '\u0000', '💶', '[[[[']],
  ['bytes', [new Uint8Array(0), new Uint8Array([0, 255, 254]), new Uint8Array(1000)]],
  [
    'commands that were never spoken',
    ['{"scope":"me"}', '{"subscribe":"me:prn_x"}', '{"type":"auth","token":"x"}', '{"__proto__":{"scope":1}}'],
  ],
])('a frame of %s is answered by nothing and ends its own connection', async (_, frames) => {
  for (const frame of frames) {
    const [live, other] = [await listen(stage.stranger()), await listen(stage.stranger())]
    live.socket.send(frame)
    await live.closed
    // Everybody hears of the directory, which may have changed before this test.
    expect(live.heard.filter((text) => text !== '{"scope":"directory"}')).toEqual([])
    expect(other.socket.readyState).toBe(WebSocket.OPEN)
  }
})

test.each([2000, 200_000, 20_000_000])('a frame of %i bytes ends its own connection and no other', async (size) => {
  const [live, other] = [await listen(stage.stranger()), await listen(stage.stranger())]
  live.socket.send('x'.repeat(size))
  expect((await live.closed).code).not.toBe(1000)
  await heardBy(other)
  expect(other.socket.readyState).toBe(WebSocket.OPEN)
  expect((await stage.stranger().send('/api/health')).status).toBe(200)
})

test('after a sign-out what is private is told to the connection no more', async () => {
  const { wire, principalId } = await stage.buyer()
  const [before, phone] = [await listen(wire), openWire(stage.url, new Map(wire.cookies))]
  const signedOut = await wire.post('/api/auth/logout', {})
  expect(signedOut.status).toBeLessThan(400)
  await quieten(before)
  // The cookie of the ended session: a connection with it is a stranger's.
  const after = await listen(phone)
  await stage.sql`insert into saved_investors (principal_id, vc_id) values (${principalId}, 'recAfter')`
  expect(await heardBy(before, after)).toEqual([[DIRECTORY], [DIRECTORY]])
  expect(await phone.push([saveEntry('recLate')], { principalId })).toMatchObject({ status: 401 })
})

test.each(['https://elsewhere.example', 'null', '', 'http://127.0.0.1', 'file://'])(
  'a page of the origin %j may not listen, whatever cookies it brings',
  async (origin) => {
    const { wire } = await stage.buyer()
    await expect(wire.listen({ origin })).rejects.toThrow('refused')
    await expect(wire.listen({ origin, 'sec-fetch-site': 'same-origin' })).rejects.toThrow('refused')
  },
)

test('an invented session listens as a stranger does', async () => {
  const ada = await stage.buyer()
  const cookies = [
    '__Host-latchkey=x',
    `__Host-latchkey=${ada.principalId}`,
    '__Host-anon=%00%ff',
    `__Host-anon=${ada.principalId}`,
  ]
  const lives = await Promise.all(cookies.map((cookie) => listen(stage.stranger(), { cookie })))
  await ada.wire.push([noteEntry(contact, 'Private')])
  expect(await heardBy(...lives)).toEqual(lives.map(() => [DIRECTORY]))
})

test.each([
  ['a plain request', {}, 405],
  ['another protocol', { upgrade: 'h2c', connection: 'upgrade' }, 405],
])('%s to the address of the socket is refused', async (_, headers, status) => {
  const reply = await stage.stranger().send('/api/sync/live', { headers })
  expect(reply).toMatchObject({ status, body: { code: expect.any(String) } })
})

test('nothing of this was a fault of the server', () => {
  expect(stage.faults).toEqual([])
})
