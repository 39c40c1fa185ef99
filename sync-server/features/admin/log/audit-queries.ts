import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { auditLog, users } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import { type AuditFilter, MAX_CHOICES } from '#shared/admin/audit.ts'
import type { UserId } from '#shared/ids.ts'

export type Entry = NonNullable<Awaited<ReturnType<typeof findEntry>>>

export async function findEntry(db: Queryable, id: string) {
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.id, id))
  return entry
}

/** The current name of each kind of target. */
const targetName = sql<string | null>`case ${auditLog.targetType}
  when 'team' then (select email from users where id = ${auditLog.targetId})
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

type Selection = { filter: AuditFilter /** Of targets; all when undefined. */; kinds: string[] | undefined }

/** An empty text is no filter. */
const matching = ({ filter: { actor, action, targetType, targetId, from, to }, kinds }: Selection) =>
  and(
    kinds && inArray(auditLog.targetType, kinds),
    actor ? eq(auditLog.actorId, actor) : undefined,
    action ? eq(auditLog.action, action) : undefined,
    targetType ? eq(auditLog.targetType, targetType) : undefined,
    targetId ? eq(auditLog.targetId, targetId) : undefined,
    from ? gte(auditLog.createdAt, new Date(from)) : undefined,
    to ? lt(auditLog.createdAt, new Date(to)) : undefined,
  )

/** Entries older than the given one, latest first: ids sort by creation time. */
export function listEntries(
  db: Queryable,
  { before, limit, ...selection }: Selection & { before: string | undefined; limit: number },
) {
  return db
    .select({ entry: auditLog, actor: users, targetName, replyText, isLatest })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(matching(selection), before === undefined ? undefined : lt(auditLog.id, before)))
    .orderBy(desc(auditLog.id))
    .limit(limit)
}

/** The same entries for a file. */
export const listForExport = (db: Queryable, { limit, ...selection }: Selection & { limit: number }) =>
  db
    .select({ entry: auditLog, actor: users, targetName })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(matching(selection))
    .orderBy(desc(auditLog.id))
    .limit(limit)

/** Distinct values of the log. Each is one step in an index, so that the length of the log does not matter. */
export async function listChoices(db: Queryable, kinds: string[] | undefined) {
  const [actions, targetTypes, actorIds] = await Promise.all([
    distinct(db, auditLog.action),
    distinct(db, auditLog.targetType),
    distinct(db, auditLog.actorId),
  ])
  const actors = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(users)
    .where(inArray(users.id, actorIds as UserId[]))
    .orderBy(users.email)
  return { actors, actions, targetTypes: kinds ? targetTypes.filter((kind) => kinds.includes(kind)) : targetTypes }
}

/** @see https://wiki.postgresql.org/wiki/Loose_indexscan */
async function distinct(db: Queryable, column: PgColumn): Promise<string[]> {
  const found = await db.execute<{ value: string }>(sql`
    with recursive step as (
      (select min(${column}) as value from ${auditLog})
      union all
      select (select min(${column}) from ${auditLog} where ${column} > step.value) from step where step.value is not null)
    select value from step where value is not null limit ${MAX_CHOICES}`)
  return found.map(({ value }) => value)
}
