import { expect, test } from 'vitest'
import { CANARY, openStage } from './support/stage.ts'
import { newEntryId, noteEntry, type Refusal, saveEntry, sendOnOne, ticketEntry } from './support/wire.ts'

// cspell:ignore defgh

const stage = await openStage()
const victim = await stage.victim()
const [contact = ''] = stage.contacts

/** Everything that the other principal's device would report as stored. */
const haveOfVictim = async () => {
  const { put } = (await victim.wire.pull()).body
  return Object.fromEntries(
    Object.entries(put).map(([collection, docs]) => [
      collection,
      Object.fromEntries(docs.map(({ id, version }) => [id, version])),
    ]),
  )
}

test("naming the ids of another principal's documents returns none of them, and does not reveal whether they exist", async () => {
  const have = await haveOfVictim()
  const ids = Object.values(have).flatMap((versions) => Object.keys(versions))
  expect(ids.length).toBeGreaterThan(8)
  for (const { wire } of [await stage.buyer(), await stage.guest(), { wire: stage.stranger() }]) {
    const known = (await wire.pull()).body?.put ?? {}
    for (const offset of [0, 1]) {
      const reported = Object.fromEntries(
        Object.entries(have).map(([collection, versions]) => [
          collection,
          { ...Object.fromEntries(Object.entries(versions).map(([id, version]) => [id, version + offset])), [newEntryId()]: 1 },
        ]),
      )
      const { status, text, body } = await wire.pull(reported)
      expect(status).toBe(200)
      expect(text).not.toContain(CANARY)
      for (const [collection, versions] of Object.entries(reported)) {
        const own = new Set((known[collection] ?? []).map(({ id }) => id))
        // An id that the caller may not store must be deleted, whether it exists or was invented.
        expect([collection, body.del[collection]?.sort()]).toEqual([
          collection,
          Object.keys(versions)
            .filter((id) => !own.has(id))
            .sort(),
        ])
        for (const doc of body.put[collection] ?? []) expect(own).toContain(doc.id)
      }
    }
  }
})

test('the reported versions change only the difference: all of them, none of them, wrong ones', async () => {
  const { wire } = await stage.buyer()
  await wire.push([noteEntry(contact, 'Mine'), saveEntry('rec1'), ticketEntry('The map')])
  const { put } = (await wire.pull()).body
  const have = Object.fromEntries(
    Object.entries(put).map(([collection, docs]) => [
      collection,
      Object.fromEntries(docs.map(({ id, version }) => [id, version])),
    ]),
  )
  expect(await wire.pull(have)).toMatchObject({ status: 204, text: '' })
  expect((await wire.pull({ ...have, notes: { [contact]: 1 } })).body).toEqual({ put: { notes: put.notes }, del: {} })
  expect((await wire.pull({ ...have, notes: {} })).body).toEqual({ put: { notes: put.notes }, del: {} })
  const versions = [0, -1, 2 ** 53, -(2 ** 53), 1e21]
  for (const version of versions) {
    expect((await wire.pull({ ...have, notes: { [contact]: version } })).body).toEqual({ put: { notes: put.notes }, del: {} })
  }
})

/** The collections that an app of this release names. A server that knows others asks for those as well. */
const COLLECTIONS = [
  ...['account', 'contacts', 'decisionMakers', 'orders', 'notes', 'followUps', 'saved', 'votes', 'requests', 'performance'],
  ...['ownListings', 'requestsReceived', 'callsBooked', 'listingFigures', 'earnings', 'ownProject', 'tickets', 'bookings'],
  'notices',
  ...['people', 'deals', 'raise', 'entries', 'photos', 'searches', 'templates'],
]
const NOTHING = Object.fromEntries(COLLECTIONS.map((collection) => [collection, {}]))

test('an app that sends a mark learns from it that nothing is new, which collection is, and the difference', async () => {
  const { wire } = await stage.buyer()
  await wire.push([noteEntry(contact, 'Mine')])
  const first = await wire.pullMarked({ mark: '', have: NOTHING })
  expect(first.body).toEqual({ ...(await wire.pull()).body, mark: expect.any(String) })
  const mark = first.body.mark as string
  expect(mark.length).toBeLessThan(1200)
  expect(await wire.pullMarked({ mark })).toMatchObject({ status: 204, text: '' })

  await wire.push([noteEntry(contact, 'Of today')])
  expect((await wire.pullMarked({ mark })).body).toEqual({ put: {}, del: {}, differ: ['notes'] })
  expect((await wire.pullMarked({ mark, hashes: { notes: 'another' } })).body).toEqual({ put: {}, del: {}, differ: ['notes'] })
  const { body } = await wire.pullMarked({ mark, have: { notes: { [contact]: first.body.put.notes?.[0]?.version } } })
  expect(body).toMatchObject({ put: { notes: [{ id: contact, text: expect.stringContaining('Of today') }] }, del: {} })
  expect(await wire.pullMarked({ mark: body.mark as string })).toMatchObject({ status: 204 })
  expect((await wire.pullMarked({ mark: body.mark as string, doubtful: ['notes', 'ofTheFuture'] })).body.differ).toEqual([
    'notes',
  ])
})

