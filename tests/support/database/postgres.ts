import { inject } from 'vitest'
import { connect, type OpenDatabase } from '#server/database/client.ts'
import { DEADLINE_MS } from '#tests/support/until.ts'
import { atEnd } from './at-end.ts'
import { databaseLender } from './free-databases.ts'
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

type Lender = ReturnType<typeof databaseLender>

// Of each worker, and outside of the module, which a file may evaluate again. They end with the cluster.
const kept = globalThis as { databaseLenders?: Map<string, Lender> }
kept.databaseLenders ??= new Map()
const lenders = kept.databaseLenders

function lenderOf(socketPath: string): Lender {
  const known = lenders.get(socketPath)
  if (known) return known
  const made = databaseLender(socketPath, async () => {
    const { database, drop } = await createDatabase(socketPath)
    return { database, drop, pool: connect({ socketPath, database }, { max: CONNECTIONS, timeouts }) }
  })
  lenders.set(socketPath, made)
  return made
}

/** A database for a file of tests alone. At their end it is as the template again, for the next file of the worker, or dropped. */
export async function testDatabase(): Promise<TestDatabase> {
  const socketPath = inject('postgresSocket')
  const { database, lent, giveBack } = await lenderOf(socketPath).borrow()
  const { connectAgain, watched, closeAll, assertNone } = watchedPools(socketPath, database)
  const first = watched(lent)
  atEnd(async () => {
    await closeAll()
    await giveBack(assertNone)
    assertNone()
  })
  return { ...first, connectAgain }
}

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
  const { connectAgain, closeAll, assertNone } = watchedPools(socketPath, database)
  const first = connectAgain()
  atEnd(async () => {
    await closeAll()
    await drop()
    assertNone()
  })
  return { ...first, connectAgain }
}

function watchedPools(socketPath: string, database: string) {
  const pools: OpenDatabase[] = []
  const watches: ReturnType<typeof watchConnections>[] = []
  const watched = (opened: OpenDatabase): OpenDatabase => {
    const watch = watchConnections(opened)
    watches.push(watch)
    return { ...opened, sql: watch.sql }
  }
  const connectAgain = (max = CONNECTIONS) => {
    const pool = watched(connect({ socketPath, database }, { max, timeouts }))
    pools.push(pool)
    return pool
  }
  return {
    watched,
    connectAgain,
    closeAll: () => Promise.all(pools.map((pool) => pool.close())),
    assertNone: () => {
      for (const watch of watches) watch.assertNone()
    },
  }
}
