import { sql as fragment } from 'drizzle-orm'
import type { Sql, Transaction } from '#server/database/client.ts'

/** What one look at the database says about time, in its own clock of transaction ids. */
export type Watermark = {
  /** Every transaction below this one is over. */
  xmin: bigint
  /** The newest stamp anything carries that this look can see. */
  latest: bigint
  /** Which transactions were over at this look, as `pg_current_snapshot()` writes it. */
  snapshot: string
  /** Tombstones up to here are gone. */
  pruned: bigint
  seed: string
}

type Row = { xmin: string; snapshot: string; latest: string | null; pruned: string | null; seed: string }

/** The one statement that reads a fence; every table's newest stamp is one step into its index. */
export function watermarkQuery(tables: string[]): string {
  const newest = [...tables, 'sync_tombstones'].map(
    (table) => `(select changed_xid from "${table}" order by changed_xid desc limit 1)`,
  )
  return `select pg_snapshot_xmin(pg_current_snapshot())::text as xmin, pg_current_snapshot()::text as snapshot, greatest(pruned_xid, ${newest.join(', ')})::text as latest,
    pruned_xid::text as pruned, epoch_seed as seed from sync_state where id = 1`
}

/** Reads a fence on its own: prepared, one round trip. */
export async function readWatermark(sql: Sql, query: string): Promise<Watermark> {
  return fenceOf((await sql.unsafe<Row[]>(query, [], { prepare: true }))[0])
}

/** Reads the fence of a transaction's own snapshot. */
export async function readFenceIn(tx: Transaction, query: string): Promise<Watermark> {
  return fenceOf((await tx.execute<Row>(fragment.raw(query)))[0])
}

function fenceOf(row: Row | undefined): Watermark {
  if (!row) throw new Error('The table sync_state is empty: the migrations have not run.')
  const { snapshot, seed } = row
  return { xmin: BigInt(row.xmin), latest: BigInt(row.latest ?? 0), pruned: BigInt(row.pruned ?? -1), snapshot, seed }
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
export function cursorAfter(fence: Watermark, since = 0n): bigint {
  const seen = fence.latest + 1n
  const next = seen < fence.xmin ? seen : fence.xmin
  return next > since ? next : since
}

export type Snapshot = { xmin: bigint; xmax: bigint; open: bigint[] }

/** So many open transactions are not listed: a device then gets some rows twice. */
const MOST_OPEN = 40

/**
 * What a look has seen above its cursor: while a transaction is open anywhere in the cluster, the cursor cannot pass it, and
 * without this every row that others commit meanwhile would be sent again with each pull.
 *
 * Ids above the newest stamp are left out for the reason given at `cursorAfter`. It is a `pg_snapshot` with dots in the place of
 * commas: a comma in a query would be read as a list.
 *
 * @returns undefined when the cursor alone says it
 */
export function seenIn({ snapshot, latest }: Watermark): string | undefined {
  const read = readSnapshot(snapshot)
  const bound = latest + 1n
  if (!read || read.xmin >= bound) return undefined
  const xmax = read.xmax < bound ? read.xmax : bound
  const open = read.open.filter((xid) => xid < xmax)
  return open.length > MOST_OPEN ? undefined : `${read.xmin}:${xmax}:${open.join('.')}`
}

/** Names the stamps that a look could see: two looks with the same name see the same rows of the directory. */
export function visibleIn({ snapshot, latest }: Watermark): string {
  const open = readSnapshot(snapshot)?.open.filter((xid) => xid <= latest) ?? []
  return `${latest}:${open.join(',')}`
}

/** What a device says that it has seen, as Postgres writes it; undefined for what Postgres could not read. */
export function readSeen(words: string | undefined): string | undefined {
  const read = words === undefined ? undefined : readSnapshot(words.replaceAll('.', ','))
  return read && read.open.length <= MOST_OPEN ? `${read.xmin}:${read.xmax}:${read.open.join(',')}` : undefined
}

/** Postgres compares ids as signed numbers when it reads a snapshot: one across this bound is a fault of the whole statement. */
const BOUND = 2n ** 63n
/** Nor does it take one whose lower half is zero, which is the id of no transaction. */
const isBound = (xid: bigint) => xid < BOUND && xid % 2n ** 32n !== 0n

/** As Postgres writes it: `xmin:xmax:open,open`, the open ids ascending and between the two. */
export function readSnapshot(text: string): Snapshot | undefined {
  const [, low, high, list] = /^(\d{1,19}):(\d{1,19}):([\d,]*)$/.exec(text) ?? []
  if (low === undefined || high === undefined || list === undefined) return undefined
  const ids = list === '' ? [] : list.split(',')
  if (ids.some((id) => !/^\d{1,19}$/.test(id))) return undefined
  const [xmin, xmax, open] = [BigInt(low), BigInt(high), ids.map(BigInt)]
  const isOrdered = open.every((xid, at) => xid >= xmin && xid < xmax && xid > (open[at - 1] ?? -1n))
  return isBound(xmin) && isBound(xmax) && xmin <= xmax && isOrdered ? { xmin, xmax, open } : undefined
}