test("another principal's mark, also from a visitor, reveals nothing: everything is requested", async () => {
  const { mark } = (await victim.wire.pullMarked({ mark: '', have: NOTHING })).body
  expect(mark).toEqual(expect.any(String))
  for (const { wire } of [await stage.buyer(), await stage.guest(), { wire: stage.stranger() }]) {
    const { status, text, body } = await wire.pullMarked({ mark: mark as string })
    expect([status, body.put, body.del]).toEqual([200, {}, {}])
    expect(body.differ?.sort()).toEqual([...COLLECTIONS].sort())
    expect(text).not.toContain(CANARY)
  }
})

test('repeated pulls give the same reply, and a pull writes nothing that a pull shows', async () => {
  const { wire } = await stage.buyer()
  await wire.push([noteEntry(contact, 'Mine')])
  const first = (await wire.pull()).body
  const replies = await Promise.all(Array.from({ length: 6 }, () => wire.pull()))
  for (const { body } of replies) expect(body).toEqual(first)
})

test.each<[what: string, body: unknown]>([
  ['nothing', {}],
  ['a mark that is a number', { mark: 1 }],
  ['a mark of 2 KB', { mark: 'r'.repeat(2000) }],
  ['doubts that are no list', { mark: '', doubtful: 'notes' }],
  ['201 doubts', { mark: '', doubtful: Array.from({ length: 201 }, () => 'rec1') }],
  ['hashes that are numbers', { mark: '', hashes: { rec1: 1 } }],
  ['201 hashes', { mark: '', hashes: Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`rec1${at}`, '0'])) }],
  ['a mark and versions that are texts', { mark: '', have: { notes: { rec1: '1' } } }],
  ['a list', { have: [{ rec1: 1 }, 'rec1'] }],
  ['a text', { have: 'all' }],
  ['a collection that is a list', { have: { notes: ['rec1'] } }],
  ['versions that are texts', { have: { notes: { rec1: '1' } } }],
  ['versions that are no integers', { have: { notes: { rec1: 1.5 } } }],
  ['a collection with a long name', { have: { ['n'.repeat(65)]: {} } }],
  ['an id that is too long', { have: { notes: { ['r'.repeat(65)]: 1 } } }],
  ['60,001 ids', { have: { notes: Object.fromEntries(Array.from({ length: 60_001 }, (_, at) => [`r${at}`, 1])) } }],
  ['a principal that is no id', { have: {}, principalId: '../..' }],
])('a pull with %s is refused and the reply repeats nothing of it', async (_, body) => {
  const { wire } = await stage.buyer()
  const reply = await wire.post<Refusal>('/api/sync/me', body)
  expect([400, 422]).toContain(reply.status)
  expect(reply.body).toMatchObject({ code: expect.stringMatching(/^(invalid|malformed)$/), message: expect.any(String) })
  expect(reply.text).not.toMatch(/rec1|rrrr|nnnn|\.\.\//)
})

type Snapshot = { epoch: string; cursor: string; parts: string[] }
type Delta = {
  reset?: true
  epoch?: string
  cursor?: string
  put?: Record<string, { id: string }[]>
  del?: Record<string, string[]>
}
const snapshot = async () => (await stage.stranger().send<Snapshot>('/api/sync/directory/snapshot')).body
const delta = (epoch: string, since: string) =>
  stage.stranger().send<Delta>(`/api/sync/directory?epoch=${encodeURIComponent(epoch)}&since=${encodeURIComponent(since)}`)

test('a device that follows its cursors stores the whole directory, and every chunk matches its hash', async () => {
  const { epoch, cursor, parts } = await snapshot()
  const ids = new Set<string>()
  for (const sha256 of parts) {
    const { text, body } = await stage
      .stranger()
      .send<{ put: Record<string, { id: string }[]> }>(`/api/sync/directory/parts/${sha256}`)
    expect(new Bun.CryptoHasher('sha256').update(text).digest('hex')).toBe(sha256)
    expect(text).not.toContain(CANARY)
    for (const doc of body.put.investors ?? []) ids.add(doc.id)
  }
  expect([...ids]).toEqual(expect.arrayContaining(stage.contacts))
  await stage.sql`update directory_investors set name = 'Renamed Investor' where id = ${contact}`
  const next = await delta(epoch, cursor)
  expect(next.body.put?.investors?.map(({ id }) => id)).toContain(contact)
  expect((await delta(epoch, next.body.cursor ?? '')).body).toMatchObject({ epoch, put: {}, del: {} })
})

const FAR = ['18446744073709551615', '99999999999999999999', '9223372036854775808']

test.each(FAR)('a cursor from the future (%s) starts over', async (since) => {
  const { epoch } = await snapshot()
  expect(await delta(epoch, since)).toMatchObject({ status: 200, body: { reset: true } })
})

test('a cursor of another epoch, of a later node or from before all tombstones starts over', async () => {
  const { epoch, cursor } = await snapshot()
  expect((await delta('abcdefgh', cursor)).body).toEqual({ reset: true })
  expect((await delta(`${epoch}0`.slice(-64), cursor)).body).toEqual({ reset: true })
  expect((await delta(epoch, String(BigInt(cursor) + 1_000_000n))).body).toEqual({ reset: true })
  await stage.sql`update sync_state set pruned_xid = ${String(BigInt(cursor) - 1n)}::xid8`
  expect((await delta(epoch, '1')).body).toEqual({ reset: true })
  expect((await delta(epoch, String(BigInt(cursor) - 1n))).body).toEqual({ reset: true })
  await stage.sql`update sync_state set pruned_xid = null`
})

test.each(['-1', '1.5', '1e3', '0x10', ' 1', '', 'now', '1'.repeat(21), '１２', '1;drop table'])(
  'a cursor such as %j is invalid',
  async (since) => {
    const { epoch } = await snapshot()
    const reply = await delta(epoch, since)
    expect(reply).toMatchObject({ status: 422, body: { code: 'invalid' } })
  },
)

test('a truncated cursor or one with leading zeros is at most pulled again: nothing is missed and nothing fails', async () => {
  const { epoch, cursor } = await snapshot()
  for (const since of [cursor.slice(0, -1), `000${cursor}`.slice(-20), '0', '00000000000000000000']) {
    const { status, body } = await delta(epoch, since)
    expect(status).toBe(200)
    if (!body.reset) expect(BigInt(body.cursor ?? 0)).toBeGreaterThanOrEqual(BigInt(since))
  }
})

test.each(['', 'x', 'ABCDEFGH', 'a'.repeat(65), 'abc defgh', '../../etc'])('an epoch such as %j is invalid', async (epoch) => {
  expect(await delta(epoch, '1')).toMatchObject({ status: 422, body: { code: 'invalid' } })
})

test.each(['', '?epoch=abcdefgh', '?since=1', '?epoch=abcdefgh&since=1&since=2', '?epoch[]=a&since[a]=1'])(
  'a pull of the directory with %j is refused',
  async (query) => {
    expect((await stage.stranger().send(`/api/sync/directory${query}`)).status).toBe(422)
  },
)

test.each([
  ['0'.repeat(64), 404],
  ['f'.repeat(63), 422],
  ['g'.repeat(64), 422],
  ['F'.repeat(64), 422],
  ['..%2f..%2fetc%2fpasswd', 422],
  [`${'0'.repeat(64)}%0a`, 422],
  ['%00', 400],
])('a chunk with the name %s is refused, and no cache may store the refusal', async (name, status) => {
  const reply = await stage.stranger().send<Refusal>(`/api/sync/directory/parts/${name}`)
  expect(reply).toMatchObject({ status, body: { code: expect.any(String), message: expect.any(String) } })
  expect(reply.headers.get('cache-control')).toBe('no-store')
})

test('the ETag of another chunk does not match this one', async () => {
  const [sha256 = ''] = (await snapshot()).parts
  const path = `/api/sync/directory/parts/${sha256}`
  const getWithTag = (tag: string) => stage.stranger().send(path, { headers: { 'if-none-match': tag } })
  expect((await getWithTag(`"${sha256}"`)).status).toBe(304)
  expect((await getWithTag(`"${'0'.repeat(64)}"`)).status).toBe(200)
  expect((await getWithTag('"')).status).toBe(200)
})

test('a cookie, a principal or a session changes nothing in the public lane', async () => {
  const path = '/api/sync/directory/snapshot'
  const replies = await Promise.all([stage.stranger(), victim.wire, (await stage.guest()).wire].map((wire) => wire.send(path)))
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  for (const { headers } of replies) expect(headers.get('set-cookie')).toBeNull()
})

test("a request without a cookie, on a connection that had a session, is a visitor's", async () => {
  const body = '{"have":{}}'
  const cookie = [...victim.wire.cookies].map((pair) => pair.join('=')).join('; ')
  const head = (lines: string[]) => [
    'POST /api/sync/me HTTP/1.1',
    `Host: ${new URL(stage.url).host}`,
    `Origin: ${stage.url}`,
    'Content-Type: application/json',
    ...lines,
  ]
  const request = (lines: string[]) => `${head([...lines, `Content-Length: ${body.length}`]).join('\r\n')}\r\n\r\n${body}`
  const [mine = '', strangers = '', withGarbage = ''] = await sendOnOne(stage.url, [
    request([`Cookie: ${cookie}`]),
    request([]),
    request(['Cookie: __Host-latchkey=; __Host-anon=%00']),
  ])
  expect(mine).toContain(CANARY)
  for (const reply of [strangers, withGarbage]) expect(reply).toMatch(/^HTTP\/1\.1 204 /)
})

test('the server logged no fault in these tests', () => {
  expect(stage.faults).toEqual([])
})
