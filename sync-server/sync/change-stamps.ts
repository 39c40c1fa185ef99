import { type SQL, sql } from 'drizzle-orm'
import type { Database, Queryable } from '#server/database/client.ts'
import { type Since, stampedSince } from '#server/sync/public/changed-since.ts'

/** The tables of the public lane: those that have the stamping trigger. */
export async function listStampedTables(db: Queryable): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(sql`
    select relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgname = 'sync_stamp' and relnamespace = current_schema()::regnamespace order by relname`)
  return rows.map(({ name }) => name)
}

const STAMP = sql`changed_xid`

/** How many rows have changed since a cursor, tombstones included; each table counts up to `most`. */
export async function countChanged(db: Queryable, tables: string[], since: Since, most: number): Promise<number> {
  const changed = [...tables, 'sync_tombstones'].map(
    (table): SQL => sql`(select 1 from ${sql.identifier(table)} where ${stampedSince(STAMP, since)} limit ${most})`,
  )
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${sql.join(changed, sql` union all `)}) as changed`,
  )
  return row?.count ?? 0
}

/** The rows that have changed since a cursor: the delta since `oldest` is the same. Absent when there is none. */
export type Changed = { count: number; bytes: number; oldest: string | undefined }

/**
 * What has changed since a cursor, in one statement. Each table is read up to `most` rows: with fewer in all, `bytes`, the
 * approximate size of the rows without tombstones, is complete.
 */
export async function describeChanged(db: Queryable, tables: string[], since: Since, most: number): Promise<Changed> {
  const changedIn = (table: string, bytes: SQL): SQL =>
    sql`(select changed_xid, ${bytes} as bytes from ${sql.identifier(table)} t where ${stampedSince(STAMP, since)} order by changed_xid limit ${most})`
  const changed = [...tables.map((table) => changedIn(table, sql`pg_column_size(t.*)`)), changedIn('sync_tombstones', sql`0`)]
  const [row] = await db.execute<{ count: number; bytes: number; oldest: string | null }>(sql`
    select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes, (array_agg(changed_xid order by changed_xid))[1]::text as oldest
    from (${sql.join(changed, sql` union all `)}) as changed`)
  return { count: row?.count ?? 0, bytes: row?.bytes ?? 0, oldest: row?.oldest ?? undefined }
}

/** The oldest stamp at or after a cursor: the delta since either is the same. Returns the cursor itself when there is none. */
export async function findNextStamp(db: Queryable, tables: string[], cursor: string): Promise<string> {
  const next = [...tables, 'sync_tombstones'].map(
    (table): SQL =>
      sql`(select changed_xid from ${sql.identifier(table)} where changed_xid >= ${cursor}::xid8 order by changed_xid limit 1)`,
  )
  const [row] = await db.execute<{ next: string | null }>(sql`select least(${sql.join(next, sql`, `)})::text as next`)
  return row?.next ?? cursor
}

/** The approximate size in bytes of the rows that changed since a cursor. Only the database reads them. */
export async function measureChanged(db: Queryable, tables: string[], since: Since): Promise<number> {
  const changed = tables.map(
    (table): SQL => sql`select pg_column_size(t.*) as bytes from ${sql.identifier(table)} t where ${stampedSince(STAMP, since)}`,
  )
  const [row] = await db.execute<{ bytes: string }>(
    sql`select coalesce(sum(bytes), 0)::text as bytes from (${sql.join(changed, sql` union all `)}) as changed`,
  )
  return Number(row?.bytes ?? 0)
}

/**
 * Assigns new stamps to rows whose stamps are in the future.
 *
 * A dump restored into a younger cluster contains stamps that its transaction ids have not reached: such rows would count as
 * changed in every pull for years.
 */
export async function repairStamps(db: Database, tables: string[]) {
  const ahead = sql`pg_snapshot_xmax(pg_current_snapshot())`
  await db.transaction(async (tx) => {
    for (const table of tables)
      await tx.execute(sql`update ${sql.identifier(table)} set changed_xid = pg_current_xact_id() where changed_xid >= ${ahead}`)
    await tx.execute(sql`update sync_tombstones set changed_xid = pg_current_xact_id() where changed_xid >= ${ahead}`)
    await tx.execute(sql`update sync_state set pruned_xid = null where pruned_xid >= ${ahead}`)
    // Marks of the earlier cluster are not accepted here.
    await tx.execute(sql`delete from private_changes where changed_xid >= ${ahead}`)
    await tx.execute(sql`update sync_state set private_pruned_xid = null where private_pruned_xid >= ${ahead}`)
  })
}
