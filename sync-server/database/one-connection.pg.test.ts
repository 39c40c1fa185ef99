import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { withRepeatableRead } from '#server/sync/repeatable-read.ts'
import { watchConnections } from '#tests/support/database/one-connection.ts'
import { connect, type Database, type Transaction } from './client.ts'

/** Runs `work` in a transaction that the product begins, as it does for a request: no test is among its callers. */
const inTransaction = (db: Database, work: (tx: Transaction) => Promise<unknown>) =>
  Promise.resolve().then(withRepeatableRead.bind(undefined, db, work))

/** A pool that is not of a test database: what is found here fails no file. */
function watchedPool() {
  const opened = connect({ socketPath: inject('postgresSocket'), database: 'postgres' }, { max: 2 })
  const { sql: driver, assertNone } = watchConnections(opened)
  return { ...opened, driver, assertNone }
}

test.each<[string, (pool: ReturnType<typeof watchedPool>) => Promise<unknown>]>([
  ['a query', ({ db }) => db.execute(sql`select 1`)],
  ['a statement of the driver', ({ driver }) => driver`select 1`],
  ['another transaction', ({ db }) => db.transaction((tx) => tx.execute(sql`select 1`))],
])('%s on the pool within a transaction of the product is found', async (_, run) => {
  const pool = watchedPool()
  await inTransaction(pool.db, () => run(pool))
  expect(pool.assertNone).toThrow('A second connection is used')
  await pool.close()
})

test('what a transaction runs on its own connection, and what is run after it, is not found', async () => {
  const pool = watchedPool()
  let after: Promise<unknown> = Promise.resolve()
  const isOver = Promise.withResolvers<void>()
  await inTransaction(pool.db, async (tx) => {
    after = isOver.promise.then(() => pool.db.execute(sql`select 1`))
    await tx.execute(sql`select 1`)
    await tx.transaction((inner) => inner.execute(sql`select 1`))
  })
  isOver.resolve()
  await after
  expect(pool.assertNone).not.toThrow()
  await pool.close()
})
