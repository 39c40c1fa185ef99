import { Gauge, type Registry } from 'prom-client'
import type { Sql } from '#server/database/client.ts'
import { BLOCK_KINDS } from '#shared/admin/blocks.ts'

type Figures = { [Name in keyof typeof HELP]: number | string | null } & { block_hits: Record<string, number> }

/** Of the whole installation: every node reports the same. Lags and ages are in seconds, and 0 when nothing waits. */
const HELP = {
  jobs_due: 'Jobs that are due and not running.',
  job_lag_seconds: 'Age of the job that is due longest.',
  jobs_failing: 'Jobs whose last run of at least three has failed.',
  mails_waiting: 'Mails that are due and not sent.',
  mail_lag_seconds: 'Age of the mail that is due longest.',
  mails_failed: 'Mails of the last day that were given up or came back, without those to suppressed addresses.',
  alerts_unsent: 'Alerts to the operator that have waited for ten minutes, or were given up within a day.',
  ledger_violations: 'Faults that the checks of the ledger have found and no admin has settled.',
  oldest_transaction_seconds: 'Age of the oldest open transaction of the database cluster. Cursors wait for it.',
  cursor_lag: 'Transactions between the oldest open one and the newest.',
  database_connections: 'Connections to the database, of all its clients.',
  database_connections_most: 'Connections that the database allows.',
} as const

/** One step into each of two partial indexes. */
const alertsUnsent = (sql: Sql) => sql`
  select ((select count(*) from mail_outbox where sent_at is null and failed_at is null
      and template = 'operator-alert' and created_at < now() - interval '10 minutes')
    + (select count(*) from mail_outbox where failed_at > now() - interval '1 day' and template = 'operator-alert'))::int as count`

/** The same for the health of a node. */
export async function countAlertsUnsent(sql: Sql): Promise<number> {
  const [row] = await alertsUnsent(sql)
  return row?.count ?? 0
}

/** One statement, a few milliseconds: each part is one step into an index, or reads a table with few rows. */
const readFigures = (sql: Sql, countViolations: number) => sql<Figures[]>`
  with due as (
    select count(*)::int as count, extract(epoch from now() - min(run_at)) as lag
    from jobs where done_at is null and run_at <= now() and (locked_until is null or locked_until < now())
  ), mails as (
    select count(*)::int as count, extract(epoch from now() - min(send_at)) as lag
    from mail_outbox where sent_at is null and failed_at is null and send_at <= now()
  )
  select due.count as jobs_due, greatest(due.lag, 0)::float8 as job_lag_seconds,
    (select count(*) from jobs where done_at is null and attempts >= 3 and last_error <> '')::int as jobs_failing,
    mails.count as mails_waiting, greatest(mails.lag, 0)::float8 as mail_lag_seconds,
    (select count(*) from mail_outbox where failed_at > now() - interval '1 day' and failure is distinct from 'suppressed')::int as mails_failed,
    (${alertsUnsent(sql)}) as alerts_unsent,
    ${countViolations}::int as ledger_violations,
    (select coalesce(jsonb_object_agg(kind, hits), '{}') from (select kind, sum(hits) as hits from blocks group by kind) of_kinds)
      as block_hits,
    (select extract(epoch from now() - min(xact_start)) from pg_stat_activity where xact_start is not null and pid <> pg_backend_pid())::float8
      as oldest_transaction_seconds,
    (pg_snapshot_xmax(pg_current_snapshot())::text::int8 - pg_snapshot_xmin(pg_current_snapshot())::text::int8)::float8 as cursor_lag,
    (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as database_connections,
    current_setting('max_connections')::int as database_connections_most
  from due, mails`

type Deps = { sql: Sql; countViolations: () => Promise<number> }

/** Adds the figures that are read from the database. @returns reads them; `latchkey_database_up` is 0 when it cannot */
export function addDatabaseFigures(registry: Registry, { sql, countViolations }: Deps): () => Promise<void> {
  const registers = [registry]
  const up = new Gauge({ name: 'latchkey_database_up', help: 'Whether the database has answered.', registers })
  const gauges = Object.entries(HELP).map(
    ([name, help]) => [name as keyof typeof HELP, new Gauge({ name: `latchkey_${name}`, help, registers })] as const,
  )
  const blockHits = new Gauge({
    name: 'latchkey_block_hits',
    help: 'Requests and cards that the entries of the block list have refused, by kind. It falls when old entries are deleted.',
    labelNames: ['kind'] as const,
    registers,
  })
  return async () => {
    try {
      const [figures] = await readFigures(sql, await countViolations())
      for (const [name, gauge] of gauges) gauge.set(Number(figures?.[name] ?? 0))
      for (const kind of BLOCK_KINDS) blockHits.set({ kind }, Number(figures?.block_hits[kind] ?? 0))
      up.set(1)
    } catch {
      // The last figures would look like current ones.
      for (const [, gauge] of gauges) gauge.set(Number.NaN)
      for (const kind of BLOCK_KINDS) blockHits.set({ kind }, Number.NaN)
      up.set(0)
    }
  }
}
