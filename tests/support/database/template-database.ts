import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { connect } from '#server/database/client.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { migrateDatabase } from '#server/database/migrate.ts'
import { makeFastAndUnsafe } from './fast-unsafe-postgres.ts'

export const TEMPLATE = 'template_latchkey'

export type Template = {
  socketPath: string
  /** A stopped cluster with the template, copied by tests that need a separate cluster. */
  prepared: string
  stop: () => Promise<void>
}

/** A Postgres for tests, with a migrated template from which each test file creates a database. */
export async function startTemplate(): Promise<Template> {
  const folder = mkdtempSync(`${tmpdir()}/latchkey-test-`)
  const prepared = `${folder}/prepared`
  await prepare(prepared)
  cpSync(prepared, `${folder}/postgres`, { recursive: true })
  const server = await startEmbeddedPostgres(`${folder}/postgres`, { maxConnections: 500 })
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { socketPath: server.socketPath, prepared, stop }
}

async function prepare(folder: string) {
  const server = await startEmbeddedPostgres(folder)
  const root = connect({ socketPath: server.socketPath, database: 'postgres' }, { max: 1 })
  await makeFastAndUnsafe(root.sql)
  await root.sql`create database ${root.sql(TEMPLATE)}`
  await root.close()
  const template = connect({ socketPath: server.socketPath, database: TEMPLATE })
  await migrateDatabase(template)
  await template.close()
  await server.stop()
}

/** A cluster with the database of one test only, and its cleanup. About 0.3 s. */
export async function startCluster(prepared: string): Promise<{ socketPath: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(`${tmpdir()}/latchkey-cluster-`)
  cpSync(prepared, `${folder}/postgres`, { recursive: true })
  const server = await startEmbeddedPostgres(`${folder}/postgres`)
  const root = connect({ socketPath: server.socketPath, database: 'postgres' }, { max: 1 })
  // Its transactions would delay the horizon at arbitrary times.
  await root.sql`alter system set autovacuum = off`
  await root.sql`select pg_reload_conf()`
  await root.close()
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { socketPath: server.socketPath, stop }
}

/**
 * A migrated database without rows, and its cleanup. About 30 ms in memory, 300 ms on a disk.
 *
 * @param template  `template0` for a database without tables
 */
export async function createDatabase(
  socketPath: string,
  template = TEMPLATE,
): Promise<{ database: string; drop: () => Promise<void> }> {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const root = connect({ socketPath, database: 'postgres' }, { max: 1 })
  await root.sql`create database ${root.sql(database)} template ${root.sql(template)} strategy file_copy`
  const drop = async () => {
    await root.sql`drop database ${root.sql(database)} with (force)`
    await root.close()
  }
  return { database, drop }
}
