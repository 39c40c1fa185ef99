import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './client.ts'

/** A batch of this size takes a fraction of a second, far below the statement timeout. */
export const BATCH_SIZE = 10_000

/** Runs a statement that deletes at most `BATCH_SIZE` rows until it finds fewer. @param deleteBatch  returns the number of deleted rows */
export async function inBatchesOf(batchSize: number, deleteBatch: (batchSize: number) => Promise<number>) {
  while ((await deleteBatch(batchSize)) === batchSize);
}

/**
 * Deletes the rows that meet a condition, one batch per transaction. A single statement would exceed the statement timeout once
 * an hour produces millions of rows. It would then fail at each run, and the table would only grow.
 */
export const deleteInBatches = (db: Queryable, table: PgTable, condition: SQL | undefined, batchSize = BATCH_SIZE) =>
  inBatchesOf(batchSize, async (limit) => {
    const isOld = condition ? sql`where ${condition}` : sql``
    const deleted = await db.execute(
      sql`delete from ${table} where ctid = any(array(select ctid from ${table} ${isOld} limit ${limit}))`,
    )
    return deleted.count
  })
