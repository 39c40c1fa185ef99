import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/client.ts'

/** The provider's own memory is not ours to erase; ours of what was handed to it is the order. */
export const OF_THE_PROVIDER = ['sandbox_objects', 'sandbox_deliveries', 'sandbox_requests']

/** Tables whose rows say one of the words, whatever column says it. */
export async function tablesThatSay(db: Database, words: string[], except: string[] = []) {
  const found: string[] = []
  for (const table of await listTables(db)) {
    if (except.includes(table)) continue
    const said = words.map((word) => sql`row::text ilike ${`%${word}%`}`)
    const [row] = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(table)} as row where ${sql.join(said, sql` or `)}`,
    )
    if (row && row.count > 0) found.push(table)
  }
  return found
}

async function listTables(db: Database) {
  const rows = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  return rows.map(({ name }) => name)
}
