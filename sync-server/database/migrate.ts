import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import { ADVISORY_LOCKS } from './advisory-lock.ts'
import type { OpenDatabase, Sql } from './client.ts'

const MIGRATIONS = fileURLToPath(new URL('../../drizzle/migrations', import.meta.url))

/** All migrations of this release, oldest first. A database records those that it has by `folderMillis`. */
export const listMigrations = (): MigrationMeta[] => readMigrationFiles({ migrationsFolder: MIGRATIONS })

/**
 * Migrates the database to the newest migration. Nodes that start together wait for one another.
 *
 * @returns how many migrations were applied
 */
export async function migrateDatabase({ openSingle }: Pick<OpenDatabase, 'openSingle'>): Promise<number> {
  // Waiting for another node and migrating a large table may both take longer than the statement timeout.
  const [lock, sql] = [openSingle(), openSingle()]
  try {
    // A transaction-level lock: a pooler may release a session-level lock on another connection, which does not own it.
    return await lock.begin(async (holding) => {
      await holding`select pg_advisory_xact_lock(${ADVISORY_LOCKS.migration})`
      const before = await countApplied(sql)
      await migrate(drizzle(sql), { migrationsFolder: MIGRATIONS })
      return (await countApplied(sql)) - before
    })
  } finally {
    await Promise.all([lock, sql].map((connection) => connection.end({ timeout: 5 })))
  }
}

async function countApplied(sql: Sql): Promise<number> {
  const [table] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`
  if (!table?.exists) return 0
  const [applied] = await sql<{ count: number }[]>`select count(*)::int as count from drizzle.__drizzle_migrations`
  return applied?.count ?? 0
}
