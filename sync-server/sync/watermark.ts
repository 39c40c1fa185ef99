import { sql as fragment } from 'drizzle-orm'
import type { Queryable, Sql } from '#server/database/client.ts'

/** The watermark of one read, in the database's own clock of transaction ids. */
export type Watermark = {
  /** Every transaction below this id has ended. */
  xmin: bigint
  /** The newest stamp of any row that this read can see. */
  latest: bigint
  /** The transactions that had ended at this read, as `pg_current_snapshot()` formats them. */
  snapshot: string
  /** Tombstones up to this stamp are deleted. */
  pruned: bigint
  seed: string
}

type Row = { xmin: string; snapshot: string; latest: string | null; pruned: string | null; seed: string }

/** The single statement that reads a watermark, without its condition; the newest stamp of each table is one step into its index. */
export function watermarkQuery(tables: string[]): string {
  const newest = [...tables, 'sync_tombstones'].map(
    (table) => `(select changed_xid from "${table}" order by changed_xid desc limit 1)`,
  )
  return `select pg_snapshot_xmin(pg_current_snapshot())::text as xmin, pg_current_snapshot()::text as snapshot, greatest(pruned_xid, ${newest.join(', ')})::text as latest,
    pruned_xid::text as pruned, epoch_seed as seed from sync_state`
}

const ONLY_ROW = 1

/** Reads a watermark outside a transaction: prepared, one round trip. */
export async function readWatermark(sql: Sql, query: string): Promise<Watermark> {
  return toWatermark((await sql.unsafe<Row[]>(`${query} where id = $1`, [ONLY_ROW], { prepare: true }))[0])
}

/** Reads the watermark of a transaction's own snapshot, or that of the moment on the pool: prepared, because it has a parameter. */
export async function readWatermarkIn(db: Queryable, query: string): Promise<Watermark> {
  return toWatermark((await db.execute<Row>(fragment`${fragment.raw(query)} where id = ${ONLY_ROW}`))[0])
}

function toWatermark(row: Row | undefined): Watermark {
  if (!row) throw new Error('The table sync_state is empty: the migrations have not run.')
  const { snapshot, seed } = row
  return { xmin: BigInt(row.xmin), latest: BigInt(row.latest ?? 0), pruned: BigInt(row.pruned ?? -1), snapshot, seed }
}

/**
 * The cursor of a device after a read: everything stamped below it has been seen.
 *
 * `xmin` alone would be sufficient for open transactions. It would not survive a crash: the id of a transaction that was rolled
 * back may never have been written to disk, and after the restart Postgres assigns it to another transaction, whose rows a cursor
 * above it would miss. So a cursor never passes an id whose commit is not on disk, and `latest` is such an id.
 */
export function cursorAfter(watermark: Watermark, since = 0n): bigint {
  const seen = watermark.latest + 1n
  const next = seen < watermark.xmin ? seen : watermark.xmin
  return next > since ? next : since
}

export type Snapshot = { xmin: bigint; xmax: bigint; open: bigint[] }

/** At most this many open transactions are listed: with more, a device receives some rows twice. */
const MAX_OPEN = 40

/**
 * The stamps above its cursor that a read has seen. While any transaction in the cluster is open, the cursor cannot pass it.
 * Without this snapshot every row that others commit in that time would be sent again with each pull.
 *
 * Ids above the newest stamp are left out for the reason given at `cursorAfter`. The format is a `pg_snapshot` with dots in place
 * of commas: a comma in a query would be parsed as a list.
 *
 * @returns undefined when the cursor alone is sufficient
 */
export function seenIn({ snapshot, latest }: Watermark): string | undefined {
  const read = readSnapshot(snapshot)
  const bound = latest + 1n
  if (!read || read.xmin >= bound) return undefined
  const xmax = read.xmax < bound ? read.xmax : bound
  const open = read.open.filter((xid) => xid < xmax)
  return open.length > MAX_OPEN ? undefined : `${read.xmin}:${xmax}:${open.join('.')}`
}

/** Identifies the stamps that a read could see: two reads with the same result see the same rows of the directory. */
export function visibleIn({ snapshot, latest }: Watermark): string {
  const open = readSnapshot(snapshot)?.open.filter((xid) => xid <= latest) ?? []
  return `${latest}:${open.join(',')}`
}

/** The seen snapshot that a device sends, in the format of Postgres; undefined when Postgres could not parse it. */
export function readSeen(text: string | undefined): string | undefined {
  const read = text === undefined ? undefined : readSnapshot(text.replaceAll('.', ','))
  return read && read.open.length <= MAX_OPEN ? `${read.xmin}:${read.xmax}:${read.open.join(',')}` : undefined
}

/** Postgres compares ids as signed numbers when it parses a snapshot: an id beyond this bound makes the whole statement fail. */
const BOUND = 2n ** 63n
/** It also rejects ids whose lower half is zero, which no transaction has. */
const isBound = (xid: bigint) => xid < BOUND && xid % 2n ** 32n !== 0n

/** Parses the format of Postgres: `xmin:xmax:open,open`, the open ids ascending and between the two. */
export function readSnapshot(text: string): Snapshot | undefined {
  const [, low, high, list] = /^(\d{1,19}):(\d{1,19}):([\d,]*)$/.exec(text) ?? []
  if (low === undefined || high === undefined || list === undefined) return undefined
  const ids = list === '' ? [] : list.split(',')
  if (ids.some((id) => !/^\d{1,19}$/.test(id))) return undefined
  const [xmin, xmax, open] = [BigInt(low), BigInt(high), ids.map(BigInt)]
  const isOrdered = open.every((xid, at) => xid >= xmin && xid < xmax && xid > (open[at - 1] ?? -1n))
  return isBound(xmin) && isBound(xmax) && xmin <= xmax && isOrdered ? { xmin, xmax, open } : undefined
}
