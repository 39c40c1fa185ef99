import { type AnyColumn, and, eq, inArray, or, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { PrivateChanges } from './private-source.ts'

/** The next transaction id, as 64 bits. `age` counts from it. */
const NEXT_XID = sql`(select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + age(pg_snapshot_xmin(pg_current_snapshot())::xid))`

type OwnTable = PgTable & { principalId: AnyColumn }

/**
 * The changes of a collection of which each document is made of one row of one table, found without reading the other rows' texts.
 *
 * `xmin` of a row is the id of the transaction that wrote it. Every transaction that a snapshot does not see has an id at or above the
 * `xmin` of the snapshot, and the parts of it after a savepoint have higher ones. A row that is 2^31 transactions old may be sent again; none is missed.
 *
 * @param id  the column with the id of the document
 */
export const rowChanges =
  <Table extends OwnTable, Doc>(table: Table, id: AnyColumn, present: (row: Table['$inferSelect']) => Doc): PrivateChanges<Doc> =>
  async (tx, principalId, { since, ids }) => {
    const isOwn = eq(table.principalId, principalId)
    const isChanged = sql`${NEXT_XID} - age(${table}.xmin) >= ${since.toString()}::bigint`
    const isAsked = ids.length > 0 ? inArray(id, [...ids]) : undefined
    const [rows, total] = await Promise.all([
      tx
        .select()
        .from(table as PgTable)
        .where(and(isOwn, or(isChanged, isAsked))),
      tx.$count(table, isOwn),
    ])
    return { docs: rows.map((row) => present(row as Table['$inferSelect'])), total }
  }
