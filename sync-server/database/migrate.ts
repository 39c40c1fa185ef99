import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import { ADVISORY_LOCKS } from './advisory-lock.ts'
import type { OpenDatabase } from './client.ts'

const MIGRATIONS = fileURLToPath(new URL('../../drizzle/migrations', import.meta.url))

/** Migrates the database to the newest migration. Nodes that start together wait for one another. */
export async function migrateDatabase({ openSingle }: OpenDatabase) {
  // Waiting for another node and migrating a large table may both take longer than the statement timeout.
  const [lock, sql] = [openSingle(), openSingle()]
  try {
    // A transaction-level lock: a pooler may release a session-level lock on another connection, which does not own it.
    await lock.begin(async (holding) => {
      await holding`select pg_advisory_xact_lock(${ADVISORY_LOCKS.migration})`
      await migrate(drizzle(sql), { migrationsFolder: MIGRATIONS })
    })
  } finally {
    await Promise.all([lock, sql].map((connection) => connection.end({ timeout: 5 })))
  }
}
