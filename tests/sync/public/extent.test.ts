import { beforeEach, expect, test } from 'vitest'
import { investorStats, vcs } from '#drizzle/schema/index.ts'
import { refreshExtent } from '#server/features/directory/extent/refresh-extent.ts'
import { importListing } from '#server/features/directory/import/import-listing.ts'
import type { DirectoryExtent } from '#shared/directory/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { addListings, createDevice, directoryLane, listing } from '#tests/support/actors/directory.ts'
import { soleDatabase } from '#tests/support/database/postgres.ts'

const database = await soleDatabase()
const { db, sql } = database
const lane = directoryLane(database)

beforeEach(async () => {
  for (const table of ['directory_investors', 'vcs', 'investor_stats', 'directory_search_queue'])
    await sql`delete from ${sql(table)}`
  await refresh(50_000)
})

/** Until no record has to move. */
async function refresh(deviceLimit: number) {
  for (let run = 0; run < 20; run += 1) if ((await refreshExtent({ db, deviceLimit })) !== 'continue') return
  throw new Error('The part of the devices does not settle.')
}

const rec = (at: number, isVerified = false) =>
  listing(`rec${String(at).padStart(2, '0')}`, { isVerified, sourceCreatedAt: new Date(2026, 0, at) })
const records = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => rec(from + at))

async function freshDevice() {
  const device = createDevice(lane)
  await device.pull()
  await device.pull()
  return device
}

const extentOf = (device: Awaited<ReturnType<typeof freshDevice>>) =>
  device.docs('extents') as { id: string }[] as DirectoryExtent[]
const searchable = async () => (await sql`select id from directory_search order by id`).map(({ id }) => id)

test('while the directory is at most the limit, devices hold all of it and the wire is the same', async () => {
  await addListings(db, ...records(1, 5))
  const device = await freshDevice()
  const before = device.cursor()
  await refresh(5)
  await device.pull()
  expect(device.ids('investors')).toHaveLength(5)
  expect(device.ids('extents')).toEqual([])
  expect(device.cursor()).toEqual(before)
  expect(await searchable()).toEqual([])
})

test('above the limit the verified and the best ranked stay; the others leave by the ordinary delta, and are searchable', async () => {
  await addListings(db, ...records(1, 8), rec(9, true))
  await db.insert(investorStats).values({ id: 'rec01' as VcId, totalRequests: 20, topTag: 'AI', rank: 1 })
  const device = await freshDevice()
  expect(device.ids('investors')).toHaveLength(9)

  await refresh(3)
  expect(await device.pull()).toBe('delta')
  // Of those without a rank the newest.
  expect(device.ids('investors')).toEqual(['rec01', 'rec08', 'rec09'])
  expect(extentOf(device)).toEqual([{ id: 'investors', total: 9, onDevices: 3 }])
  expect(await searchable()).toEqual(['rec02', 'rec03', 'rec04', 'rec05', 'rec06', 'rec07'])
  expect((await freshDevice()).ids('investors')).toEqual(device.ids('investors'))
})

test('a record that becomes better joins by a delta, and the worst one leaves', async () => {
  await addListings(db, ...records(1, 6))
  await refresh(3)
  const device = await freshDevice()
  expect(device.ids('investors')).toEqual(['rec04', 'rec05', 'rec06'])

  await sql`update directory_investors set is_verified = true where id = 'rec01'`
  await refresh(3)
  expect(await device.pull()).toBe('delta')
  expect(device.ids('investors')).toEqual(['rec01', 'rec05', 'rec06'])
  expect(await searchable()).toEqual(['rec02', 'rec03', 'rec04'])
})

test('a record at the boundary does not move back and forth: what is on devices stays until something better comes', async () => {
  await addListings(db, ...records(1, 4))
  await refresh(3)
  const device = await freshDevice()
  expect(device.ids('investors')).toEqual(['rec02', 'rec03', 'rec04'])
  const rank = { id: 'rec01' as VcId, totalRequests: 20, topTag: 'AI', rank: 1 }
  await db.insert(investorStats).values(rank)
  await refresh(3)
  await sql`delete from investor_stats`
  await refresh(3)
  await device.pull()
  // It came with its rank, and stays without it.
  expect(device.ids('investors')).toEqual(['rec01', 'rec03', 'rec04'])
  const before = device.cursor()
  await refresh(3)
  await device.pull()
  expect(device.cursor()).toEqual(before)
})

