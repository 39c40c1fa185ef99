import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import { type TestDatabase, testDatabase } from '#tests/support/database/postgres.ts'

const MIGRATIONS = new URL('../../../drizzle/migrations', import.meta.url).pathname

export type Release = {
  /** The cookies of signed-in users, by a name for each. */
  people: Record<string, Record<string, string>>
  facts: Record<string, string>
  rows: { table: string; row: Record<string, unknown> }[]
}

/** @param name  the name of a file in this folder: the last migration of the release */
export function readRelease(name: string): Release {
  const [first = '', ...lines] = readFileSync(new URL(`${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return { ...JSON.parse(first), rows: lines.map((line) => JSON.parse(line)) }
}

/** A database as a release left it: with its migrations only, and its rows. */
export async function databaseOf(name: string, { rows }: Release): Promise<TestDatabase> {
  const database = await testDatabase()
  const sql = database.openSingle()
  await sql`drop schema public cascade`
  await sql`drop schema drizzle cascade`
  await sql`create schema public`
  await migrateUpTo(name, sql)
  // Rows are inserted in the order of table names, and no trigger runs, so they stay unchanged.
  await sql`set session_replication_role = replica`
  for (const table of new Set(rows.map(({ table }) => table))) await sql.unsafe(`delete from "${table}"`)
  const computed = await sql<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns where is_generated = 'ALWAYS'`
  for (const { table, row } of rows) {
    const columns = Object.keys(row).filter((column) => !computed.some(({ name }) => name === `${table}.${column}`))
    const list = columns.map((column) => `"${column}"`).join()
    await sql.unsafe(
      `insert into "${table}" (${list}) overriding system value select ${list} from json_populate_record(null::"${table}", $1::json)`,
      [JSON.stringify(row)],
    )
  }
  await sql`set session_replication_role = origin`
  await continueSequences(sql)
  await sql.end()
  return database
}

type Sql = ReturnType<TestDatabase['openSingle']>

async function migrateUpTo(name: string, sql: Sql) {
  const folder = mkdtempSync(`${tmpdir()}/latchkey-migrations-`)
  cpSync(MIGRATIONS, folder, { recursive: true })
  const file = `${folder}/meta/_journal.json`
  const journal = JSON.parse(readFileSync(file, 'utf8'))
  const last = journal.entries.findIndex(({ tag }: { tag: string }) => tag.startsWith(name))
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }))
  await migrate(drizzle(sql), { migrationsFolder: folder })
  rmSync(folder, { recursive: true })
}

/** New rows get ids after the inserted ones. The plan may evaluate a sequence for tables of any schema, so paths name theirs. */
async function continueSequences(sql: Sql) {
  const owned = await sql<{ table: string; column: string; sequence: string }[]>`
    select table_name as table, column_name as column, pg_get_serial_sequence(path, column_name) as sequence
    from information_schema.columns cross join lateral format('%I.%I', table_schema, table_name) as path
    where table_schema = 'public' and pg_get_serial_sequence(path, column_name) is not null`
  for (const { table, column, sequence } of owned) {
    await sql.unsafe(`select setval('${sequence}', coalesce((select max("${column}") from "${table}"), 0) + 1, false)`)
  }
}
