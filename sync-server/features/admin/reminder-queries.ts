import { and, sql } from 'drizzle-orm'
import { users } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import { isAdminRow } from '#server/features/accounts/admin/rights.ts'
import type { AdminRole } from '#shared/admin/rights.ts'

type Reminder = { adminEmails: readonly string[]; template: string; roles: readonly AdminRole[] }

/** Accounts whose role has the queue, and that were sent no mail of this kind within a day. */
export function listAdminsToRemind(tx: Transaction, { adminEmails, template, roles }: Reminder) {
  const isReminded = sql`exists (
    select from mail_outbox m
    where m.recipient = ${users.email} and m.template = ${template} and m.created_at > now() - interval '1 day')`
  return tx
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(and(isAdminRow(adminEmails, roles), sql`not ${isReminded}`))
}
