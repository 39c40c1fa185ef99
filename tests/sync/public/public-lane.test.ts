import { beforeEach, expect, test } from 'vitest'
import { directoryInvestors, syncSnapshots, syncState, vcs } from '#drizzle/schema/index.ts'
import { pruneSnapshots, pruneTombstones } from '#server/sync/queries.ts'
import type { VcId } from '#shared/ids.ts'
import { addListings, countingLane, createDevice, directoryLane, listing } from '#tests/support/actors/directory.ts'
import { soleDatabase } from '#tests/support/database/postgres.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'

// cspell:ignore anotherepoch

const database = await soleDatabase()
const { db, sql } = database
const lane = directoryLane(database)

beforeEach(async () => {
  for (const table of ['directory_investors', 'vcs', 'projects', 'cold_investors']) await sql`delete from ${sql(table)}`
})

/** A device with the current contents. */
async function freshDevice(of = lane) {
  const device = createDevice(of)
  await device.pull()
  await device.pull()
  return device
}

test('rows inserted, updated and deleted directly in the database reach every device', async () => {
  const device = await freshDevice()
  await sql`insert into directory_investors (id, name, is_verified, is_venture_capital, is_angel, raw, source_hash)
    values ('recA', 'Ada', true, true, false, '{}', ''), ('recB', 'Bo', true, true, false, '{}', '')`
  await device.pull()
  expect(device.docs('investors').map(({ name }) => name)).toEqual(['Ada', 'Bo'])
  await sql`update directory_investors set name = 'Ada L.' where id = 'recA'`
  await sql`delete from directory_investors where id = 'recB'`
  await device.pull()
  expect(device.docs('investors').map(({ name }) => name)).toEqual(['Ada L.'])
})

test('unlisted, unverified, deactivated or unpublished records leave the devices, and return', async () => {
  await addListings(db, listing('recA'))
  const vc = { fundName: 'Fund', partnerName: 'Partner', isVerified: true }
  await db.insert(vcs).values([
    { id: 'vc_1' as VcId, ...vc },
    { id: 'vc_2' as VcId, ...vc },
    { id: 'vc_pending' as VcId, ...vc, isVerified: false },
  ])
  await sql`insert into projects (id, company_name, is_published) values ('prj_1', 'Acme', true), ('prj_draft', 'Secret', false)`
  const device = await freshDevice()
  const ids = () => [...device.ids('investors'), ...device.ids('projects')]
  expect(ids()).toEqual(['recA', 'vc_1', 'vc_2', 'prj_1'])

  await sql`update directory_investors set unlisted_at = now()`
  await sql`update vcs set is_verified = false where id = 'vc_1'`
  await sql`update vcs set is_active = false where id = 'vc_2'`
  await sql`update projects set is_published = false`
  await device.pull()
  expect(ids()).toEqual([])

  await sql`update directory_investors set unlisted_at = null`
  await sql`update vcs set is_verified = true, is_active = true`
  await sql`update projects set is_published = true where id = 'prj_1'`
  await device.pull()
  expect(ids()).toEqual(['recA', 'vc_1', 'vc_2', 'vc_pending', 'prj_1'])
})

test('a row that is deleted and inserted again remains, and a row with a changed id leaves no duplicate', async () => {
  await addListings(db, listing('recA'), listing('recB'))
  const device = await freshDevice()
  await sql.begin(async (tx) => {
    await tx`delete from directory_investors where id = 'recA'`
    await tx`insert into directory_investors (id, name, is_verified, is_venture_capital, is_angel, raw, source_hash)
      values ('recA', 'Again', true, true, false, '{}', '')`
    await tx`update directory_investors set id = 'recC' where id = 'recB'`
  })
  await device.pull()
  expect(
    device
      .docs('investors')
      .map(({ id, name }) => [id, name])
      .sort(),
  ).toEqual([
    ['recA', 'Again'],
    ['recC', 'Partner recB'],
  ])
})

test('a tombstone for an id that exists removes nothing', async () => {
  await addListings(db, listing('recA'))
  const device = await freshDevice()
  // The result of two transactions when the one that inserted the row again could not see the tombstone.
  await sql`insert into sync_tombstones (collection, id) values ('investors', 'recA')`
  await device.pull()
  expect(device.ids('investors')).toEqual(['recA'])
})

test('a change of a decision maker is a change of the fund, and names stay masked', async () => {
  await sql`insert into cold_investors (id, fund_name, fund_slug) values ('cold_1', 'Cold Fund', 'cold-fund')`
  await sql`insert into decision_makers (id, cold_investor_id, position, role, full_name) values ('dm_1', 'cold_1', 0, 'Partner', 'Valentina Wójcik')`
  const device = await freshDevice()
  await sql`update decision_makers set role = 'Managing Partner'`
  await device.pull()
  expect(device.doc('coldFunds', 'cold_1')?.decisionMakers).toMatchObject([
    { role: 'Managing Partner', maskedName: 'V••••• W•••••' },
  ])
})

