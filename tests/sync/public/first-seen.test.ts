import { afterAll, afterEach, expect, test } from 'vitest'
import { directoryInvestors, syncSnapshots } from '#drizzle/schema/index.ts'
import { Problem } from '#shared/problem.ts'
import { addListings, countingLane, createDevice, directoryApp, directoryLane, listing } from '#tests/support/actors/directory.ts'
import { soleDatabase } from '#tests/support/database/postgres.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { readDirectory } from '#tests/sync/support/device-contents.ts'
import { TestDevice } from '#tests/sync/support/test-device.ts'
import { schedule } from '#web/db/schedule.ts'
import { createApi } from '#web/net/api.ts'
import type { Locks } from '#web/sync/engine/platform.ts'
import { pullPublic } from '#web/sync/engine/pull/pull-public.ts'
import type { Transport } from '#web/sync/engine/transport.ts'

const database = await soleDatabase()
const { db, sql } = database
const app = directoryApp(directoryLane(database))
afterEach(async () => {
  await db.delete(directoryInvestors)
  await db.delete(syncSnapshots)
})
const second = database.connectAgain()
afterAll(() => second.sql.end())

/** A device whose requests reach the lane, and the ids of the investors in each delta. */
async function openDevice() {
  const deltas: string[][] = []
  const device = new TestDevice(async (path, init) => {
    const response = await app.handle(new Request(`http://localhost${path}`, init))
    if (path.startsWith('/api/sync/directory?')) {
      const { put } = (await response.clone().json()) as { put?: { investors?: { id: string }[] } }
      deltas.push((put?.investors ?? []).map(({ id }) => id))
    }
    return response
  })
  const tab = await device.openTab()
  const pull = async () => {
    deltas.length = 0
    await tab.client.settle(['directory'])
    return deltas.flat()
  }
  return { tab, pull }
}

test('with an open transaction elsewhere in the cluster, each change reaches a device once', async () => {
  const { tab, pull } = await openDevice()
  await addListings(db, listing('recFirst'))
  await pull()
  const open = await openTransaction(second)
  await open.write((tx) => tx`select pg_current_xact_id()`)
  const another = await openTransaction(second)
  await another.write((tx) => tx`select pg_current_xact_id()`)
  const received: string[][] = []
  for (const id of ['recA', 'recB', 'recC']) {
    await addListings(db, listing(id))
    received.push(await pull())
  }
  await open.write(
    (tx) => tx`insert into directory_investors (id, name, is_verified, is_venture_capital, is_angel, raw, source_hash)
      values ('recLate', 'Late', true, true, false, '{}', '')`,
  )
  await open.end('commit')
  await another.end('rollback')
  received.push(await pull())
  expect(received).toEqual([['recA'], ['recB'], ['recC'], ['recLate']])
  expect(Object.keys((await readDirectory(tab.directory)).investors ?? {}).sort()).toEqual([
    'recA',
    'recB',
    'recC',
    'recFirst',
    'recLate',
  ])
  await tab.kill()
})

test('with an open transaction elsewhere in the cluster, the removal of most records reaches a device', async () => {
  const { tab, pull } = await openDevice()
  await addListings(db, ...['recA', 'recB', 'recC', 'recD'].map((id) => listing(id)))
  await pull()
  const open = await openTransaction(second)
  await open.write((tx) => tx`select pg_current_xact_id()`)
  await sql`delete from directory_investors where id <> 'recD'`
  // A removal of this size is checked against a newer snapshot, which is built at most every ten seconds.
  await sql`update sync_snapshots set created_at = created_at - interval '1 minute'`
  await pull()
  expect(Object.keys((await readDirectory(tab.directory)).investors ?? {})).toEqual(['recD'])
  await addListings(db, listing('recE'))
  await pull()
  expect(Object.keys((await readDirectory(tab.directory)).investors ?? {}).sort()).toEqual(['recD', 'recE'])
  await open.end('rollback')
  await tab.kill()
})

