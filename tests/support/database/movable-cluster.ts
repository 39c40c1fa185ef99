import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { inject } from 'vitest'
import { connect, type OpenDatabase } from '#server/database/client.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/database/embedded.ts'
import { atEnd } from './at-end.ts'
import type { TestDatabase } from './postgres.ts'
import { TEMPLATE } from './template-database.ts'

const CONNECTIONS = 4

/** What happens to the postmaster: a fast shutdown with a checkpoint, and a crash without one. */
const SIGNALS = { stop: 'SIGINT', crash: 'SIGQUIT' } as const

/**
 * A Postgres of one test that can be restarted, frozen, and replaced by its standby. Its address always leads to the server that
 * is the primary now, as the virtual address of a failover manager does.
 */
export async function movableCluster() {
  const folder = mkdtempSync(`${tmpdir()}/latchkey-movable-`)
  const dataOf = (name: string) => `${folder}/${name}`
  const address = `${folder}/.s.PGSQL.5432`
  const running = new Map<string, EmbeddedPostgres>()
  let primary = 'first'

  const start = async (name: string) => {
    const server = await startEmbeddedPostgres(dataOf(name))
    running.set(name, server)
    return server
  }
  const lead = (name: string, { socketPath }: EmbeddedPostgres) => {
    primary = name
    rmSync(address, { force: true })
    symlinkSync(socketPath, address)
  }
  const postmaster = (name: string) => Number.parseInt(readFileSync(`${dataOf(name)}/postmaster.pid`, 'utf8'), 10)
  const end = async (name: string, how: keyof typeof SIGNALS) => {
    const pid = postmaster(name)
    process.kill(pid, SIGNALS[how])
    while (isRunning(pid)) await Bun.sleep(10)
  }

  cpSync(inject('preparedCluster'), dataOf(primary), { recursive: true })
  // A crash loses nothing that was confirmed.
  appendFileSync(`${dataOf(primary)}/postgresql.auto.conf`, 'synchronous_commit = on\n')
  lead(primary, await start(primary))
  const pools: OpenDatabase[] = []
  const connectAgain = (max = CONNECTIONS) => {
    const pool = connect({ socketPath: address, database: TEMPLATE }, { max })
    pools.push(pool)
    return pool
  }
  const database: TestDatabase = { ...connectAgain(), connectAgain }
  atEnd(async () => {
    await Promise.all(pools.map((pool) => pool.close()))
    await Promise.all([...running.values()].map((server) => server.stop()))
    rmSync(folder, { recursive: true, force: true })
  })

  /** The primary goes away, and comes back after what is done in between. */
  async function restart(how: keyof typeof SIGNALS, inBetween: () => Promise<unknown> = async () => undefined) {
    await end(primary, how)
    await inBetween()
    await start(primary)
  }

  /** Starts a copy of the primary that receives its WAL and may be read. */
  async function startStandby(name: string) {
    const session = database.openSingle()
    await session`select pg_backup_start('standby', true)`
    cpSync(dataOf(primary), dataOf(name), { recursive: true })
    const [ended] = await session`select labelfile from pg_backup_stop(false)`
    await session.end()
    rmSync(`${dataOf(name)}/postmaster.pid`, { force: true })
    writeFileSync(`${dataOf(name)}/backup_label`, ended?.labelfile)
    writeFileSync(`${dataOf(name)}/standby.signal`, '')
    const source = running.get(primary)?.socketPath.replace(/\/[^/]*$/, '')
    appendFileSync(`${dataOf(name)}/postgresql.auto.conf`, `primary_conninfo = 'host=${source} user=postgres'\n`)
    const server = await start(name)
    const own = connect({ socketPath: server.socketPath, database: TEMPLATE }, { max: 1 })
    pools.push(own)

    return {
      sql: own.sql,
      /** Waits until it has replayed everything that the primary has committed until now. */
      async catchUp() {
        const [at] = await database.sql`select pg_current_wal_flush_lsn()::text as lsn`
        const replayed = async () => (await own.sql`select 1 where pg_last_wal_replay_lsn() >= ${at?.lsn}::pg_lsn`).length
        while ((await replayed()) === 0) await Bun.sleep(10)
      },
      /** Whether the last checkpoint is still one of the timeline before its promotion. */
      async hasOldCheckpoint() {
        return (await own.sql`select 1 from pg_control_checkpoint() where timeline_id = 1`).length > 0
      },
      /** From now on it receives nothing: what the primary still commits is lost when this one takes over. */
      async disconnect() {
        await own.sql`alter system set primary_conninfo = ''`
        await own.sql`select pg_reload_conf()`
        while ((await own.sql`select 1 from pg_stat_wal_receiver`).length > 0) await Bun.sleep(10)
      },
      /** The primary dies, and this one takes over its address. */
      async takeOver() {
        await end(primary, 'crash')
        await own.sql`select pg_promote(true)`
        lead(name, server)
      },
    }
  }

  /** Stops every process of the primary for the time of some work, as a machine that hangs does. */
  async function freeze<Result>(work: () => Promise<Result>): Promise<Result> {
    const group = postmaster(primary)
    const children = readFileSync(`/proc/${group}/task/${group}/children`, 'utf8').trim().split(' ').map(Number)
    const send = (signal: NodeJS.Signals) => [group, ...children].map((pid) => process.kill(pid, signal))
    send('SIGSTOP')
    try {
      return await work()
    } finally {
      send('SIGCONT')
    }
  }

  /** A checkpoint that is not urgent writes at most ten of these pages a second. */
  const fillPages = (count: number) =>
    database.sql`create table ballast as select repeat('x', 4000) as text from generate_series(1, ${count})`

  return { database, restart, startStandby, fillPages, freeze }
}

function isRunning(pid: number) {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