test('a device starts over when its cursor belongs to another epoch', async () => {
  await addListings(db, listing('recA'))
  const device = await freshDevice()
  const { epoch, since } = device.cursor()
  expect(await lane.pull({ epoch, since })).not.toHaveProperty('reset')
  expect(await lane.pull({ epoch: 'anotherepoch', since })).toEqual({ reset: true })
  for (const ahead of [String(BigInt(since) + 1_000_000n), '99999999999999999999']) {
    expect(await lane.pull({ epoch, since: ahead })).toEqual({ reset: true })
  }
})

test('TRUNCATE, which leaves no tombstones, makes every device start over', async () => {
  await addListings(db, listing('recA'))
  const device = await freshDevice()
  await sql`truncate directory_investors`
  expect(await device.pull()).toBe('reset')
  expect(device.ids('investors')).toEqual([])
  expect(await device.pull()).toBe('delta')
})

test('tombstones are deleted after 90 days, and a device from before them starts over', async () => {
  await addListings(db, listing('recOld'), listing('recNew'))
  const old = await freshDevice()
  await sql`delete from directory_investors where id = 'recOld'`
  const [tombstone] = await sql`select changed_xid::text as xid from sync_tombstones where id = 'recOld'`
  const current = await freshDevice()
  expect(BigInt(current.cursor().since)).toBeGreaterThan(BigInt(tombstone?.xid))
  await sql`update sync_tombstones set deleted_at = now() - interval '91 days' where id = 'recOld'`
  await pruneTombstones(db, 90)
  await pruneTombstones(db, 90)
  expect(await sql`select from sync_tombstones where id = 'recOld'`).toHaveLength(0)
  expect(await old.pull()).toBe('reset')
  expect(old.ids('investors')).toEqual(['recNew'])
  for (const device of [old, current, await freshDevice()]) expect(await device.pull()).toBe('delta')
})

test('a delta larger than a fresh snapshot is answered with the snapshot, once', async () => {
  const device = await freshDevice()
  const thesis = 'x'.repeat(2000)
  await addListings(db, ...Array.from({ length: 500 }, (_, at) => listing(`rec${at}`, { investmentThesis: thesis + at })))
  expect(await lane.pull(device.cursor())).toEqual({ reset: true })
  await device.pull()
  expect(device.ids('investors')).toHaveLength(500)
  expect(await device.pull()).toBe('delta')
})

test('an old cursor, which any client may send, makes no node read the whole directory', async () => {
  const device = await freshDevice()
  const text = () => crypto.randomUUID().repeat(40)
  await addListings(db, ...Array.from({ length: 1600 }, (_, at) => listing(`rec${at}`, { investmentThesis: text() })))
  const { lane: own, counted } = countingLane(database)
  expect(await own.pull(device.cursor())).toEqual({ reset: true })
  const before = counted.reads
  expect(await own.pull(device.cursor())).toEqual({ reset: true })
  expect(counted.reads).toBe(before)
})

test('nodes that need a snapshot at the same time build one', async () => {
  await addListings(db, listing('recA'))
  const nodes = [lane, directoryLane(database.connectAgain()), directoryLane(database.connectAgain())]
  await db.delete(syncSnapshots)
  const manifests = await Promise.all(nodes.flatMap((node) => [node.snapshot(), node.snapshot(), node.refreshSnapshot()]))
  expect(await db.$count(syncSnapshots)).toBe(1)
  expect(new Set(manifests.filter(Boolean).map((manifest) => JSON.stringify(manifest))).size).toBe(1)
})

test('a snapshot is rebuilt after many changes, and the old chunks outlive the download', async () => {
  await addListings(db, listing('recA'))
  await lane.refreshSnapshot()
  const before = await lane.snapshot()
  await lane.refreshSnapshot()
  expect(await lane.snapshot()).toEqual(before)

  await addListings(db, ...Array.from({ length: 300 }, (_, at) => listing(`rec${at}`)))
  await lane.refreshSnapshot()
  const after = await lane.snapshot()
  expect(after.parts).not.toEqual(before.parts)

  const own = directoryLane(database)
  await pruneSnapshots(db, 24)
  for (const part of before.parts) expect(await own.part(part)).toBeDefined()
  await sql`update sync_snapshots set created_at = created_at - interval '2 days'`
  await sql`update sync_chunks set created_at = created_at - interval '2 days'`
  await pruneSnapshots(db, 24)
  const later = directoryLane(database)
  for (const part of before.parts) expect(await later.part(part)).toBeUndefined()
  for (const part of after.parts) expect(await later.part(part)).toBeDefined()
})

