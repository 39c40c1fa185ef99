import { sql } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { expect, test } from 'vitest'
import { connect } from '#server/database/client.ts'
import { errorHandler } from '#server/http/error-handler.ts'
import { createLog } from '#server/log.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'

const { db } = await testDatabase()

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

/** What a request answers that fails with this error. */
async function answerTo(error: unknown) {
  const routes = new Elysia().use(errorHandler(createLog('silent'))).get('/', () => {
    throw error
  })
  const reply = await routes.handle(new Request('http://localhost/'))
  return { status: reply.status, retryAfter: reply.headers.get('retry-after'), body: await reply.json() }
}

const waits = (setting: string, query: ReturnType<typeof sql>) =>
  db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local ${setting} = '50ms'`))
    await tx.execute(query)
  })

test('a request that waits too long for a lock or a statement is answered with 503, and can be repeated', async () => {
  const locked = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table users in access exclusive mode`)
    return failureOf(waits('lock_timeout', sql`select from users`))
  })
  const slow = await failureOf(waits('statement_timeout', sql`select pg_sleep(10)`))
  for (const error of [locked, slow]) {
    expect(await answerTo(error)).toEqual({
      status: 503,
      retryAfter: '2',
      body: { code: 'unavailable', message: expect.stringContaining('try again') },
    })
  }
})

test('a query that is wrong, and another service that cannot be reached, are faults', async () => {
  const wrong = await failureOf(db.execute(sql`select * from no_such_table`))
  const elsewhere = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  for (const error of [wrong, elsewhere]) expect(await answerTo(error)).toMatchObject({ status: 500, body: { code: 'internal' } })
})

test('a database that cannot be reached is a temporary failure, with the query builder and without it', async () => {
  const nowhere = connect({ socketPath: '/nowhere/.s.PGSQL.5432', database: 'none' }, { max: 1 })
  const attempts = [
    () => nowhere.db.execute(sql`select 1`),
    async () => nowhere.sql`select 1`,
    () => nowhere.db.transaction((tx) => tx.execute(sql`select 1`)),
    () => nowhere.sql.begin((tx) => tx`select 1`),
  ]
  for (const attempt of attempts)
    expect(await answerTo(await failureOf(attempt()))).toMatchObject({ status: 503, retryAfter: '2' })
  await nowhere.close()
})
