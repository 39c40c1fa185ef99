import type { Sql } from '#server/database/client.ts'

type Table = { name: string; columns: string[] }

/**
 * Saves every row of a database, so that `restoreRows` restores them, cursors included, in a few milliseconds. Transaction ids
 * continue, as after any user's changes.
 */
export async function saveRows(sql: Sql): Promise<void> {
  const tables = await sql<Table[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by c.relname`
  const statements: string[] = []
  await sql.unsafe('create schema saved')
  for (const { name, columns } of tables) {
    statements.push(`delete from public."${name}";`)
    const { count } = await sql.unsafe(`create table saved."${name}" as table public."${name}"`)
    const list = columns.map((column) => `"${column}"`).join(', ')
    if (count)
      statements.push(`insert into public."${name}" (${list}) overriding system value select ${list} from saved."${name}";`)
  }
  // Without triggers: nothing is stamped, tombstoned or notified.
  await sql.unsafe(`create function saved.restore() returns void language plpgsql
    set session_replication_role = replica as $$ begin ${statements.join('\n')} end $$`)
}

export const restoreRows = async (sql: Sql) => void (await sql`select saved.restore()`)
