import { gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * The condition every directory source asks with: stamped at or after a cursor, or standing under an id that has a tombstone. A
 * row that was never public has stamp 0.
 */
export const changedSince = (table: { id: PgColumn; changedXid: PgColumn }, since: string, buried: string[]): SQL =>
  sql`((${gte(table.changedXid, since)} and ${table.changedXid} <> '0') or ${inArray(table.id, buried)})`
