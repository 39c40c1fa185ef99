import { inject } from 'vitest'
import { connect, type OpenDatabase } from '#server/db.ts'
import { atEnd } from './at-end.ts'
import { createDatabase } from './template-database.ts'

export type TestDatabase = OpenDatabase & {
  /** A second pool on the same database: another node. */
  connectAgain: () => OpenDatabase
}

/** One of its own for a file of tests, dropped when they are over. */
export async function testDatabase(): Promise<TestDatabase> {
  const socketPath = inject('postgresSocket')
  const { database, drop } = await createDatabase(socketPath)

  const pools: OpenDatabase[] = []
  const connectAgain = () => {
    const pool = connect({ socketPath, database })
    pools.push(pool)
    return pool
  }
  const first = connectAgain()
  atEnd(async () => {
    await Promise.all(pools.map((pool) => pool.close()))
    await drop()
  })
  return { ...first, connectAgain }
}
