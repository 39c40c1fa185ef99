import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { followQuery } from './driver-internals.ts'

const { connectAgain } = await testDatabase()
const { db, sql: driver, observeStatements, openSingle } = connectAgain(1)

type Seen = [text: string, rows: number | undefined]
/** What is reported about the statements of the work: in the order of their ends. */
async function seen(work: () => Promise<unknown>) {
  const ended: Seen[] = []
  observeStatements((text) => (rows) => void ended.push([text, rows]))
  await work()
  observeStatements(() => () => undefined)
  return ended
}

test('each statement is reported once with its text and its rows, and without its values', async () => {
  const secret = 'a secret value'
  expect(await seen(() => db.execute(sql`select ${secret}::text from generate_series(1, 3)`))).toEqual([
    ['select $1::text from generate_series(1, 3)', 3],
  ])
  const fragment = driver`where ${secret} = ${secret}`
  expect(await seen(() => driver`select ${1}::int, ${secret} ${fragment}`)).toEqual([['select $1::int, $2 $3', 1]])
  expect(await seen(() => driver.unsafe('select 1 as one').values())).toEqual([['select 1 as one', 1]])
})

test('statements of a transaction, and of one inside it, are reported', async () => {
  const work = () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select 1 as outer`)
      await tx.transaction((inner) => inner.execute(sql`select 2 as inner`))
    })
  expect(await seen(work)).toEqual([
    ['begin ', undefined],
    ['select 1 as outer', 1],
    ['select 2 as inner', 1],
  ])
  const tagged = () => driver.begin((tx) => [tx`select ${3}::int`, tx.savepoint((inner) => inner`select 4 as deep`)])
  expect(await seen(tagged)).toEqual([
    ['begin ', undefined],
    ['select $1::int', 1],
    ['select 4 as deep', 1],
  ])
})

test('a statement that fails is reported without rows, and its error reaches the caller', async () => {
  expect(await seen(() => expect(driver`select 1 / ${0}::int`).rejects.toThrow('division by zero'))).toEqual([
    ['select 1 / $1::int', undefined],
  ])
  const none = await seen(() => expect(openSingle()`select 1`).resolves.toEqual([{ '?column?': 1 }]))
  expect(none).toEqual([])
})

test('a driver without the private fields is refused', () => {
  expect(() => followQuery({}, () => () => undefined)).toThrow('handler')
  const query = { strings: ['select 1'], handler: () => undefined as unknown }
  followQuery(query, () => () => undefined)
  expect(() => query.handler()).toThrow('resolve')
})
