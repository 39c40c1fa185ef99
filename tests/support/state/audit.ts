import { auditLog } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { matches } from './rows.ts'

/** What the audit log says about an account, a listing or another target, oldest first. */
export const auditEntriesOf = (db: Database, targetId: string) =>
  db.select().from(auditLog).where(matches(auditLog, { targetId })).orderBy(auditLog.id)

export const countAuditEntries = (db: Database) => db.$count(auditLog)