test('a removal is checked against a newer snapshot, and no client causes a build more often than every ten seconds', async () => {
  await addListings(db, listing('recA'), listing('recB'))
  await db.delete(syncSnapshots)
  const before = await lane.snapshot()
  await sql`delete from directory_investors where id = 'recB'`
  expect(await lane.snapshot(true)).toEqual(before)

  await sql`update sync_snapshots set created_at = created_at - interval '11 seconds'`
  expect(await lane.snapshot()).toEqual(before)
  const checked = await lane.snapshot(true)
  expect(checked.parts).not.toEqual(before.parts)
  expect(await lane.snapshot(true)).toEqual(checked)
})

test('stamps from the future, as in a restored dump, are repaired', async () => {
  await addListings(db, listing('recA'))
  await sql`alter table directory_investors disable trigger sync_stamp`
  await sql`update directory_investors set changed_xid = '900000000000'`
  await sql`alter table directory_investors enable trigger sync_stamp`
  await db.update(syncState).set({ prunedXid: '900000000000' })
  await directoryLane(database).mendStamps()
  const device = await freshDevice()
  expect(device.ids('investors')).toEqual(['recA'])
  expect(await device.pull()).toBe('delta')
  const [row] = await db.select().from(directoryInvestors)
  expect(BigInt(row?.changedXid ?? 0)).toBeLessThan(900_000_000_000n)
})

test('a response to an old cursor is built once while nothing changes, also for cursors forged between commits', async () => {
  await addListings(db, listing('recA'))
  const device = await freshDevice()
  const { epoch, since } = device.cursor()
  // Ids of transactions that stamp nothing, between the cursor and the change.
  for (let at = 0; at < 5; at++) await sql`select pg_current_xact_id()`
  const [row] = await sql<{ stamp: string }[]>`update directory_investors set name = 'Ada' returning changed_xid::text as stamp`
  const stamp = BigInt(row?.stamp ?? 0)
  const first = await lane.pull({ epoch, since })
  expect(first).toMatchObject({ put: { investors: [{ name: 'Ada' }] } })
  for (const invented of [BigInt(since), BigInt(since) + 1n, stamp - 1n, stamp]) {
    expect(await lane.pull({ epoch, since: String(invented) })).toBe(first)
  }
  await sql`update directory_investors set name = 'Bo'`
  expect(await lane.pull({ epoch, since })).toMatchObject({ put: { investors: [{ name: 'Bo' }] } })
})

test('a cached response is not served any more once an older transaction commits', async () => {
  await addListings(db, listing('recA'), listing('recB'), listing('recC'))
  const device = await freshDevice()
  const cursor = device.cursor()
  const namesNow = async () => {
    const { put } = (await lane.pull(cursor)) as { put: { investors?: { name: string }[] } }
    return (put.investors ?? []).map(({ name }) => name)
  }
  await sql`update directory_investors set name = 'First' where id = 'recC'`
  const open = await openTransaction(database)
  await open.write((tx) => tx`update directory_investors set name = 'Late' where id = 'recA'`)
  await sql`update directory_investors set name = 'Early' where id = 'recB'`
  expect(await namesNow()).not.toContain('Late')
  await open.end('commit')
  expect(await namesNow()).toEqual(expect.arrayContaining(['First', 'Early', 'Late']))
})

test('during an open transaction, no pull and no job builds a snapshot that is not newer', async () => {
  await addListings(db, listing('recA'))
  const device = await freshDevice()
  const open = await openTransaction(database)
  await open.write((tx) => tx`select pg_current_xact_id()`)
  const text = () => crypto.randomUUID().repeat(40)
  await addListings(db, ...Array.from({ length: 1600 }, (_, at) => listing(`rec${at}`, { investmentThesis: text() })))
  await device.pull()
  await lane.refreshSnapshot()
  const before = await db.$count(syncSnapshots)
  const { epoch, since } = device.cursor()
  for (let at = 0; at < 3; at += 1) await lane.pull({ epoch, since })
  await lane.refreshSnapshot()
  expect(await db.$count(syncSnapshots)).toBe(before)
  await open.end('rollback')
})

test('a chunk that is read for a page does not stay in memory, and one that a device has loaded is not read again', async () => {
  await addListings(db, listing('recA'))
  const own = directoryLane(database)
  await sql`delete from sync_snapshots`
  const [sha256 = ''] = (await own.snapshot()).parts
  const read = async () => (await own.readPart(sha256))?.put.investors?.length
  expect(await read()).toBe(1)
  const loading = directoryLane(database)
  await loading.part(sha256)
  await sql`delete from sync_snapshots`
  await sql`delete from sync_chunks`
  expect(await read()).toBeUndefined()
  expect((await loading.readPart(sha256))?.put.investors).toHaveLength(1)
})
