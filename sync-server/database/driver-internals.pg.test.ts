import { type SQLWrapper, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/postgres.ts'
import type { Queryable } from './client.ts'
import { bindTo } from './driver-internals.ts'
import { preparedQuery } from './prepared-query.ts'

const { db } = await testDatabase()

const ownProcess = async (on: Queryable) => {
  const [row] = await on.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  return row?.pid
}
const selectProcess = (on: Queryable, key: SQLWrapper) =>
  on.select({ pid: sql<number>`pg_backend_pid()`, key: sql<string>`${key}::text` }).from(sql`(select 1) as one`)

test('a prepared query runs on the connection of its caller, in transactions that are open at the same time and in one inside another', async () => {
  let builds = 0
  const process = preparedQuery((on, key) => {
    builds += 1
    return selectProcess(on, key)
  })
  await db.transaction(async (outer) => {
    const [pid, otherPid] = [await ownProcess(outer), await db.transaction(ownProcess)]
    expect(await process(outer, 'a')).toEqual([{ pid, key: 'a' }])
    await db.transaction(async (other) => {
      const [ofOther, ofOuter] = await Promise.all([process(other, 'b'), process(outer, 'c')])
      expect(ofOther).toEqual([{ pid: await ownProcess(other), key: 'b' }])
      expect(ofOuter).toEqual([{ pid, key: 'c' }])
    })
    await outer.transaction(async (inner) => expect(await process(inner, 'd')).toEqual([{ pid, key: 'd' }]))
    const [ofPool] = await process(db, 'e')
    expect(ofPool?.pid).not.toBe(pid)
    expect(otherPid).not.toBe(pid)
  })
  expect(builds).toBe(1)
})

test('a query builder without the private fields is refused, and no query runs on another connection', () => {
  const built = selectProcess(db, sql.placeholder('key')).prepare('process')
  expect(() => bindTo({} as Queryable, built)).toThrow('session.client')
  expect(() => bindTo(db, { execute: async () => [] })).toThrow('client')
})
