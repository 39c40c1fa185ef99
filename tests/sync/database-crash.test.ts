import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { connect, type OpenDatabase } from '#server/database/client.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { migrateDatabase } from '#server/database/migrate.ts'
import { addListings, createDevice, directoryLane, listing } from '#tests/support/actors/directory.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'

const folder = mkdtempSync(`${tmpdir()}/latchkey-crash-`)
let stop = async () => {}

afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<OpenDatabase> {
  const server = await startEmbeddedPostgres(`${folder}/postgres`)
  const opened = connect({ socketPath: server.socketPath, database: 'postgres' }, { max: 3 })
  stop = async () => {
    await opened.close()
    await server.stop()
  }
  return opened
}

/** Simulates a power cut for Postgres: data in memory that was not flushed to the disk is lost. */
async function cutPower({ sql }: OpenDatabase) {
  const processes = await sql<{ pid: number }[]>`select pid from pg_stat_activity where pid <> pg_backend_pid()`
  const [own] = await sql<{ pid: number; postmaster: number }[]>`
    select pg_backend_pid() as pid, split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as postmaster`
  const pids = [own?.postmaster, ...processes.map(({ pid }) => pid), own?.pid].filter((pid) => pid !== undefined)
  for (const pid of new Set(pids)) process.kill(pid, 'SIGKILL')
  await sql.end({ timeout: 0 })
}

async function rollBack(opened: OpenDatabase) {
  const transaction = await openTransaction(opened)
  await transaction.write((sql) => sql`select pg_current_xact_id()`)
  await transaction.end('rollback')
}

test('a crash after which Postgres reuses transaction ids loses no change', async () => {
  let database = await start()
  await migrateDatabase(database)
  // Postgres flushes the end of a rolled-back transaction a moment later; here, long after the crash.
  await database.sql`alter system set wal_writer_delay = '10s'`
  await database.sql`select pg_reload_conf()`
  const device = createDevice({
    pull: (from) => directoryLane(database).pull(from),
    snapshot: () => directoryLane(database).snapshot(),
    part: (sha256) => directoryLane(database).part(sha256),
  })
  await device.pull()
  await addListings(database.db, listing('recBefore'))
  for (let i = 0; i < 5; i++) await rollBack(database)
  await device.pull()
  const [last] = await database.sql<{ xmin: string }[]>`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`

  await cutPower(database)
  database = await start()
  await addListings(database.db, listing('recAfter'))
  const [row] = await database.sql<
    { stamp: string }[]
  >`select changed_xid::text as stamp from directory_investors where id = 'recAfter'`
  expect(Number(row?.stamp)).toBeLessThan(Number(last?.xmin))
  for (let i = 0; i < 8; i++) await rollBack(database)

  expect(await device.pull()).toBe('delta')
  expect(device.ids('investors')).toEqual(['recAfter', 'recBefore'])
})
