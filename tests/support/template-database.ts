import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { migrateDatabase } from '#server/database/migrate.ts'
import { connect } from '#server/db.ts'
import { hurry } from './hurry.ts'

const TEMPLATE = 'template_latchkey'

/** A Postgres of our own, with a migrated template from which each test takes a database. */
export async function startTemplate(): Promise<{ socketPath: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(`${tmpdir()}/latchkey-test-`)
  const server = await startEmbeddedPostgres(`${folder}/postgres`, { maxConnections: 500 })
  const root = connect({ socketPath: server.socketPath, database: 'postgres' }, { max: 1 })
  await hurry(root.sql)
  await root.sql`create database ${root.sql(TEMPLATE)}`
  await root.close()

  const template = connect({ socketPath: server.socketPath, database: TEMPLATE })
  await migrateDatabase(template)
  await template.close()
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { socketPath: server.socketPath, stop }
}

/** A migrated, empty database, and what drops it. About 30 ms in memory, 300 ms on a disk. */
export async function createDatabase(socketPath: string): Promise<{ database: string; drop: () => Promise<void> }> {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const root = connect({ socketPath, database: 'postgres' }, { max: 1 })
  await root.sql`create database ${root.sql(database)} template ${root.sql(TEMPLATE)} strategy file_copy`
  const drop = async () => {
    await root.sql`drop database ${root.sql(database)} with (force)`
    await root.close()
  }
  return { database, drop }
}
