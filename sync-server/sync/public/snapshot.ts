import { sql } from 'drizzle-orm'
import { lockOverNodes } from '#server/database/advisory-lock.ts'
import type { Database, Queryable, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { insertPart, insertSnapshot, type SnapshotRow } from '#server/sync/queries.ts'
import { withRepeatableRead } from '#server/sync/repeatable-read.ts'
import { cursorAfter, readWatermarkIn } from '#server/sync/watermark.ts'
import { directoryCollections } from '#shared/sync/collections.ts'
import { BUILD_WAIT_MS, CHUNKS_LOCK, listWithdrawn, SNAPSHOT_LOCK } from './delete-chunks.ts'
import type { DirectorySources } from './public-source.ts'
import { type Collections, type PackedPart, packPart, splitIntoChunks } from './snapshot-chunks.ts'

/** The last attempt stores what it has: the job of the withdrawal deletes it again. */
const MAX_ATTEMPTS = 3

export type SnapshotDeps = { db: Database; sources: DirectorySources }

/** The whole directory at one instant, and the cursor that continues from it. */
async function readDirectory(tx: Transaction, { sources }: SnapshotDeps, watermarkQuery: string) {
  const watermark = await readWatermarkIn(tx, watermarkQuery)
  const collections: Collections = {}
  for (const collection of directoryCollections) collections[collection] = await sources[collection].listAll(tx)
  return { cursor: cursorAfter(watermark), collections }
}

/**
 * Builds a snapshot and stores it with its chunks, unless another node just did.
 *
 * Acquires its two connections before the lock: other builds of this node that wait for the lock may occupy the rest of the pool.
 *
 * @param findFresh  finds a usable snapshot; called again once no other node is building
 */
export async function buildSnapshot(deps: SnapshotDeps, build: Build): Promise<SnapshotRow> {
  for (let attempt = 1; ; attempt += 1) {
    const built = await tryBuild(deps, build, attempt === MAX_ATTEMPTS)
    if (built) return built
  }
}

type Build = { epoch: string; watermarkQuery: string; findFresh: (db: Queryable) => Promise<SnapshotRow | undefined> }

/** @returns undefined when a document was withdrawn that the build had already read */
async function tryBuild(deps: SnapshotDeps, { epoch, watermarkQuery, findFresh }: Build, isLast: boolean) {
  // A transaction-level lock is released with its transaction, also behind a pooler.
  return deps.db.transaction(async (lock) => {
    const read = await withRepeatableRead(deps.db, async (tx) => {
      // Not a query: the snapshot of this transaction begins with the first query, which has to come after the lock.
      await tx.execute(sql.raw(`set local idle_in_transaction_session_timeout = ${BUILD_WAIT_MS}`))
      await lockOverNodes(lock, SNAPSHOT_LOCK, BUILD_WAIT_MS)
      return (await findFresh(lock)) ?? readDirectory(tx, deps, watermarkQuery)
    })
    if ('id' in read) return read

    const { cursor, collections } = read
    const parts: PackedPart[] = []
    for (const part of splitIntoChunks(collections)) parts.push(await packPart(part))
    await lockOverNodes(lock, CHUNKS_LOCK, BUILD_WAIT_MS)
    const withdrawn = isLast ? undefined : await listWithdrawn(lock)
    if (withdrawn && parts.some(({ documents }) => documents.some((document) => withdrawn.has(document)))) return undefined
    for (const part of parts) await insertPart(lock, part)
    return insertSnapshot(lock, {
      id: newId('snap'),
      epoch,
      cursor: String(cursor),
      parts: parts.map((part) => part.sha256),
      size: parts.reduce((sum, part) => sum + (part.columns ?? part.brotli).length, 0),
    })
  })
}
