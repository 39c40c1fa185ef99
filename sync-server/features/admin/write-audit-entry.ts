import { sql } from 'drizzle-orm'
import { auditLog } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'

/**
 * Writes an entry of the audit log, in the transaction that makes the change. An entry can be undone from the log only where
 * `undosOf` in `audit.ts` knows how.
 *
 * @returns the id of the entry
 */
export async function writeAuditEntry(tx: Transaction, entry: Omit<typeof auditLog.$inferInsert, 'id'>): Promise<string> {
  const id = newId<string>('aud')
  await tx.insert(auditLog).values({ id, ...entry })
  return id
}

/** Empties the texts of entries about erased targets. The entries stay: who decided, about which id, and when. */
export async function forgetAuditTexts(tx: Transaction, targetIds: readonly string[]) {
  if (targetIds.length === 0) return
  const targets = sql`array(select jsonb_array_elements_text(${JSON.stringify(targetIds)}::jsonb))`
  await tx.execute(sql`select forget_audit_texts(${targets})`)
}
