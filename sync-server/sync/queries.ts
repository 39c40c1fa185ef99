import { and, arrayOverlaps, desc, eq, lt, notExists, sql } from 'drizzle-orm'
import { processedMutations, syncChunks, syncSnapshots, syncState, syncTombstones } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { BATCH_SIZE, deleteInBatches, inBatchesOf } from '#server/database/delete-in-batches.ts'
import { type Since, stampedSince } from '#server/sync/public/changed-since.ts'
import type { PackedPart } from '#server/sync/public/snapshot-chunks.ts'
import type { PrincipalId } from '#shared/ids.ts'

export type PartRow = Pick<typeof syncChunks.$inferSelect, 'brotli' | 'gzip' | 'columns'>
export type SnapshotRow = typeof syncSnapshots.$inferSelect

/** The newest snapshot of an epoch whose cursor the remaining tombstones still cover. */
export async function findSnapshot(db: Queryable, epoch: string): Promise<SnapshotRow | undefined> {
  const isAlive = sql`${syncSnapshots.cursor} > coalesce((select ${syncState.prunedXid} from ${syncState}), '0')`
  const [row] = await db
    .select()
    .from(syncSnapshots)
    .where(and(eq(syncSnapshots.epoch, epoch), isAlive))
    .orderBy(desc(syncSnapshots.createdAt), desc(syncSnapshots.id))
    .limit(1)
  return row
}

/**
 * A chunk that an older snapshot also used gets a new creation time, so that it is not pruned under the new one. The time is that
 * of the statement: the transaction of a build may have begun minutes before.
 */
export async function insertPart(db: Queryable, part: PackedPart) {
  await db
    .insert(syncChunks)
    .values({ ...part, createdAt: sql`clock_timestamp()` })
    .onConflictDoUpdate({
      target: syncChunks.sha256,
      set: { documents: part.documents, columns: part.columns, createdAt: sql`clock_timestamp()` },
    })
}

export async function insertSnapshot(db: Queryable, snapshot: typeof syncSnapshots.$inferInsert): Promise<SnapshotRow> {
  const [row] = await db
    .insert(syncSnapshots)
    .values({ createdAt: sql`clock_timestamp()`, ...snapshot })
    .returning()
  if (!row) throw new Error('A snapshot was not stored.')
  return row
}

export async function findChunk(db: Queryable, sha256: string): Promise<PartRow | undefined> {
  const { brotli, gzip, columns } = syncChunks
  const [part] = await db.select({ brotli, gzip, columns }).from(syncChunks).where(eq(syncChunks.sha256, sha256))
  return part
}

export const hasPart = async (db: Queryable, sha256: string): Promise<boolean> =>
  (await db.$count(syncChunks, eq(syncChunks.sha256, sha256))) > 0

/**
 * Deletes the chunks that contain one of some documents, the chunks whose documents are unknown, and every snapshot with such a
 * chunk.
 */
export async function deleteChunksWith(tx: Transaction, documents: string[]) {
  const listed = sql`(select array_agg(document) from jsonb_array_elements_text(${JSON.stringify(documents)}::jsonb) document)`
  const deleted = await tx
    .delete(syncChunks)
    .where(sql`${syncChunks.documents} && ${listed} or ${syncChunks.documents} = '{}'`)
    .returning({ sha256: syncChunks.sha256 })
  if (deleted.length === 0) return
  const hashes = deleted.map(({ sha256 }) => sha256)
  await tx.delete(syncSnapshots).where(arrayOverlaps(syncSnapshots.parts, hashes))
}

/** Ids of deleted rows by collection, of those stamped at or after a cursor. */
export async function listTombstones(db: Queryable, since: Since): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ collection: syncTombstones.collection, id: syncTombstones.id })
    .from(syncTombstones)
    .where(stampedSince(syncTombstones.changedXid, since))
  const idsByCollection = new Map<string, string[]>()
  for (const { collection, id } of rows) idsByCollection.set(collection, [...(idsByCollection.get(collection) ?? []), id])
  return idsByCollection
}

/** Deletes snapshots that were replaced by a newer one before the grace period, and chunks that no snapshot references. */
export async function pruneSnapshots(db: Queryable, graceHours: number) {
  const graceBegan = sql`now() - make_interval(hours => ${graceHours})`
  await db.execute(sql`
    delete from ${syncSnapshots} as old where exists (
      select 1 from ${syncSnapshots} as newer where newer.created_at > old.created_at and newer.created_at < ${graceBegan})`)
  const named = db
    .select({ id: syncSnapshots.id })
    .from(syncSnapshots)
    .where(sql`${syncChunks.sha256} = any(${syncSnapshots.parts})`)
  await db.delete(syncChunks).where(and(lt(syncChunks.createdAt, graceBegan), notExists(named)))
}

/** Deletes tombstones older than this many days, and moves the bound below which cursors start over. */
export const pruneTombstones = (db: Queryable, days: number, batchSize = BATCH_SIZE) =>
  inBatchesOf(batchSize, async (limit) => {
    const isOld = sql`deleted_at < now() - make_interval(days => ${days})`
    const [deleted] = await db.execute<{ count: number }>(sql`
      with gone as (
        delete from ${syncTombstones} where ctid = any(array(select ctid from ${syncTombstones} where ${isOld} order by deleted_at limit ${limit}))
        returning changed_xid),
      moved as (
        update ${syncState} set pruned_xid = newest.changed_xid
        from (select changed_xid from gone order by changed_xid desc limit 1) as newest
        where pruned_xid is null or pruned_xid < newest.changed_xid)
      select count(*)::int as count from gone`)
    return deleted?.count ?? 0
  })

/**
 * Deletes rows of private changes that are older than any valid mark, the oldest first. A mark older than the newest deleted
 * change is compared in full: each batch records this in the deleting statement.
 */
export const prunePrivateChanges = (db: Queryable, hours: number, batchSize = BATCH_SIZE) =>
  inBatchesOf(batchSize, async (limit) => {
    const isOld = sql`created_at < now() - make_interval(hours => ${hours})`
    const [deleted] = await db.execute<{ count: number }>(sql`
      with gone as (
        delete from private_changes where ctid = any(array(select ctid from private_changes where ${isOld} order by created_at limit ${limit}))
        returning changed_xid),
      moved as (
        update ${syncState} set private_pruned_xid = newest.changed_xid
        from (select changed_xid from gone order by changed_xid desc limit 1) as newest
        where private_pruned_xid is null or private_pruned_xid < newest.changed_xid)
      select count(*)::int as count from gone`)
    return deleted?.count ?? 0
  })

export const pruneProcessed = (db: Queryable, days: number) =>
  deleteInBatches(db, processedMutations, sql`${processedMutations.createdAt} < now() - make_interval(days => ${days})`)

/**
 * Deletes the messages of refused mutations, in a batch of a principal's processed rows created until an instant.
 *
 * @param after  the last id of the previous batch, or an empty text
 * @returns the last id of this one, or null when it was the last batch
 */
export async function emptyRefusals(
  db: Queryable,
  { principalId, until, after }: { principalId: PrincipalId; until: string; after: string },
  batchSize: number,
): Promise<string | null> {
  const [batch] = await db.execute<{ last: string | null; count: number }>(sql`
    with batch as (
      select id from ${processedMutations} where principal_id = ${principalId} and id > ${after} order by id limit ${batchSize}),
    emptied as (
      update ${processedMutations} set refusal = null
      where id in (select id from batch) and refusal is not null and created_at <= ${until}::timestamptz)
    select max(id) as last, count(*)::int as count from batch`)
  return batch?.count === batchSize ? batch.last : null
}
