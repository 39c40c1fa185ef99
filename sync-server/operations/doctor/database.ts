import type { OpenDatabase } from '#server/database/client.ts'
import { listMigrations } from '#server/database/migrate.ts'
import type { Env } from '#server/env.ts'
import type { Connection } from '#server/operations/backup/catalogue.ts'
import { listApplied } from '#server/operations/backup/catalogue.ts'
import { type Company, NO_COMPANY } from '#shared/company/contract.ts'
import { companyLabels, missingParts } from '#shared/company/details.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** Each of these functions checks one thing in a database that answers. */

const OLDEST = 15

async function readOne<Row extends object>(sql: Connection, query: string): Promise<Row> {
  const [row] = await sql.unsafe<Row[]>(query)
  if (!row) throw new Error('The database returned no row')
  return row
}

export async function checkVersion(sql: Connection): Promise<Finding[]> {
  const { major, version } = await readOne<{ major: number; version: string }>(
    sql,
    `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as version`,
  )
  return [judgeVersion(major, version.split(' ')[0] ?? '')]
}

export const judgeVersion = (major: number, version: string): Finding =>
  major >= OLDEST ? ok(`Postgres ${version}.`) : problem(`Postgres ${version} is too old.`, `Use Postgres ${OLDEST} or newer.`)

/** Texts of any script must be stored as they were typed. */
export async function checkEncoding(sql: Connection): Promise<Finding[]> {
  const { encoding } = await readOne<{ encoding: string }>(sql, `select current_setting('server_encoding') as encoding`)
  if (encoding === 'UTF8') return []
  return [problem(`The database stores texts as ${encoding}.`, `Create a database with "encoding 'UTF8' template template0".`)]
}

/** A replica, or a role that only reads. */
export async function checkWritable(sql: Connection): Promise<Finding[]> {
  const { replica, read_only } = await readOne<{ replica: boolean; read_only: string }>(
    sql,
    `select pg_is_in_recovery() as replica, current_setting('default_transaction_read_only') as read_only`,
  )
  if (replica) return [problem('The database is a replica, which accepts no writes.', 'Set DATABASE_URL to the primary.')]
  if (read_only === 'on') {
    return [problem('default_transaction_read_only is on.', 'Switch it off for the role and the database of DATABASE_URL.')]
  }
  return []
}

/** Migrations create schemas and tables, and change tables, which only their owner may. */
export async function checkRights(sql: Connection): Promise<Finding[]> {
  const { creates, may_add, foreign } = await readOne<{ creates: boolean; may_add: boolean; foreign: number }>(
    sql,
    `select has_schema_privilege('public', 'create') as creates,
      to_regnamespace('drizzle') is not null or has_database_privilege(current_database(), 'create') as may_add,
      (select count(*)::int from pg_class c where relnamespace in ('public'::regnamespace, to_regnamespace('drizzle'))
        and relkind in ('r', 'v', 'S') and not pg_has_role(relowner, 'usage')
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')) as foreign`,
  )
  const findings: Finding[] = []
  if (!creates)
    findings.push(problem('The role may not create tables.', 'grant create on schema public to the role of DATABASE_URL.'))
  if (!may_add)
    findings.push(problem('The role may not create a schema.', 'grant create on the database to the role of DATABASE_URL.'))
  if (foreign > 0) {
    findings.push(
      problem(
        `${foreign} tables belong to another role.`,
        'Make the role of DATABASE_URL their owner: "reassign owned by … to …".',
      ),
    )
  }
  return findings
}

const DURABILITY = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

export async function checkDurability(sql: Connection): Promise<Finding[]> {
  const settings = DURABILITY.map((name) => `current_setting('${name}') as ${name}`)
  return judgeDurability(await readOne(sql, `select ${settings}`))
}

/** What the product shows as saved must survive a power cut. */
export function judgeDurability(settings: Record<(typeof DURABILITY)[number], string>): Finding[] {
  const off = DURABILITY.filter((name) => settings[name] === 'off')
  if (off.length === 0) return []
  if (off.length === 1 && off[0] === 'synchronous_commit') {
    return [warning('synchronous_commit is off: a crash loses commits that were confirmed.', 'Switch it on.')]
  }
  return [problem(`${off.join(' and ')} is off: a power cut destroys the database.`, 'Switch it on.')]
}

export async function checkIsolation(sql: Connection): Promise<Finding[]> {
  const { level } = await readOne<{ level: string }>(sql, `select current_setting('default_transaction_isolation') as level`)
  if (level === 'read committed') return []
  return [
    problem(
      `default_transaction_isolation is ${level}.`,
      'Set it to "read committed": other transactions would fail under load.',
    ),
  ]
}

/** A pool has ten connections, beside those for notifications and migrations. */
const CONNECTIONS_OF_NODE = 13

