import { inject } from 'vitest'
import { connect, type OpenDatabase } from '#server/db.ts'
import { atEnd } from './at-end.ts'
import { createDatabase } from './template-database.ts'

export type TestDatabase = OpenDatabase & {
  /** A second pool on the same database: another node. */
  connectAgain: () => OpenDatabase
}

/**
 * The product's pools have ten. Each new connection reads the catalogue and plans every statement anew: with ten the server tier
 * takes a fifth more processor time.
 */
const CONNECTIONS = 4

/** One of its own for a file of tests, dropped when they are over. */
export async function testDatabase(): Promise<TestDatabase> {
  const socketPath = inject('postgresSocket')
  const { database, drop } = await createDatabase(socketPath)

  const pools: OpenDatabase[] = []
  const connectAgain = () => {
    const pool = connect({ socketPath, database }, { max: CONNECTIONS })
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
