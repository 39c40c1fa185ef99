import { desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { auditLog, users } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'

export type Entry = NonNullable<Awaited<ReturnType<typeof findEntry>>>

export async function findEntry(db: Queryable, id: string) {
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.id, id))
  return entry
}

/** The current name of each kind of target. */
const targetName = sql<string | null>`case ${auditLog.targetType}
  when 'vc' then (select coalesce(nullif(partner_name, ''), fund_name) from vcs where id = ${auditLog.targetId})
  when 'project' then (select company_name from projects where id = ${auditLog.targetId})
  when 'listing' then (select name from directory_investors where id = ${auditLog.targetId})
  when 'price' then (select name from directory_investors where id = ${auditLog.targetId})
  when 'import-run' then (select source from import_runs where id = ${auditLog.targetId})
  when 'account' then (select email from users where id = ${auditLog.targetId})
  when 'ticket' then (select coalesce(subject, kind) || ' T-' || lpad(number::text, 6, '0') from tickets where id = ${auditLog.targetId})
  when 'refund' then (
    select o.snapshot ->> 'title' from refund_requests r join orders o on o.id = r.order_id where r.id = ${auditLog.targetId})
  when 'fraud-warning' then (
    select o.snapshot ->> 'title' from fraud_warnings w join orders o on o.id = w.order_id where w.id = ${auditLog.targetId})
  when 'intro' then (
    select coalesce(v.partner_name, d.name) from vc_requests r
    left join vcs v on v.id = r.vc_id left join directory_investors d on d.id = r.vc_id where r.id = ${auditLog.targetId})
  end`

/** The text of an answer to a ticket, as long as the ticket exists. */
const replyText = sql<string | null>`(select text from ticket_messages where id = ${auditLog.after} ->> 'messageId')`

/** No later entry about the same fields exists: a new price of an investor does not outdate a decision about the investor. */
const fieldsOf = (state: SQL) => sql`(select array_agg(field order by field) from jsonb_object_keys(${state}) field)`
const isLatest = sql<boolean>`not exists (
  select from audit_log later
  where later.target_type = ${auditLog.targetType} and later.target_id = ${auditLog.targetId} and later.id > ${auditLog.id}
    and ${fieldsOf(sql`later.before`)} = ${fieldsOf(sql`${auditLog.before}`)})`

/** Entries older than the given one, latest first: ids sort by creation time. */
export function listEntries(db: Queryable, { before, limit }: { before: string | undefined; limit: number }) {
  return db
    .select({ entry: auditLog, actor: users, targetName, replyText, isLatest })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(before === undefined ? undefined : lt(auditLog.id, before))
    .orderBy(desc(auditLog.id))
    .limit(limit)
}
