import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { inject } from 'vitest'
import { connect, type OpenDatabase } from '#server/database/client.ts'
import { freePort } from '#tests/support/free-port.ts'
import { until } from '#tests/support/until.ts'
import { atEnd } from './at-end.ts'
import { createDatabase } from './template-database.ts'

/** From the package of that name of Debian, Fedora or Homebrew. */
export const pgbouncerBinary = Bun.which('pgbouncer') ?? Bun.which('/usr/sbin/pgbouncer')

/** It refuses to run as root. In a user namespace it can still enter the folder of the socket. */
const UNPRIVILEGED = process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=65534', '--map-group=65534'] : []

/** Starts PgBouncer in transaction mode in front of a separate database: each transaction may get another of its few connections. */
export async function startPgBouncer(binary: string) {
  const socketPath = inject('postgresSocket')
  const { database, drop } = await createDatabase(socketPath)
  atEnd(drop)
  const folder = mkdtempSync(`${tmpdir()}/latchkey-pgbouncer-`)
  const port = await freePort()
  const lines = [
    '[databases]',
    `${database} = host=${socketPath.replace(/\/[^/]*$/, '')} user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 5',
  ]
  writeFileSync(`${folder}/pgbouncer.ini`, `${lines.join('\n')}\n`)
  const start = () => Bun.spawn([...UNPRIVILEGED, binary, `${folder}/pgbouncer.ini`], { stdout: 'ignore', stderr: 'ignore' })
  let running = start()
  const kill = async () => {
    running.kill('SIGKILL')
    await running.exited
  }
  const pools: OpenDatabase[] = []
  atEnd(async () => {
    await Promise.all(pools.map((pool) => pool.close()))
    await kill()
    rmSync(folder, { recursive: true, force: true })
  })

  const url = `postgres://postgres@127.0.0.1:${port}/${database}?prepare=false`
  const connectAgain = (max = 4) => {
    const pool = connect(url, { max, direct: { socketPath, database } })
    pools.push(pool)
    return pool
  }
  const probe = connectAgain(1)
  await until(() =>
    probe.sql`select 1`.then(
      () => true,
      () => false,
    ),
  )
  return {
    database: { ...connectAgain(), connectAgain },
    /** It dies, and another one takes its place. */
    async replace() {
      await kill()
      running = start()
    },
  }
}
