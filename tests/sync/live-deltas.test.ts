import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { directoryInvestors } from '#drizzle/schema/index.ts'
import type { LiveDelta } from '#shared/sync/live-delta.ts'
import type { DirectoryDelta, Doc } from '#shared/sync/protocol.ts'
import { addListings, listing } from '#tests/support/actors/directory.ts'
import { LiveDevice } from '#tests/support/actors/live-device.ts'
import { startTestApp } from '#tests/support/app.ts'
import { olderTransactionsEnded, openTransaction } from '#tests/support/database/transactions.ts'
import { eventually } from '#tests/support/runner/eventually.ts'

const node = await startTestApp()
const other = await node.anotherNode()
const far = node.database.connectAgain()
const devices: LiveDevice[] = []

afterEach(async () => {
  for (const device of devices.splice(0)) device.close()
  await far.db.delete(directoryInvestors)
})

/** A connected device, and the names of the investors that it has. */
async function openDevice(url: string, takesDeltas = true) {
  const names = new Map<string, unknown>()
  const device = new LiveDevice(url, {
    takesDeltas,
    onChanges: ({ put, del }) => {
      for (const { id, name } of put.investors ?? []) names.set(id, name)
      for (const id of del.investors ?? []) names.delete(id)
    },
  })
  devices.push(device)
  await device.connect()
  return { device, names, deltas: () => device.messages.filter((message): message is LiveDelta => typeof message !== 'string') }
}

const rename = (name: string, id = 'recLive') => far.sql`update directory_investors set name = ${name} where id = ${id}`
type Opened = Awaited<ReturnType<typeof openDevice>>
const shown = ({ names }: Opened) => Object.fromEntries(names)

/** The first commit for a node may be a poke; from then on devices receive deltas. */
async function begin(...opened: Opened[]) {
  await addListings(far.db, listing('recLive', { name: 'Before' }))
  await eventually(() => expect(opened.map(shown)).toEqual(opened.map(() => ({ recLive: 'Before' }))))
}

test('a commit on any node is sent to the devices of every node, as the reply to a pull from the same position', async () => {
  const [here, there] = [await openDevice(node.url), await openDevice(other.url)]
  await begin(here, there)
  const pulls = [here.device.pulls, there.device.pulls]
  await rename('After')
  await eventually(() => expect([here, there].map(shown)).toEqual([{ recLive: 'After' }, { recLive: 'After' }]))
  expect([here.device.pulls, there.device.pulls]).toEqual(pulls)
  for (const { deltas, device } of [here, there]) {
    const delta = deltas().at(-1)
    if (!delta) throw new Error('no delta')
    const { epoch, from, to, put, del } = delta
    const query = new URLSearchParams({ epoch, since: from.cursor, ...(from.seen !== undefined && { seen: from.seen }) })
    const reply = (await node.visitor().get<DirectoryDelta>(`/api/sync/directory?${query}`)).body
    expect({ epoch, ...to, put, del }).toEqual(reply)
    expect(Math.max(...device.sizes)).toBeLessThan(1024)
  }
})

test('a changed record with texts of usual length is at most 1 KB', async () => {
  const one = await openDevice(node.url)
  await begin(one)
  const words =
    'seed series founder token payments rollup protocol custody settlement yield liquidity open network partner'.split(' ')
  const text = (count: number) => Array.from({ length: count }, () => words[Math.floor(Math.random() * words.length)]).join(' ')
  await far.db.update(directoryInvestors).set({
    ...{ investmentThesis: text(70), bio: text(50), portfolioPerformance: text(12), fund: `${text(2)} Capital` },
    ...{
      imageUrl: `https://images.example/${crypto.randomUUID()}.webp`,
      stages: ['Seed', 'Series A'],
      sectors: ['DeFi', 'Gaming'],
    },
  })
  // Commits of the tests before may still arrive as deltas of their own.
  const index = () => one.deltas().findIndex((delta) => JSON.stringify(delta).length > 1200)
  await eventually(() => expect(index()).toBeGreaterThanOrEqual(0))
  expect(one.device.sizes[index()]).toBeLessThanOrEqual(1024)
})

test('a client of the last release, and one with another value, receive pokes only', async () => {
  const [old, taking] = [await openDevice(node.url, false), await openDevice(node.url)]
  await begin(old, taking)
  await rename('After')
  await eventually(() => expect([old, taking].map(shown)).toEqual([{ recLive: 'After' }, { recLive: 'After' }]))
  // The deletion after the test before may arrive late, as one more poke.
  expect(old.device.messages.length).toBeGreaterThanOrEqual(2)
  expect(new Set(old.device.messages)).toEqual(new Set(['directory']))
  expect(taking.device.messages.at(-1)).toEqual(expect.objectContaining({ to: expect.anything() }))
})

