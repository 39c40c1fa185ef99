import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { directoryInvestors, importQuarantine, importRuns } from '#drizzle/schema/index.ts'
import pages from '#server/seed/data/airtable-directory.json'
import type { VcId } from '#shared/ids.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { importListing } from './import-listing.ts'

const database = await testDatabase()
const { db, sql } = database
const sample = pages.flatMap((page): { id: string; createdTime: string; fields: object }[] => page.records)

const importRecords = (records: readonly unknown[], confirm = false) =>
  importListing({ db }, { source: 'test', records, confirm })
const stamps = () => sql`select id, changed_xid, updated_at from directory_investors order by id`
const listed = async () =>
  (await sql`select id from directory_investors where unlisted_at is null order by id`).map((row) => row.id)
const row = async (id: string) =>
  (
    await db
      .select()
      .from(directoryInvestors)
      .where(eq(directoryInvestors.id, id as VcId))
  )[0]
const ada = (fields: object = {}) => ({ id: 'recAda', fields: { name: 'Ada', ...fields } })
const others = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `rec${index}`, fields: { name: `Investor ${index}` } }))

beforeEach(async () => {
  await sql`truncate directory_investors, import_runs, import_quarantine`
})

test('every record of the sample is listed or quarantined, none is lost', async () => {
  const outcome = await importRecords(sample)
  expect(outcome).toMatchObject({ received: 394, added: 394, changed: 0, unchanged: 0, unlisted: 0, quarantined: 0 })
  expect(await listed()).toEqual(sample.map((record) => record.id).sort())
})

test('the raw data of the source is kept unchanged', async () => {
  await importRecords(sample)
  for (const record of sample.slice(0, 20)) expect((await row(record.id))?.raw).toEqual(record.fields)
  expect((await row('recBIZQ4nN037RVQv'))?.priceRaw).toBe('$abc')
})

test('a repeated import writes nothing, so that no device is notified', async () => {
  await importRecords(sample)
  const before = await stamps()
  expect(await importRecords(sample)).toMatchObject({ added: 0, changed: 0, unchanged: 394 })
  expect(await stamps()).toEqual(before)
})

test('another order of a record’s fields is not a change', async () => {
  await importRecords([{ id: 'recAda', fields: { name: 'Ada', fund: 'Analytical' } }])
  expect(await importRecords([{ fields: { fund: 'Analytical', name: 'Ada' }, id: 'recAda' }])).toMatchObject({ unchanged: 1 })
})

test('a changed record updates every column, and only its own row', async () => {
  await importRecords([...others(9), ada({ price: 5, email: 'ada@a.example', 'Investment Stage': ['Seed'] })])
  const [before] = await sql`select max(changed_xid::text::bigint) as xid from directory_investors`
  expect(await importRecords([...others(9), ada({ price: 6, bio: 'New.' })])).toMatchObject({ changed: 1, unchanged: 9 })
  expect(await row('recAda')).toMatchObject({ price: 600, bio: 'New.', email: null, stages: [], priceRaw: 6 })
  const touched = await sql`select id from directory_investors where changed_xid::text::bigint > ${before?.xid}`
  expect(touched.map((one) => one.id)).toEqual(['recAda'])
})

test('a vanished investor is unlisted and kept, and listed again when it returns', async () => {
  await importRecords([...others(9), ada()])
  expect(await importRecords(others(9))).toMatchObject({ unlisted: 1 })
  expect((await row('recAda'))?.unlistedAt).toBeInstanceOf(Date)
  const before = await stamps()
  expect(await importRecords(others(9))).toMatchObject({ unlisted: 0 })
  expect(await stamps()).toEqual(before)
  expect(await importRecords([...others(9), ada()])).toMatchObject({ changed: 1, unchanged: 9 })
  expect((await row('recAda'))?.unlistedAt).toBeNull()
})

