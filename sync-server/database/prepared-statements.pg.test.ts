import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/postgres.ts'
import type { Queryable } from './client.ts'

const { connectAgain } = await testDatabase()
/** One connection, so that every statement meets the same list of prepared ones. */
const { db, sql: driver } = connectAgain(1)

const countPrepared = async (on: Queryable, statement: string) => {
  const [row] = await on.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_prepared_statements where strpos(statement, ${statement}) > 0 and strpos(statement, 'strpos') = 0`,
  )
  return row?.count
}
const runTwice = async (on: Queryable, statement: SQL) => {
  await on.execute(statement)
  await on.execute(statement)
}

test('a recurring statement is prepared once: on the pool, in a transaction and in one inside it', async () => {
  await runTwice(db, sql`select ${'x'}::text as on_pool`)
  expect(await countPrepared(db, 'on_pool')).toBe(1)
  await db.transaction(async (tx) => {
    await runTwice(tx, sql`select ${'x'}::text as in_transaction`)
    expect(await countPrepared(tx, 'in_transaction')).toBe(1)
    await tx.transaction(async (inner) => {
      await runTwice(inner, sql`select ${'x'}::text as in_savepoint`)
      expect(await countPrepared(inner, 'in_savepoint')).toBe(1)
    })
  })
})

test('a statement without parameters, or with more than 64, is not prepared', async () => {
  await runTwice(db, sql`select 'x' as without_parameters`)
  expect(await countPrepared(db, 'without_parameters')).toBe(0)
  const values = sql.join(
    Array.from({ length: 65 }, (_, at) => sql`${at}::int`),
    sql`, `,
  )
  await runTwice(db, sql`select ${values}, 'bulk_statement'`)
  expect(await countPrepared(db, 'bulk_statement')).toBe(0)
  expect(await driver`select 1 as one`).toEqual([{ one: 1 }])
})