test('a rolled-back change is not sent, and while a transaction is open the changes of others are', async () => {
  const one = await openDevice(node.url)
  await begin(one)
  await olderTransactionsEnded(far)
  const [open, rolledBack] = [await openTransaction(far), await openTransaction(far)]
  await open.write(
    (sql) =>
      sql`insert into directory_investors select (jsonb_populate_record(d, '{"id": "recOpen"}')).* from directory_investors d limit 1`,
  )
  await rolledBack.write((sql) => sql`update directory_investors set name = 'Never' where id = 'recLive'`)
  await rolledBack.end('rollback')
  const pulls = one.device.pulls
  for (const name of ['One', 'Two', 'Three']) {
    await rename(name)
    await eventually(() => expect(shown(one)).toEqual({ recLive: name }))
  }
  // Those of the three changes: one from before the transaction began may have arrived late.
  const cursors = one.deltas().map(({ to }) => to.cursor)
  expect(cursors.length).toBeGreaterThanOrEqual(3)
  expect(new Set(cursors.slice(-3)).size).toBe(1)
  expect(one.deltas().at(-1)?.put.investors).toHaveLength(1)
  await open.end('commit')
  await eventually(() => expect(shown(one)).toEqual({ recLive: 'Three', recOpen: 'Before' }))
  expect(one.device.pulls).toBe(pulls)
})

test('after a restore of the database the devices pull', async () => {
  const one = await openDevice(node.url)
  await begin(one)
  const count = one.device.messages.length
  await far.sql`update sync_state set epoch_seed = gen_random_uuid()::text`
  await rename('Restored')
  await eventually(() => expect(one.device.messages.length).toBeGreaterThan(count))
  expect(one.device.messages[count]).toBe('directory')
})

test('a withdrawn person is sent as a removal, and nothing of a person who is not public', async () => {
  const one = await openDevice(node.url)
  await begin(one)
  await addListings(
    far.db,
    listing('recPrivate', { name: 'Canary Private', unlistedAt: new Date(), email: 'canary@example.com' }),
  )
  await far.sql`update directory_investors set unlisted_at = now(), name = 'Canary Withdrawn', email = 'canary@example.com'
    where id = 'recLive'`
  await eventually(() => expect(shown(one)).toEqual({}))
  expect(one.deltas().flatMap(({ del }) => del.investors ?? [])).toContain('recLive')
  expect(JSON.stringify(one.device.messages)).not.toMatch(/canary/i)
})

test('an import of many records is pulled', async () => {
  const one = await openDevice(node.url)
  await begin(one)
  const bio = () => crypto.getRandomValues(new Uint8Array(256)).toHex()
  await addListings(far.db, ...Array.from({ length: 200 }, (_, at) => listing(`rec${at}`, { bio: bio() })))
  await eventually(() => expect(one.names.size).toBe(201))
  expect(one.device.messages.slice(1)).toContain('directory')
  // A late commit of an earlier test may arrive as a delta.
  expect(
    one
      .deltas()
      .flatMap(({ put }) => put.investors ?? [])
      .filter(({ id }) => /^rec\d/.test(id)),
  ).toEqual([])
})

const id = fc.constantFrom('recA', 'recB', 'recC')
const move = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('put'), slot: fc.nat(2), id, name: fc.stringMatching(/^[a-z]{1,5}$/) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete'), slot: fc.nat(2), id }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('commit', 'commit', 'rollback'), slot: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('pull', 'connect'), slot: fc.nat(2) }) },
)
type Move = { kind: string; slot: number; id?: string; name?: string }

test('for every interleaving of transactions on two nodes, devices that follow the deltas equal a fresh list', async () => {
  const schedules = fc.array<Move>(move, { minLength: 6, maxLength: 24, size: 'max' })
  let applied = 0
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      const all = [await openDevice(node.url), await openDevice(other.url)]
      const open = new Map<number, Awaited<ReturnType<typeof openTransaction>>>()
      for (const { kind, slot, id = '', name = '' } of schedule) {
        if (kind === 'connect') all.push(await openDevice(slot === 0 ? node.url : other.url))
        else if (kind === 'pull') void all[slot % 2]?.device.pull()
        else if (kind === 'commit' || kind === 'rollback') {
          await open.get(slot)?.end(kind)
          open.delete(slot)
        } else {
          const transaction = open.get(slot) ?? (await openTransaction(far))
          open.set(slot, transaction)
          await transaction.write((sql) =>
            kind === 'delete'
              ? sql`delete from directory_investors where id = ${id}`
              : sql`insert into directory_investors (id, name, is_verified, is_venture_capital, is_angel, raw, source_hash)
                  values (${id}, ${name}, true, true, false, '{}', '') on conflict (id) do update set name = excluded.name`,
          )
        }
      }
      for (const transaction of open.values()) await transaction.end('commit')
      const rows = await far.db.select().from(directoryInvestors)
      const names = Object.fromEntries((rows as unknown as Doc[]).map((row) => [row.id, row.name]))
      await eventually(() => expect(all.map(shown)).toEqual(all.map(() => names)))
      for (const { device, deltas } of all) {
        applied += deltas().length
        device.close()
      }
      await far.db.delete(directoryInvestors)
    }),
    { numRuns: 25 },
  )
  // How many depends on the machine: commits that come close together are one delta, or a pull.
  expect(applied).toBeGreaterThan(0)
}, 300_000)
