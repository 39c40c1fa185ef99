import { sql as fragment } from 'drizzle-orm'
import type { Sql, Transaction } from '#server/db.ts'

/** What one look at the database says about time, in its own clock of transaction ids. */
export type Fence = {
  /** Every transaction below this one is over. */
  xmin: bigint
  /** The newest stamp anything carries that this look can see. */
  latest: bigint
  /** Tombstones up to here are gone. */
  pruned: bigint
  seed: string
}

type Row = { xmin: string; latest: string | null; pruned: string | null; seed: string }

/** The one statement that reads a fence; every table's newest stamp is one step into its index. */
export function fenceQuery(tables: string[]): string {
  const newest = [...tables, 'sync_tombstones'].map(
    (table) => `(select changed_xid from "${table}" order by changed_xid desc limit 1)`,
  )
  return `select pg_snapshot_xmin(pg_current_snapshot())::text as xmin, greatest(pruned_xid, ${newest.join(', ')})::text as latest,
    pruned_xid::text as pruned, epoch_seed as seed from sync_state where id = 1`
}

/** Reads a fence on its own: prepared, one round trip. */
export async function readFence(sql: Sql, query: string): Promise<Fence> {
  return fenceOf((await sql.unsafe<Row[]>(query, [], { prepare: true }))[0])
}

/** Reads the fence of a transaction's own snapshot. */
export async function readFenceIn(tx: Transaction, query: string): Promise<Fence> {
  return fenceOf((await tx.execute<Row>(fragment.raw(query)))[0])
}

function fenceOf(row: Row | undefined): Fence {
  if (!row) throw new Error('The table sync_state is empty: the migrations have not run.')
  return { xmin: BigInt(row.xmin), latest: BigInt(row.latest ?? 0), pruned: BigInt(row.pruned ?? -1), seed: row.seed }
}

/**
 * The cursor a device gets after a look: everything stamped below it has been seen.
 *
 * `xmin` alone would do for open transactions. It would not survive a crash: the
 * id of a transaction that was rolled back may never have reached the disk, and
 * after the restart Postgres gives it to another, whose rows a cursor above it
 * would miss. So a cursor passes no id but those whose commit is on the disk,
 * and `latest` is one.
 */
export function cursorAfter(fence: Fence, since = 0n): bigint {
  const seen = fence.latest + 1n
  const next = seen < fence.xmin ? seen : fence.xmin
  return next > since ? next : since
}
