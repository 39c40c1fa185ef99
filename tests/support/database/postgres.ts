import { inject } from 'vitest'
import { connect, type OpenDatabase } from '#server/database/client.ts'
import { DEADLINE_MS } from '#tests/support/until.ts'
import { atEnd } from './at-end.ts'
import { watchConnections } from './one-connection.ts'
import { createDatabase, startCluster } from './template-database.ts'

export type TestDatabase = OpenDatabase & {
  /** A second pool on the same database: another node. @param max  the number of its connections */
  connectAgain: (max?: number) => OpenDatabase
}

/**
 * The product's pools have ten. Each new connection reads the catalogue and plans every statement again: with ten the server tier
 * takes a fifth more processor time.
 */
const CONNECTIONS = 4
/** A test that holds a lock does other things at that time, on a machine that may be ten times slower. */
const timeouts = { statement_timeout: DEADLINE_MS * 2, lock_timeout: DEADLINE_MS }

/** A separate database for a file of tests, dropped at their end. */
export const testDatabase = () => openIn(inject('postgresSocket'))

/**
 * The same in a separate cluster: for tests whose outcome depends on the oldest open transaction. The horizon of the public lane
 * is that of the whole cluster, so a transaction of another file would delay it.
 */
export async function soleDatabase(template?: string): Promise<TestDatabase> {
  const { socketPath, stop } = await startCluster(inject('preparedCluster'))
  // Hooks run in reverse order: the cluster ends after its database is dropped.
  atEnd(stop)
  return openIn(socketPath, template)
}

/** A database without tables, as on a machine where nothing was started yet. */
export const emptyDatabase = () => openIn(inject('postgresSocket'), 'template0')

async function openIn(socketPath: string, template?: string): Promise<TestDatabase> {
  const { database, drop } = await createDatabase(socketPath, template)

  const pools: OpenDatabase[] = []
  const watches: ReturnType<typeof watchConnections>[] = []
  const connectAgain = (max = CONNECTIONS) => {
    const opened = connect({ socketPath, database }, { max, timeouts })
    const watch = watchConnections(opened)
    const pool = { ...opened, sql: watch.sql }
    pools.push(pool)
    watches.push(watch)
    return pool
  }
  const first = connectAgain()
  atEnd(async () => {
    await Promise.all(pools.map((pool) => pool.close()))
    await drop()
    for (const watch of watches) watch.assertNone()
  })
  return { ...first, connectAgain }
}