test('a delta that arrives after a newer one of another tab changes nothing', async () => {
  const replies: (() => void)[] = []
  let isHeld = false
  const send = async (path: string, init: RequestInit) => {
    const response = await app.handle(new Request(`http://localhost${path}`, init))
    if (isHeld && path.startsWith('/api/sync/directory?')) await new Promise<void>((resolve) => replies.push(resolve))
    return response
  }
  const device = new TestDevice(send)
  const [slow, quick] = [await device.openTab(), await device.openTab()]
  const locks: Locks = { exclusively: (_name, work) => work(), takeOver: (_name, work) => work() }
  const transport: Transport = { api: createApi(send), locks, stop: new AbortController().signal, after: schedule }
  await addListings(db, listing('recA', { name: 'Before' }))
  await pullPublic(transport, slow.directory)
  const open = await openTransaction(second)
  await open.write((tx) => tx`select pg_current_xact_id()`)
  await sql`update directory_investors set name = 'Older' where id = 'recA'`
  isHeld = true
  const late = pullPublic(transport, slow.directory)
  // The tab may also pull by itself.
  await eventually(() => expect(replies.length).toBeGreaterThan(0))
  isHeld = false
  await sql`update directory_investors set name = 'Newer' where id = 'recA'`
  await pullPublic(transport, quick.directory)
  for (const reply of replies) reply()
  await late
  await open.end('commit')
  expect((await readDirectory(slow.directory)).investors?.recA).toMatchObject({ name: 'Newer' })
  await Promise.all([slow.kill(), quick.kill()])
})

test('clients that forge cursors and seen snapshots are charged for each response', async () => {
  const { epoch, cursor: since } = await directoryLane(database).snapshot()
  await addListings(db, ...Array.from({ length: 20 }, (_, at) => listing(`rec${at}`)))
  const lane = directoryLane(database)
  let charged = 0
  const pull = (seen?: string) =>
    lane.pull({ epoch, since, ...(seen !== undefined && { seen }) }, (bytes) => {
      charged += bytes
    })
  for (const seen of ['1:1:', '2:2:', '3:3:']) await pull(seen)
  expect(charged).toBeGreaterThanOrEqual(3 * 20 * 1024)
  const before = charged
  await pull()
  await pull()
  expect(charged - before).toBeLessThanOrEqual(21 * 1024)
})

test('a device that starts over during an open transaction elsewhere does so once', async () => {
  const device = createDevice(directoryLane(database))
  await device.pull()
  const open = await openTransaction(second)
  await open.write((tx) => tx`select pg_current_xact_id()`)
  const thesis = 'x'.repeat(2000)
  await addListings(db, ...Array.from({ length: 300 }, (_, at) => listing(`rec${at}`, { investmentThesis: thesis + at })))
  const outcomes = [await device.pull(), await device.pull(), await device.pull()]
  expect(outcomes.slice(1)).toEqual(['delta', 'delta'])
  expect(device.ids('investors')).toHaveLength(300)
  await open.end('rollback')
})

test('a client that is refused for the cost of its response does not deny the response to a concurrent caller', async () => {
  const lane = directoryLane(database)
  const { epoch, cursor: since } = await lane.snapshot()
  await addListings(db, listing('recA'))
  const refuse = () => {
    throw new Problem('too-many-requests')
  }
  const position = { epoch, since }
  // The response is built once for both.
  const outcomes = await Promise.allSettled([lane.pull(position, refuse), lane.pull(position, refuse)])
  const [answered, refused] = outcomes.toSorted((one, other) => one.status.localeCompare(other.status))
  expect(answered).toMatchObject({ status: 'fulfilled', value: { put: { investors: [{ id: 'recA' }] } } })
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'too-many-requests' } })
})

test('large responses start at one of a few marks, for every cursor', async () => {
  const { lane, counted } = countingLane(database)
  const { epoch, cursor } = await lane.snapshot()
  for (let at = 0; at < 120; at += 1) await addListings(db, listing(`rec${at}`))
  const cursors = Array.from({ length: 60 }, (_, at) => String(BigInt(cursor) + BigInt(at)))
  counted.reads = 0
  const answers = await Promise.all(cursors.map((since) => lane.pull({ epoch, since })))
  expect(counted.reads).toBeLessThanOrEqual(8)
  for (const [at, answer] of answers.entries()) {
    const ids = 'put' in answer ? (answer.put.investors ?? []).map(({ id }) => id) : []
    expect(ids, `from ${cursors[at]}`).toContain('rec119')
    expect(ids.length).toBeGreaterThanOrEqual(120 - 2 * at)
  }
})
