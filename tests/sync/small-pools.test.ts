import { expect, test } from 'vitest'
import { principals } from '#drizzle/schema/index.ts'
import { lockOverNodes } from '#server/database/advisory-lock.ts'
import { createPrivateLane } from '#server/sync/private/private-lane.ts'
import { createPrivateMarks } from '#server/sync/private/private-marks.ts'
import { sourcesOf } from '#server/sync/private/private-source.ts'
import { BUILD_WAIT_MS, deleteChunksJob, SNAPSHOT_LOCK } from '#server/sync/public/delete-chunks.ts'
import { createPublicLane } from '#server/sync/public/public-lane.ts'
import type { DirectorySources } from '#server/sync/public/public-source.ts'
import { buildSnapshot } from '#server/sync/public/snapshot.ts'
import { watermarkQuery } from '#server/sync/watermark.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { directoryCollections, privateCollections } from '#shared/sync/collections.ts'
import { addListings, directorySources, listing } from '#tests/support/actors/directory.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { testModules } from '#tests/support/modules.ts'

/** Code that holds a connection and waits for another one never finishes when all other callers do the same. */
const database = await testDatabase()
const ADA = 'pri_ada' as PrincipalId
/** Below the time after which the database ends a transaction that waits: code that never finishes has to fail the test. */
const TIMEOUT_MS = 28_000

const countWaiting = async () => {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
  return row?.count
}

test(
  'a pull needs one connection, also the first one, which does not know the epoch',
  async () => {
    await database.db.insert(principals).values({ id: ADA, kind: 'guest' })
    const { db, sql } = database.connectAgain(1)
    const { privateCollections: inputs } = await testModules(database)
    const marks = createPrivateMarks({ sql, rules: () => 'rules' })
    const lane = createPrivateLane({ db, sources: sourcesOf(inputs), marked: { marks, inputs } })
    const have = Object.fromEntries(privateCollections.map((collection) => [collection, {}]))
    const pulls = await Promise.all(Array.from({ length: 3 }, () => lane.pull(ADA, { mark: '', have })))
    for (const delta of pulls) expect(delta?.mark).toEqual(expect.any(String))
  },
  TIMEOUT_MS,
)

test(
  'a snapshot build does not wait for a connection of a caller that waits for its lock',
  async () => {
    const { db } = database.connectAgain(2)
    const sources = Object.fromEntries(
      directoryCollections.map((collection) => [collection, { listAll: async () => [] }]),
    ) as unknown as DirectorySources
    let build: Promise<unknown> = Promise.resolve()
    let withdrawal: Promise<unknown> = Promise.resolve()
    await database.db.transaction(async (other) => {
      await lockOverNodes(other, SNAPSHOT_LOCK, BUILD_WAIT_MS)
      const query = { epoch: 'epoch', watermarkQuery: watermarkQuery([]), findFresh: async () => undefined }
      build = buildSnapshot({ db, sources }, query)
      await expect.poll(countWaiting).toBe(1)
      withdrawal = deleteChunksJob(db)({ documents: ['investors recA'] })
      await Bun.sleep(100)
    })
    expect(await build).toMatchObject({ epoch: 'epoch' })
    await withdrawal
  },
  TIMEOUT_MS,
)

test(
  'a build that finds out whether another one was quicker reads on the connections that it has',
  async () => {
    const { db, sql } = database.connectAgain(2)
    const lane = createPublicLane({ db, sql, sources: directorySources })
    await lane.refreshSnapshot()
    await addListings(db, listing('recNew', {}))
    await lane.refreshSnapshot()
    const { parts } = await lane.snapshot()
    expect(JSON.stringify(await lane.readPart(parts[0] ?? ''))).toContain('recNew')
    expect(parts).toHaveLength(1)
  },
  TIMEOUT_MS,
)
