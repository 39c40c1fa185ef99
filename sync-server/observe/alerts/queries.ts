import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { operatorAlerts } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { ALERT_KINDS, type AlertKind } from '#shared/admin/alerts.ts'

export type AlertRow = typeof operatorAlerts.$inferSelect

/** Counts occurrences of a kind until its next mail. */
export async function addPending(db: Queryable, kind: AlertKind, count: number) {
  await db
    .insert(operatorAlerts)
    .values({ kind, pending: count })
    .onConflictDoUpdate({ target: operatorAlerts.kind, set: { pending: sql`${operatorAlerts.pending} + ${count}` } })
}

/** The row of every kind, locked until the transaction ends: two nodes do not mail the same alert. */
export async function lockAlerts(tx: Transaction): Promise<AlertRow[]> {
  const rows = ALERT_KINDS.toSorted().map((kind) => ({ kind }))
  await tx.insert(operatorAlerts).values(rows).onConflictDoNothing()
  const isKnown = inArray(operatorAlerts.kind, [...ALERT_KINDS])
  return tx.select().from(operatorAlerts).where(isKnown).orderBy(operatorAlerts.kind).for('update')
}

export async function saveAlert(tx: Transaction, { kind, ...state }: Omit<AlertRow, 'doneAt'>) {
  await tx.update(operatorAlerts).set(state).where(eq(operatorAlerts.kind, kind))
}

/**
 * The conditions that are read from the database: how much of each there is now. A job that recurs keeps its number of attempts, so
 * only its last error tells that it fails. Mails that were tried three times wait for a server that does not answer.
 */
const conditions = (now: Date) =>
  ({
    ledger: sql`select count(*) from ledger_violations where cleared_at is null`,
    // The list of the provider, read hourly, names events that no webhook has brought, and payments have begun.
    'webhook-silent': sql`select count(*) from stripe_events
      where source = 'list' and status <> 'ignored' and created_at > ${hoursBefore(now, 2)}
        and not exists (select from stripe_events where source = 'webhook' and created_at > ${hoursBefore(now, 2)})
        and exists (select from orders where created_at > ${hoursBefore(now, 4)})`,
    jobs: sql`select count(*) from jobs where done_at is null and attempts >= 5 and coalesce(last_error, '') <> ''`,
    mail: sql`select count(*) from (
        select from mail_outbox where sent_at is null and failed_at is null and attempts >= 3
        union all
        select from mail_outbox where failed_at > ${hoursBefore(now, 1)} and failure in ('rejected', 'unreachable')) failing
      having count(*) >= 5`,
    backup: sql`select count(*) from operator_alerts where kind = 'backup' and done_at < ${hoursBefore(now, 48)}`,
    import: sql`select count(*) from (select distinct on (source) status from import_runs order by source, seen_at desc, id desc) latest
      where status = 'refused'`,
  }) satisfies Partial<Record<AlertKind, SQL>>

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 60 * 60 * 1000).toISOString()

/** How much of each condition there is now; a kind with nothing is 0. */
export async function countConditions(db: Queryable, now: Date): Promise<Partial<Record<AlertKind, number>>> {
  const parts = Object.entries(conditions(now)).map(
    ([kind, count]) => sql`select ${kind}::text as kind, (${count})::int as count`,
  )
  const rows = await db.execute<{ kind: AlertKind; count: number | null }>(sql.join(parts, sql` union all `))
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count ?? 0]))
}
