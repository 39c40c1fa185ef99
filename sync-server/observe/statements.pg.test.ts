import { sql } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { expect, test } from 'vitest'
import { currentRequestId, requestIds } from '#server/http/request-id.ts'
import { createLog } from '#server/log.ts'
import { createMetrics } from '#server/observe/metrics.ts'
import { followStatements } from '#server/observe/statements.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'

const { connectAgain } = await testDatabase()

/** A pool whose slow statements are logged, and its log lines. */
function observedPool(slowMs: number) {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const metrics = createMetrics()
  const pool = connectAgain(2)
  pool.observeStatements(followStatements({ log, metrics, slowMs }))
  const figure = async (name: string) => (await metrics.registry.getSingleMetric(name)?.get())?.values.at(-1)?.value
  return { ...pool, lines, figure }
}

test('a slow statement is logged once, with its duration, rows and request, and without its values', async () => {
  const { db, lines, figure } = observedPool(100)
  const secret = 'ada@example.com'
  const http = new Elysia()
    .use(requestIds(1))
    .get('/slow', async () => {
      await db.transaction((tx) => tx.execute(sql`select pg_sleep(0.15), ${secret}::text, 'literal secret', 4711`))
      return currentRequestId()
    })
    .get('/fast', () => db.execute(sql`select ${secret}::text`))
  const ids = await Promise.all(
    ['request-of-ada', 'request-of-bob'].map(async (id) =>
      (await http.handle(new Request('http://node/slow', { headers: { 'x-request-id': id } }))).text(),
    ),
  )
  await http.handle(new Request('http://node/fast'))
  expect(ids).toEqual(['request-of-ada', 'request-of-bob'])
  // On a slow machine the wait for a connection is slow as well.
  const sleeping = lines.filter(({ statement }) => String(statement).includes('pg_sleep'))
  expect(sleeping.map(({ id }) => id).sort()).toEqual(ids)
  for (const line of sleeping) {
    expect(line).toMatchObject({ level: 40, msg: 'slow statement', rows: 1, statement: 'select pg_sleep(?), ?…' })
    expect(line.ms).toBeGreaterThanOrEqual(149)
    expect(JSON.stringify(line)).not.toMatch(/secret|ada@|4711/)
  }
  expect(await figure('latchkey_slow_statements_total')).toBe(lines.length)
  expect(await figure('latchkey_statement_seconds')).toBe(5)
  expect(await figure('latchkey_open_statements')).toBe(0)
})

test('a statement that fails after that time is logged, and 0 logs none', async () => {
  const failing = observedPool(100)
  await expect(failing.sql`select pg_sleep(0.15), 1 / ${0}::int + (random() * 0)::int / 0`).rejects.toThrow('division by zero')
  await expect(failing.sql`do $$ begin perform pg_sleep(0.15); raise 'a secret'; end $$`).rejects.toThrow('a secret')
  expect(failing.lines.map(({ statement }) => statement)).toContain('do ?')
  const off = observedPool(0)
  await off.sql`select pg_sleep(0.12)`
  expect([off.lines, await off.figure('latchkey_statement_seconds')]).toEqual([[], 1])
})
