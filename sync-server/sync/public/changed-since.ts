import { and, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * The changes that a device has seen: every stamp below `cursor`, and those above it that are visible in the snapshot `seen` (see
 * `seenIn`).
 */
export type Since = { cursor: string; seen: string | undefined }

/** The condition for one stamp: at or above the cursor, and not seen. `stamp` is a column, or SQL that returns one. */
export const stampedSince = (stamp: PgColumn | SQL, { cursor, seen }: Since): SQL | undefined =>
  and(
    sql`${stamp} >= ${cursor}::xid8`,
    seen === undefined ? undefined : sql`not pg_visible_in_snapshot(${stamp}, ${seen}::pg_snapshot)`,
  )

/**
 * The condition of every public source: changed since a cursor, or with an id that has a tombstone. A row that was never public
 * has stamp 0.
 */
export const changedSince = (table: { id: PgColumn; changedXid: PgColumn }, since: Since, tombstonedIds: string[]): SQL =>
  sql`(${and(stampedSince(table.changedXid, since), ne(table.changedXid, '0'))} or ${inArray(table.id, tombstonedIds)})`
