import { auditLog } from '#drizzle/schema/index.ts'
import type { Database, Sql } from '#server/database/client.ts'
import { matches } from './rows.ts'

/** What the audit log says about an account, a listing or another target, oldest first. */
export const auditEntriesOf = (db: Database, targetId: string) =>
  db.select().from(auditLog).where(matches(auditLog, { targetId })).orderBy(auditLog.id)

export const countAuditEntries = (db: Database) => db.$count(auditLog)

type Run = Pick<Sql, 'unsafe'>

/** What an erasure does with the entries about these targets. */
export const forgetAuditTexts = (sql: Run, targetIds: string[]) =>
  sql.unsafe("select forget_audit_texts(string_to_array($1, ' '))", [targetIds.join(' ')])

/** The plan by which Postgres reads a page of the entries that match, as text. */
export async function auditPlan(sql: Run, condition: string): Promise<string> {
  const plan = await sql.unsafe(`explain select * from audit_log where ${condition} order by id desc limit 51`)
  return plan.map((line) => line['QUERY PLAN']).join('\n')
}

/** Entries of many years, of which each value has a small part. */
export async function addManyAuditEntries(sql: Run) {
  await sql.unsafe(`
    insert into audit_log (id, actor_id, action, target_type, target_id, created_at)
    select 'aud_bulk' || n, 'usr_' || n % 50, 'act ' || n % 40, 'kind ' || n % 30, 'tgt_' || n, timestamptz '2020-01-01' + n * interval '1 hour'
    from generate_series(1, 20000) n`)
  await sql.unsafe('analyze audit_log')
}
