import { fileURLToPath } from 'node:url'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import type { OpenDatabase } from '#server/db.ts'

const MIGRATIONS = fileURLToPath(new URL('../../drizzle/migrations', import.meta.url))

/** Any number would do; every node must use the same. */
const MIGRATION_LOCK = 7_202_611

/** Brings the database up to the newest migration. Nodes that start together wait for one another. */
export async function migrateDatabase({ db, sql }: OpenDatabase) {
  const lock = await sql.reserve()
  try {
    await lock`select pg_advisory_lock(${MIGRATION_LOCK})`
    await migrate(db, { migrationsFolder: MIGRATIONS })
  } finally {
    await lock`select pg_advisory_unlock(${MIGRATION_LOCK})`
    lock.release()
  }
}
