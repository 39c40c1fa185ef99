import { and, arrayOverlaps, desc, eq, lt, notExists, sql } from 'drizzle-orm'
import { processedMutations, syncParts, syncSnapshots, syncState, syncTombstones } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { BATCH_SIZE, deleteInBatches, inBatchesOf } from '#server/database/delete-in-batches.ts'
import { type Since, stampedSince } from '#server/sync/public/changed-since.ts'
import type { PackedPart } from '#server/sync/public/snapshot-chunks.ts'
import type { PrincipalId } from '#shared/ids.ts'

export type PartRow = Pick<typeof syncParts.$inferSelect, 'brotli' | 'gzip'>
export type SnapshotRow = typeof syncSnapshots.$inferSelect

/** The newest snapshot of an epoch that tombstones still lead on from. */
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
 * A part that an older snapshot had too becomes young again, so that it is not pruned under the new one. Its time is that of the
 * statement: the transaction of a build may have begun minutes before.
 */
export async function insertPart(db: Queryable, part: PackedPart) {
  await db
    .insert(syncParts)
    .values({ ...part, createdAt: sql`clock_timestamp()` })
    .onConflictDoUpdate({ target: syncParts.sha256, set: { documents: part.documents, createdAt: sql`clock_timestamp()` } })
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
  const { brotli, gzip } = syncParts
  const [part] = await db.select({ brotli, gzip }).from(syncParts).where(eq(syncParts.sha256, sha256))
  return part
}

export const hasPart = async (db: Queryable, sha256: string): Promise<boolean> =>
  (await db.$count(syncParts, eq(syncParts.sha256, sha256))) > 0

/** Deletes the parts with one of some documents, those of which it is not known, and every snapshot of such a part. */
export async function deletePartsWith(tx: Transaction, documents: string[]) {
  const wanted = sql`(select array_agg(document) from jsonb_array_elements_text(${JSON.stringify(documents)}::jsonb) document)`
  const gone = await tx
    .delete(syncParts)
    .where(sql`${syncParts.documents} && ${wanted} or ${syncParts.documents} = '{}'`)
    .returning({ sha256: syncParts.sha256 })
  if (gone.length === 0) return
  const hashes = gone.map(({ sha256 }) => sha256)
  await tx.delete(syncSnapshots).where(arrayOverlaps(syncSnapshots.parts, hashes))
}

/** Ids of deleted rows by collection, of those stamped at or after a cursor. */
export async function listTombstones(db: Queryable, since: Since): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ collection: syncTombstones.collection, id: syncTombstones.id })
    .from(syncTombstones)
    .where(stampedSince(syncTombstones.changedXid, since))
  const buried = new Map<string, string[]>()
  for (const { collection, id } of rows) buried.set(collection, [...(buried.get(collection) ?? []), id])
  return buried
}

/** Deletes snapshots that a newer one replaced longer ago than the grace, and the parts nothing names any more. */
export async function pruneSnapshots(db: Queryable, graceHours: number) {
  const graceBegan = sql`now() - make_interval(hours => ${graceHours})`
  await db.execute(sql`
    delete from ${syncSnapshots} as old where exists (
      select 1 from ${syncSnapshots} as newer where newer.created_at > old.created_at and newer.created_at < ${graceBegan})`)
  const named = db
    .select({ id: syncSnapshots.id })
    .from(syncSnapshots)
    .where(sql`${syncParts.sha256} = any(${syncSnapshots.parts})`)
  await db.delete(syncParts).where(and(lt(syncParts.createdAt, graceBegan), notExists(named)))
}

/** Deletes tombstones older than so many days and moves the mark below which cursors start over. */
export const pruneTombstones = (db: Queryable, days: number, batchSize = BATCH_SIZE) =>
  inBatchesOf(batchSize, async (limit) => {
    const isOld = sql`deleted_at < now() - make_interval(days => ${days})`
    const [gone] = await db.execute<{ count: number }>(sql`
      with gone as (
        delete from ${syncTombstones} where ctid = any(array(select ctid from ${syncTombstones} where ${isOld} order by deleted_at limit ${limit}))
        returning changed_xid),
      moved as (
        update ${syncState} set pruned_xid = newest.changed_xid
        from (select changed_xid from gone order by changed_xid desc limit 1) as newest
        where pruned_xid is null or pruned_xid < newest.changed_xid)
      select count(*)::int as count from gone`)
    return gone?.count ?? 0
  })

/**
 * Deletes what is known of changes of private documents for longer than any mark lives, the oldest first. A mark from before the newest
 * deleted change is compared in full: each batch says so in the statement that deletes.
 */
export const prunePrivateChanges = (db: Queryable, hours: number, batchSize = BATCH_SIZE) =>
  inBatchesOf(batchSize, async (limit) => {
    const isOld = sql`created_at < now() - make_interval(hours => ${hours})`
    const [gone] = await db.execute<{ count: number }>(sql`
      with gone as (
        delete from private_changes where ctid = any(array(select ctid from private_changes where ${isOld} order by created_at limit ${limit}))
        returning changed_xid),
      moved as (
        update ${syncState} set private_pruned_xid = newest.changed_xid
        from (select changed_xid from gone order by changed_xid desc limit 1) as newest
        where private_pruned_xid is null or private_pruned_xid < newest.changed_xid)
      select count(*)::int as count from gone`)
    return gone?.count ?? 0
  })

export const pruneProcessed = (db: Queryable, days: number) =>
  deleteInBatches(db, processedMutations, sql`${processedMutations.createdAt} < now() - make_interval(days => ${days})`)

/**
 * Empties the refusals of a batch of a principal's marks that were made until an instant.
 *
 * @param after  the last id of the batch before, or an empty text
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
