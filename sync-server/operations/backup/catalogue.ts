import type { Sql } from '#server/database/client.ts'

/** A connection, or a transaction on it. */
export type Connection = Pick<Sql, 'unsafe'>

/**
 * For this transaction: no timeouts, which a role may have for the statements of a server, and the same text of each value in every
 * database.
 */
export const setSession = (tx: Connection) =>
  tx.unsafe(`set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local search_path = public; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
    set local bytea_output = 'hex'; set local extra_float_digits = 1`)

export type Table = { name: string; columns: string[]; references: string[] }

/**
 * Tables that are not copied. They belong to the epoch of a database, which ends with a restore: every device starts over, and
 * the server builds them again. `sync_parts` is the earlier name of `sync_chunks`.
 */
export const OF_EPOCH: readonly string[] = ['private_changes', 'sync_chunks', 'sync_parts', 'sync_snapshots', 'sync_tombstones']

/**
 * The tables of the product with the columns that can be written: not those that the database computes. Of the transaction ids only
 * the stamps of rows, because 0 has a meaning there; all others belong to the cluster.
 */
export async function listTables(sql: Connection): Promise<Table[]> {
  const rows = await sql.unsafe<Table[]>(`
    select relname as name,
      (select json_agg(attname order by attnum) from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped
        and attgenerated = '' and (atttypid <> 'xid8'::regtype or attname = 'changed_xid')) as columns,
      (select coalesce(json_agg(distinct (select relname from pg_class where oid = confrelid)), '[]') from pg_constraint
        where conrelid = t.oid and contype = 'f' and confrelid <> t.oid) as references
    from pg_class t where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`)
  return [...rows]
}

/** In an order in which each table follows all that it references. */
export function parentsFirst(tables: readonly Table[]): Table[] {
  const sorted = new Set<Table>()
  while (sorted.size < tables.length) {
    const isReady = ({ references }: Table) => references.every((parent) => [...sorted].some(({ name }) => name === parent))
    const next = tables.filter((table) => !sorted.has(table) && isReady(table))
    if (next.length === 0) throw new Error('Tables that reference one another in a circle cannot be restored')
    for (const table of next) sorted.add(table)
  }
  return [...sorted]
}

export const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join()

/** The migrations of a database, oldest first. Empty for a database that is not the product's. */
export async function listApplied(sql: Connection): Promise<{ at: number; hash: string }[]> {
  const [table] = await sql.unsafe<{ exists: boolean }[]>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  )
  if (!table?.exists) return []
  const rows = await sql.unsafe<{ at: string; hash: string }[]>(
    'select created_at as at, hash from drizzle.__drizzle_migrations order by created_at',
  )
  return rows.map(({ at, hash }) => ({ at: Number(at), hash }))
}

/** The sequences, with the number that each gives next. */
export async function listSequences(sql: Connection): Promise<{ name: string; next: string }[]> {
  const names = await sql.unsafe<{ name: string }[]>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  const sequences: { name: string; next: string }[] = []
  for (const { name } of names) {
    const [row] = await sql.unsafe<{ next: string }[]>(`select (last_value + is_called::int)::text as next from "${name}"`)
    sequences.push({ name, next: row?.next ?? '1' })
  }
  return sequences
}

/** Whether a database contains nothing but what Postgres and its extensions bring. */
export async function isEmpty(sql: Connection): Promise<boolean> {
  const [found] = await sql.unsafe(`
    select 1 from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname !~ '^pg_' and nspname <> 'information_schema'
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e') limit 1`)
  return found === undefined
}