export async function checkConnections(sql: Connection): Promise<Finding[]> {
  const { free } = await readOne<{ free: number }>(
    sql,
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as free`,
  )
  return judgeConnections(free)
}

export function judgeConnections(free: number): Finding[] {
  if (free >= CONNECTIONS_OF_NODE) return []
  return [
    warning(
      `${free} connections are free, and a node opens up to ${CONNECTIONS_OF_NODE}.`,
      'Raise max_connections, or use a pooler.',
    ),
  ]
}

export async function checkMigrations(sql: Connection): Promise<Finding[]> {
  const applied = await listApplied(sql)
  const known = listMigrations()
  const newest = known.at(-1)?.folderMillis ?? 0
  if (applied.some(({ at }) => at > newest)) {
    return [problem('A newer release has migrated the database.', 'Deploy that release, or restore a backup of this one.')]
  }
  const missing = known.length - applied.length
  if (applied.length === 0) return [ok('The database is empty: the first start creates its tables.')]
  return [ok(missing > 0 ? `The next start applies ${missing} migrations.` : `All ${known.length} migrations are applied.`)]
}

/** Through a pooler LISTEN may succeed and deliver nothing. The server then does not start. */
export async function checkNotifications(
  { sql, openSingle }: Pick<OpenDatabase, 'sql' | 'openSingle'>,
  waitMs = 5000,
): Promise<Finding[]> {
  const channel = `latchkey_doctor_${crypto.randomUUID().replaceAll('-', '')}`
  const received = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => received.resolve(false), waitMs)
  const own = openSingle()
  try {
    await own.listen(channel, () => received.resolve(true))
    await sql`select pg_notify(${channel}, '')`
    if (await received.promise) return []
    return [problem('LISTEN delivers nothing, as through a pooler.', 'Set DATABASE_LISTEN_URL to the database itself.')]
  } finally {
    clearTimeout(timer)
    await own.end({ timeout: 1 })
  }
}

/** A pooler refuses the timeouts of a node, so the role must have them: a statement that hangs would keep its connection. */
export async function checkTimeouts(sql: Connection, env: Pick<Env, 'DATABASE_URL'>): Promise<Finding[]> {
  if (!env.DATABASE_URL || new URL(env.DATABASE_URL).searchParams.get('prepare') !== 'false') return []
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
  const settings = await readOne<Record<string, string>>(
    sql,
    `select ${names.map((name) => `current_setting('${name}') as ${name}`)}`,
  )
  const unset = names.filter((name) => settings[name] === '0')
  if (unset.length === 0) return []
  return [warning(`Behind the pooler ${unset.join(', ')} is not set.`, 'Set it for the role: "alter role … set …".')]
}

/** Devices have to notice a restore. */
export async function checkEpoch(sql: Connection): Promise<Finding[]> {
  const canRead = async (query: string) =>
    sql.unsafe(query).then(
      () => true,
      () => false,
    )
  if (await canRead('select system_identifier from pg_control_system(), pg_control_checkpoint()')) return []
  if (await canRead('select pg_walfile_name(pg_current_wal_lsn())')) return []
  return [
    warning(
      'This Postgres hides its identity, so devices do not notice that it was recovered to an earlier time.',
      'After such a recovery, before the start: "update sync_state set epoch_seed = gen_random_uuid()::text". bun run restore needs nothing.',
    ),
  ]
}

export async function checkTrigrams(sql: Connection): Promise<Finding[]> {
  const { exists } = await readOne<{ exists: boolean }>(
    sql,
    `select exists (select from pg_extension where extname = 'pg_trgm') as exists`,
  )
  if (exists || (await listApplied(sql)).length === 0) return []
  return [
    warning(
      'The search on the server finds no word with a wrong letter.',
      'Add pg_trgm: see "A large directory" in sync-server/OPERATIONS.md.',
    ),
  ]
}

/** Purchases of one payment mode are not valid in another. */
export async function checkMode(sql: Connection, { paymentMode }: Pick<Env, 'paymentMode'>): Promise<Finding[]> {
  if ((await listApplied(sql)).length === 0) return []
  const { mode, is_paid } = await readOne<{ mode: string | null; is_paid: boolean }>(
    sql,
    `select (select mode from installation) as mode, exists (select from orders where paid_at is not null) as is_paid`,
  )
  if (mode === null || mode === paymentMode || !is_paid) return []
  return [
    problem(
      `The database has orders that were paid in the mode "${mode}", and the configured payments are "${paymentMode}".`,
      'Use the keys of that mode, or another database.',
    ),
  ]
}

/** What pages, receipts and mails cannot name. Nothing is said about a database of an earlier release. */
export async function checkCompany(sql: Connection): Promise<Finding[]> {
  const [table] = await sql.unsafe<{ name: string | null }[]>(`select to_regclass('public.company')::text as name`)
  if (!table?.name) return []
  const [row] = await sql.unsafe<Company[]>(
    `select legal_name as "legalName", address, support_email as "supportEmail", responsible_person as "responsiblePerson"
    from company`,
  )
  const missing = missingParts({ ...NO_COMPANY, ...row }).map((field) => companyLabels[field].toLowerCase())
  if (missing.length === 0) return [ok('The imprint, receipts and mails name the company.')]
  return [warning(`The company lacks: ${missing.join(', ')}.`, 'An owner sets it under Company on the page /admin.')]
}
