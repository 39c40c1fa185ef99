import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, expect, inject, test } from 'vitest'
import { connect } from '#server/database/client.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { readEpoch } from '#server/sync/epoch.ts'
import { atEnd } from '#tests/support/database/at-end.ts'
import { TEMPLATE } from '#tests/support/database/template-database.ts'
import { until } from '#tests/support/until.ts'

/** The point-in-time recovery of sync-server/OPERATIONS.md, with Postgres' own archive of the WAL. */
const folder = mkdtempSync(`${tmpdir()}/latchkey-recovery-`)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const [lost, recovered] = [`${folder}/lost`, `${folder}/recovered`]
const archive = `${lost}/archive`

async function start(cluster: string, settings: Record<string, string>) {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  appendFileSync(`${cluster}/postgresql.auto.conf`, lines.join(''))
  const server = await startEmbeddedPostgres(cluster)
  const opened = connect({ socketPath: server.socketPath, database: TEMPLATE }, { max: 2 })
  const stop = async () => {
    await opened.close()
    await server.stop()
  }
  return { ...opened, stop }
}

test('a recovery to a point in time has what was committed until then, and devices start over', async () => {
  cpSync(inject('preparedCluster'), lost, { recursive: true })
  mkdirSync(archive, { mode: 0o777 })
  const before = await start(lost, { archive_mode: 'on', archive_command: `cp %p ${archive}/%f` })
  const epoch = await readEpoch(before.sql)
  const session = before.openSingle()
  await session`select pg_backup_start('base', true)`
  cpSync(lost, recovered, { recursive: true })
  const [end] = await session`select labelfile from pg_backup_stop(false)`
  await session.end()

  const add = (id: string) => before.sql`insert into principals (id, kind) values (${id}, 'guest')`
  await add('pri_kept')
  const [between] = await before.sql`select clock_timestamp()::text as at`
  await add('pri_mistake')
  const [last] = await before.sql`select pg_walfile_name(pg_switch_wal()) as name`
  const archived = () => before.sql`select last_archived_wal >= ${last?.name} as is_there from pg_stat_archiver`
  await until(archived, ([row]) => row?.is_there)
  await before.stop()

  rmSync(`${recovered}/postmaster.pid`, { force: true })
  writeFileSync(`${recovered}/backup_label`, end?.labelfile)
  writeFileSync(`${recovered}/recovery.signal`, '')
  const after = await start(recovered, {
    archive_mode: 'off',
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: between?.at,
    recovery_target_action: 'promote',
  })
  atEnd(after.stop)
  await until(
    () => after.sql`select pg_is_in_recovery() as is_recovering`,
    ([row]) => !row?.is_recovering,
  )
  expect(await after.sql`select id from principals`).toEqual([{ id: 'pri_kept' }])
  expect(await readEpoch(after.sql)).not.toBe(epoch)
})