test('a listing that lost a fifth is rejected as a whole until an admin confirms', async () => {
  await importRecords(others(10))
  const shrunk = [...others(8), ada()]
  const before = await stamps()
  await expect(importRecords(shrunk)).rejects.toMatchObject({ code: 'imports.shrunk' })
  expect(await stamps()).toEqual(before)
  expect(await importRecords(shrunk, true)).toMatchObject({ added: 1, unchanged: 8, unlisted: 2 })
  expect(await listed()).toHaveLength(9)
})

test('records that lost their names count as missing', async () => {
  await importRecords(others(4))
  const nameless = others(4).map(({ id }) => ({ id, fields: {} }))
  await expect(importRecords(nameless)).rejects.toMatchObject({ code: 'imports.shrunk' })
})

test('a loss of less than a fifth needs no confirmation', async () => {
  await importRecords(others(11))
  expect(await importRecords(others(9))).toMatchObject({ unlisted: 2 })
})

test('an empty reply of a broken source does not empty the directory', async () => {
  await importRecords(others(3))
  await expect(importRecords([])).rejects.toMatchObject({ code: 'imports.shrunk' })
  expect(await listed()).toHaveLength(3)
})

test('a quarantined record has a reason and leaves once it can be listed', async () => {
  await importRecords([...others(2), { id: 'recAda', fields: { email: 'ada@a.example' } }, null, 'text'])
  const quarantined = await db.select().from(importQuarantine).orderBy(importQuarantine.reason)
  expect(quarantined.map(({ reason }) => reason)).toEqual(['neither a name nor a fund', 'not a record', 'not a record'])
  await importRecords([...others(2), ada(), null])
  expect(await listed()).toContain('recAda')
  expect(await db.$count(importQuarantine)).toBe(1)
})

test('of two records with one id the last is listed and flagged, the other is not lost', async () => {
  const twins = [ada({ price: 5 }), ada({ price: 6 })]
  expect(await importRecords(twins)).toMatchObject({ received: 2, added: 1, quarantined: 1 })
  expect(await row('recAda')).toMatchObject({ price: 600, flags: [{ field: 'id' }] })
  expect(await db.$count(importQuarantine)).toBe(1)
  expect(await importRecords(twins.slice(1))).toMatchObject({ changed: 1, quarantined: 0 })
  expect((await row('recAda'))?.flags).toEqual([])
})

test('every run is recorded, and its counts add up to the received records', async () => {
  await importRecords([...others(10), null, ada(), ada()])
  await importRecords([...others(9), ada({ price: 1 }), { id: 'recNew', fields: { fund: 'New' } }])
  await expect(importRecords([ada()])).rejects.toThrow()
  const runs = await db.select().from(importRuns).orderBy(importRuns.id)
  expect(runs.map(({ status }) => status)).toEqual(['applied', 'applied', 'refused'])
  for (const run of runs) expect(run.added + run.changed + run.unchanged + run.quarantined).toBe(run.received)
})

test('concurrent imports are serialised', async () => {
  const again = database.connectAgain()
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      importListing({ db: index % 2 ? db : again.db }, { source: 'test', records: sample }),
    ),
  )
  expect(outcomes.map(({ added }) => added).sort((a, b) => b - a)).toEqual([394, 0, 0, 0, 0, 0])
})

test('no hostile record makes another fail', async () => {
  const hostile = fc.oneof(
    fc.jsonValue(),
    fc.record({ id: fc.jsonValue(), fields: fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()) }),
    fc.record({
      fields: fc.dictionary(
        fc.constantFrom('name', 'fund', 'price', 'bio', 'limit'),
        fc.oneof(fc.string({ unit: 'binary' }), fc.double()),
      ),
    }),
  )
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { maxLength: 60 }), async (records) => {
      run += 1
      const outcome = await importRecords([{ id: `recGood${run}`, fields: { name: 'Good \u0000 \ud800' } }, ...records], true)
      expect(outcome.added + outcome.changed + outcome.unchanged + outcome.quarantined).toBe(records.length + 1)
      expect((await row(`recGood${run}`))?.name).toBe('Good')
    }),
    { numRuns: 60 },
  )
})
