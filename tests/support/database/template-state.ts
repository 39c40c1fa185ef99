import type { Sql } from '#server/database/client.ts'

/** Catalogues that a change of the schema writes to. Those of statistics are left out: vacuum and analyze write to them. */
const CATALOGS =
  `pg_class pg_attribute pg_attrdef pg_proc pg_type pg_enum pg_trigger pg_constraint pg_index pg_policy pg_rewrite pg_inherits
  pg_namespace pg_extension pg_sequence pg_statistic_ext pg_event_trigger pg_publication pg_default_acl pg_largeobject_metadata
  pg_cast pg_operator pg_opclass pg_language pg_collation pg_description`.split(/\s+/)

const ANOTHER = 'another connection'

/** What a database is like that was copied from the template and that has had no user. */
export type TemplateState = {
  /** The next transaction id at that time: a row of a catalogue that is younger belongs to a change. */
  xid: string
  /** Rows of each catalogue. */
  counts: Looks
  /** Tables and indexes, by their ids, without what vacuum and triggers write. */
  relations: Map<string, string>
  /** Triggers and functions with greater ids were created since. */
  lastId: string
  /** Statements that restore rows and sequences. */
  restore: string
}

type Looks = Record<string, string | null>

export async function readTemplate(sql: Sql): Promise<TemplateState> {
  const [next] = await sql<{ xid: string; lastId: string }[]>`select pg_snapshot_xmax(pg_current_snapshot())::text as xid,
    (select max(oid) from (select max(oid) as oid from pg_proc union all select max(oid) from pg_trigger) as ids)::text as "lastId"`
  if (!next) throw new Error('The template cannot be read')
  const statements: string[] = []
  for (const name of await tablesLargerThan(sql, 0)) {
    const [row] = await sql.unsafe<{ rows: string | null }[]>(
      `select string_agg(quote_literal(t::text) || '::${name}', ', ') as rows from ${name} t`,
    )
    if (row?.rows) statements.push(`insert into ${name} overriding system value select (r).* from unnest(array[${row.rows}]) r`)
  }
  const sequences = await sql<{ text: string }[]>`
    select format('select setval(%L, %s, %L)', seqrelid::regclass, coalesce(pg_sequence_last_value(seqrelid), seqstart),
      pg_sequence_last_value(seqrelid) is not null) as text from pg_sequence`
  const restore = [...statements, ...sequences.map(({ text }) => text)].join(';\n')
  const { obstacle: _, ...counts } = await look(sql, next.xid)
  return { ...next, counts, relations: await relationsOf(sql), restore }
}

/**
 * Drops the triggers and functions that a user created, and finds what outlives the deletion of rows: another change of the schema
 * or of settings, or another connection.
 */
export async function findObstacle(sql: Sql, state: TemplateState): Promise<string | undefined> {
  const first = await look(sql, state.xid)
  // The session of a pool that has closed ends a moment later.
  if (first.obstacle === ANOTHER) await Bun.sleep(20)
  const { obstacle, ...found } = first.obstacle === ANOTHER ? await look(sql, state.xid) : first
  if (obstacle) return obstacle
  let changed = changesOf(found, state)
  if (changed.includes('pg_proc') || changed.includes('pg_trigger')) {
    const [row] = await sql.unsafe(
      `select string_agg(text, ';' order by text desc) as text from (
        select format('drop trigger %I on %s', tgname, tgrelid::regclass) as text from pg_trigger where oid > $1 and not tgisinternal
        union all select format('drop function %s', oid::regprocedure) from pg_proc where oid > $1) as dropped`,
      [state.lastId],
    )
    if (row?.text) await sql.unsafe(row.text).catch(() => undefined)
    changed = changesOf(await look(sql, state.xid), state)
  }
  // The first trigger of a table marks the table.
  if (changed.join() === 'pg_class' && (await areAsBefore(sql, state))) return
  return changed.length > 0 ? `changed: ${changed.join(', ')}` : undefined
}

const changesOf = (found: Looks, { counts }: TemplateState) => Object.keys(counts).filter((name) => counts[name] !== found[name])

async function areAsBefore(sql: Sql, { relations }: TemplateState) {
  const found = await relationsOf(sql)
  return found.size === relations.size && [...found].every(([oid, text]) => relations.get(oid) === text)
}

async function relationsOf(sql: Sql): Promise<Map<string, string>> {
  const rows = await sql<{ oid: string; text: string }[]>`
    select oid::text, (relname, relnamespace, reltype, relowner, relam, relfilenode, reltablespace, reltoastrelid, relisshared, relpersistence,
      relkind, relnatts, relchecks, relrowsecurity, relforcerowsecurity, relreplident, relispartition, relacl, reloptions)::text as text
    from pg_class`
  return new Map(rows.map(({ oid, text }) => [oid, text]))
}

/** Each catalogue with the number of its rows and of those that are younger than `xid`. */
async function look(sql: Sql, xid: string): Promise<Looks> {
  const counts = CATALOGS.map(
    (name) => `(select count(*) || ' ' || count(*) filter (where age(xmin) <= age($1::xid)) from pg_catalog.${name}) as ${name}`,
  )
  const [row] = await sql.unsafe(
    `with here as (select oid from pg_database where datname = current_database())
    select case
      when exists (select from pg_stat_activity where datid = (select oid from here) and backend_type = 'client backend'
        and pid <> pg_backend_pid() and (state is distinct from 'idle'
        or application_name <> current_setting('application_name'))) then '${ANOTHER}'
      when exists (select from pg_locks where database = (select oid from here) and locktype = 'advisory') then 'an advisory lock'
      when exists (select from pg_db_role_setting where setdatabase = (select oid from here)) then 'a setting of the database'
    end as obstacle, ${counts.join(',\n')}`,
    [xid],
  )
  return row as Looks
}

async function tablesLargerThan(sql: Sql, bytes: number): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select oid::regclass::text as name from pg_class where relkind = 'r' and pg_relation_size(oid) > ${bytes}
    and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`
  return rows.map(({ name }) => name)
}

/** Bytes of a table. A smaller one is scanned in less time than vacuum takes. */
const LARGE = 128 * 1024

/**
 * Restores rows and sequences. Transaction ids continue, as after any user's changes. Deleted rows of large tables are removed from
 * their files: autovacuum is off, and a scan would read the rows of all earlier users.
 */
export async function restoreTemplate(sql: Sql, { restore }: TemplateState): Promise<void> {
  const deletions = (await tablesLargerThan(sql, 0)).map((name) => `delete from ${name}`)
  // Statements of one text are one transaction. Without triggers nothing is stamped, tombstoned or notified, and no foreign key is checked.
  const withoutTriggers = "select set_config('session_replication_role', 'replica', true)"
  await sql.unsafe([withoutTriggers, ...deletions, restore].join(';\n'))
  const large = await tablesLargerThan(sql, LARGE)
  if (large.length > 0) await sql.unsafe(`vacuum (parallel 0, skip_database_stats) ${large.join(', ')}`)
}
