import type { Database, Transaction } from '#server/database/client.ts'

/**
 * Reads everything as it stood at one instant.
 *
 * The words that make the transaction so go out ahead of the first query, without being waited for: one way there and back
 * less for every pull. What was sent first on a connection is done first.
 */
export const withRepeatableRead = <Result>(db: Database, read: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  db.transaction(async (tx) => {
    const isOne = tx.setTransaction({ isolationLevel: 'repeatable read', accessMode: 'read only' })
    const [result] = await Promise.all([read(tx), isOne])
    return result
  })
