import { and, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** What a device has seen: see `seenIn`. */
export type Since = { cursor: string; seen: string | undefined }

/** Stamped at or after a cursor, and not yet seen at that look. */
export const stampedSince = (changedXid: PgColumn, { cursor, seen }: Since): SQL | undefined =>
  and(
    gte(changedXid, cursor),
    seen === undefined ? undefined : sql`not pg_visible_in_snapshot(${changedXid}, ${seen}::pg_snapshot)`,
  )

/** The condition every directory source asks with: stamped since, or standing under an id that has a tombstone. */
export const changedSince = (table: { id: PgColumn; changedXid: PgColumn }, since: Since, buried: string[]): SQL =>
  sql`(${stampedSince(table.changedXid, since)} or ${inArray(table.id, buried)})`
