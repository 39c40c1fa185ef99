import { sql } from 'drizzle-orm'
import { lockOverNodes } from '#server/database/advisory-lock.ts'
import type { Database, Queryable, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { insertPart, insertSnapshot, type SnapshotRow } from '#server/sync/queries.ts'
import { withRepeatableRead } from '#server/sync/repeatable-read.ts'
import { cursorAfter, readWatermarkIn } from '#server/sync/watermark.ts'
import { directoryCollections } from '#shared/sync/collections.ts'
import type { DirectorySources } from './public-source.ts'
import { type Collections, type PackedPart, packPart, splitIntoChunks } from './snapshot-chunks.ts'

/** Locked while a snapshot is built, and by transactions that withdraw documents from it. */
export const SNAPSHOT_LOCK = 'snapshot'

/** Longer than the build of a large directory. */
export const BUILD_WAIT_MS = 2 * 60_000

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
export async function buildSnapshot(
  deps: SnapshotDeps,
  {
    epoch,
    watermarkQuery,
    findFresh,
  }: { epoch: string; watermarkQuery: string; findFresh: (db: Queryable) => Promise<SnapshotRow | undefined> },
): Promise<SnapshotRow> {
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
    for (const part of parts) await insertPart(lock, part)
    return insertSnapshot(lock, {
      id: newId('snap'),
      epoch,
      cursor: String(cursor),
      parts: parts.map((part) => part.sha256),
      size: parts.reduce((sum, part) => sum + part.brotli.length, 0),
    })
  })
}
