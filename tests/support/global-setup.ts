import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { migrateDatabase } from '#server/database/migrate.ts'
import { connect } from '#server/db.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresSocket: string
  }
}

/** One Postgres for the whole run, with a migrated template from which each test takes a database of its own. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(`${tmpdir()}/latchkey-test-`)
  const server = await startEmbeddedPostgres(`${folder}/postgres`)
  const root = connect({ socketPath: server.socketPath, database: 'postgres' }, { max: 1 })
  // Nobody pulls the plug of a test's database, so its commits need not wait for the disk.
  await root.sql`alter system set synchronous_commit = off`
  await root.sql`select pg_reload_conf()`
  await root.sql`create database template_latchkey`
  await root.close()

  const template = connect({ socketPath: server.socketPath, database: 'template_latchkey' })
  await migrateDatabase(template)
  await template.close()
  project.provide('postgresSocket', server.socketPath)

  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
