import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/client.ts'

/** The provider's records, which the product must not erase; the product's own record of them is the order. */
export const OF_THE_PROVIDER = ['sandbox_objects', 'sandbox_deliveries', 'sandbox_requests']

/** Tables with a row that contains one of the texts, in any column. */
export async function tablesThatSay(db: Database, texts: string[], except: string[] = []) {
  const found: string[] = []
  for (const table of await listTables(db)) {
    if (except.includes(table)) continue
    const conditions = texts.map((word) => sql`row::text ilike ${`%${word}%`}`)
    const [row] = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(table)} as row where ${sql.join(conditions, sql` or `)}`,
    )
    if (row && row.count > 0) found.push(table)
  }
  return found
}

async function listTables(db: Database) {
  const rows = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  return rows.map(({ name }) => name)
}

/** The tables whose rows belong to principals, by the column that each of them has. */
export async function tablesOfPrincipals(db: Database) {
  const rows = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'principal_id' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** The rows of a principal in one of those tables, as text. */
export async function rowsOfPrincipal(db: Database, table: string, principalId: string) {
  const rows = await db.execute<{ text: string }>(
    sql`select to_jsonb(row)::text as text from ${sql.identifier(table)} as row where principal_id = ${principalId}`,
  )
  return rows.map(({ text }) => text)
}
