import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { directoryInvestors } from '#drizzle/schema/index.ts'
import { addListings, createDevice, directoryLane, listing } from '#tests/support/actors/directory.ts'
import { soleDatabase } from '#tests/support/database/postgres.ts'
import { type HeldTransaction, openTransaction } from '#tests/support/database/transactions.ts'

const near = await soleDatabase()
const far = near.connectAgain()
const lane = directoryLane(near)
const otherNode = directoryLane(far)

afterEach(async () => {
  await near.db.delete(directoryInvestors)
})

const slot = fc.nat(2)
const id = fc.constantFrom('recA', 'recB', 'recC', 'recD')
const move = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('put'), slot, id, name: fc.stringMatching(/^[a-z]{1,5}$/) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('delete', 'unlist'), slot, id }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('commit', 'rollback'), slot }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pull'), slot }) },
)
type Move = { kind: string; slot: number; id?: string; name?: string }

const write = (transaction: HeldTransaction, { kind, id = '', name = '' }: Move) =>
  transaction.write((sql) => {
    if (kind === 'delete') return sql`delete from directory_investors where id = ${id}`
    if (kind === 'unlist') return sql`update directory_investors set unlisted_at = now() where id = ${id}`
    return sql`
      insert into directory_investors (id, name, is_verified, is_venture_capital, is_angel, raw, source_hash)
      values (${id}, ${name}, true, true, false, '{}', '')
      on conflict (id) do update set name = excluded.name, unlisted_at = null`
  })

test('for every interleaving of open, committed and rolled-back transactions, a device that pulls equals a fresh list', async () => {
  const schedules = fc.array<Move>(move, { minLength: 6, maxLength: 30, size: 'max' })
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      const devices = [createDevice(lane), createDevice(otherNode)]
      for (const device of devices) await device.pull()
      const open = new Map<number, HeldTransaction>()
      for (const move of schedule) {
        if (move.kind === 'pull') await devices[move.slot % 2]?.pull()
        else if (move.kind === 'commit' || move.kind === 'rollback') {
          await open.get(move.slot)?.end(move.kind)
          open.delete(move.slot)
        } else {
          const transaction = open.get(move.slot) ?? (await openTransaction(move.slot === 0 ? near : far))
          open.set(move.slot, transaction)
          await write(transaction, move)
        }
      }
      for (const transaction of open.values()) await transaction.end('commit')

      const listed = (await near.db.select().from(directoryInvestors)).filter((row) => row.unlistedAt === null)
      const names = Object.fromEntries(listed.map((row) => [row.id, row.name]))
      for (const device of devices) {
        expect(await device.pull()).toBe('delta')
        expect(Object.fromEntries(device.docs('investors').map((doc) => [doc.id, doc.name]))).toEqual(names)
      }
      await near.db.delete(directoryInvestors)
    }),
    { numRuns: 100 },
  )
})

test('a late commit, after newer ones were pulled, is delivered', async () => {
  const device = createDevice(lane)
  await device.pull()
  const late = await openTransaction(far)
  await late.write(
    (sql) => sql`insert into directory_investors (id, name, is_verified, is_venture_capital, is_angel, raw, source_hash)
      values ('recLate', 'Late', true, true, false, '{}', '')`,
  )
  await addListings(near.db, listing('recEarly'))
  await device.pull()
  expect(device.ids('investors')).toEqual(['recEarly'])
  await late.end('commit')
  await device.pull()
  expect(device.ids('investors')).toEqual(['recEarly', 'recLate'])
})

test('on an idle server the cursor does not move and the delta is empty', async () => {
  const device = createDevice(lane)
  await device.pull()
  await addListings(near.db, listing('recQuiet'))
  await device.pull()
  const { epoch, since } = device.cursor()
  expect(await lane.pull({ epoch, since })).toEqual({ epoch, cursor: since, put: {}, del: {} })
})

test('an open transaction makes no pull send again what was sent', async () => {
  const device = createDevice(lane)
  await device.pull()
  const open = await openTransaction(far)
  await open.write((sql) => sql`select pg_current_xact_id()`)
  const sent: number[] = []
  for (let nth = 0; nth < 5; nth += 1) {
    await addListings(near.db, listing(`recOpen${nth}`))
    const answer = await lane.pull(device.cursor())
    sent.push('put' in answer ? (answer.put.investors?.length ?? 0) : -1)
    await device.pull()
  }
  await open.end('commit')
  expect(sent).toEqual([1, 1, 1, 1, 1])
  expect(device.ids('investors')).toEqual(['recOpen0', 'recOpen1', 'recOpen2', 'recOpen3', 'recOpen4'])
})