test('a change of a record that no device holds is in no delta and wakes no device; the search has it', async () => {
  await addListings(db, ...records(1, 4))
  await refresh(3)
  const device = await freshDevice()
  const before = device.cursor()
  await sql`update directory_investors set name = 'Changed Elsewhere' where id = 'rec01'`
  await device.pull()
  expect(device.cursor()).toEqual(before)
  await refresh(3)
  expect((await sql`select name_words::text as words from directory_search`)[0]?.words).toContain('elsewhere')
})

test('an import beyond the limit sends its new records to no device', async () => {
  await sql`update directory_extents set device_limit = 3`
  await addListings(db, ...records(1, 3))
  const device = await freshDevice()
  const imported = Array.from({ length: 30 }, (_, at) => ({ id: `recNew${at}`, fields: { name: `New ${at}` } }))
  const kept = records(1, 3).map(({ id, name }) => ({ id, fields: { name } }))
  await importListing({ db }, { source: 'file', records: [...kept, ...imported] })
  await device.pull()
  expect(device.ids('investors')).toEqual(['rec01', 'rec02', 'rec03'])
  expect(extentOf(device)).toEqual([{ id: 'investors', total: 33, onDevices: 3 }])
  await refresh(3)
  expect(await searchable()).toHaveLength(30)
})

test('a record that is listed again keeps its place, and one that is removed leaves the search at once', async () => {
  await addListings(db, ...records(1, 4))
  await refresh(3)
  await sql`update directory_investors set unlisted_at = now()`
  await refresh(3)
  expect(await searchable()).toEqual([])
  await sql`update directory_investors set unlisted_at = null`
  await refresh(3)
  expect(await searchable()).toEqual(['rec01'])
  expect((await freshDevice()).ids('investors')).toEqual(['rec02', 'rec03', 'rec04'])
})

test('a record that leaves by deletion is deleted on devices, and one that no device had leaves no tombstone', async () => {
  await addListings(db, ...records(1, 4))
  await refresh(3)
  await sql`insert into directory_investors (id, name, is_verified, is_venture_capital, is_angel, raw, source_hash)
    values ('recNever', 'Never', false, true, false, '{}', '')`
  const device = await freshDevice()
  await sql`delete from directory_investors where id in ('rec04', 'recNever')`
  await device.pull()
  expect(device.ids('investors')).toEqual(['rec02', 'rec03'])
  expect((await sql`select id from sync_tombstones where id in ('rec04', 'recNever')`).map(({ id }) => id)).toEqual(['rec04'])
})

test('a profile of the platform is placed by the same rule', async () => {
  const vc = { fundName: 'Fund', partnerName: 'Partner', isVerified: true }
  await db.insert(vcs).values([
    { id: 'vc_1' as VcId, ...vc },
    { id: 'vc_2' as VcId, ...vc },
  ])
  await addListings(db, ...records(1, 3))
  const device = await freshDevice()
  await refresh(1)
  await device.pull()
  expect(device.ids('investors')).toHaveLength(1)
  expect(device.ids('investors')[0]).toMatch(/^vc_/)
  expect(await searchable()).toHaveLength(4)
})

test('a higher limit brings all records back, and devices hear that nothing is missing', async () => {
  await addListings(db, ...records(1, 6))
  await refresh(3)
  const device = await freshDevice()
  await refresh(6)
  await device.pull()
  expect(device.ids('investors')).toHaveLength(6)
  expect(device.ids('extents')).toEqual([])
  expect(await searchable()).toEqual([])
})

test('one run moves a bounded number of records, so that its delta stays small', async () => {
  await addListings(db, ...Array.from({ length: 1200 }, (_, at) => listing(`recMany${at}`, { isVerified: false })))
  expect(await refreshExtent({ db, deviceLimit: 10 })).toBe('continue')
  expect(await searchable()).toHaveLength(500)
  await refresh(10)
  expect(await searchable()).toHaveLength(1190)
})
