import type { Database, Transaction } from '#server/database/client.ts'

/**
 * Runs reads in one snapshot of the database.
 *
 * The statement that sets the isolation level is pipelined before the first query and not awaited: this saves one round trip for
 * every pull. Statements on one connection run in the order in which they were sent.
 */
export const withRepeatableRead = <Result>(db: Database, read: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  db.transaction(async (tx) => {
    const isOne = tx.setTransaction({ isolationLevel: 'repeatable read', accessMode: 'read only' })
    const [result] = await Promise.all([read(tx), isOne])
    return result
  })
