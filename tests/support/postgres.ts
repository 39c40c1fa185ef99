import { randomUUID } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { connect, type OpenDatabase } from '#server/db.ts'

export type TestDatabase = OpenDatabase & {
  /** A second pool on the same database: another node. */
  connectAgain: () => OpenDatabase
}

/** A migrated, empty database of its own, dropped when the file's tests are over. About 50 ms. */
export async function testDatabase(): Promise<TestDatabase> {
  const socketPath = inject('postgresSocket')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const root = connect({ socketPath, database: 'postgres' }, { max: 1 })
  await root.sql`create database ${root.sql(database)} template template_latchkey strategy wal_log`

  const pools: OpenDatabase[] = []
  const connectAgain = () => {
    const pool = connect({ socketPath, database })
    pools.push(pool)
    return pool
  }
  const first = connectAgain()
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.close()))
    await root.sql`drop database ${root.sql(database)} with (force)`
    await root.close()
  })
  return { ...first, connectAgain }
}
