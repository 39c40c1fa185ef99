import type { auditLog } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { insertEntry } from './audit-queries.ts'

/**
 * Writes a decision of another feature to the audit log, in the transaction that applies it. It cannot be undone from the audit
 * log.
 */
export const recordDecision = (tx: Transaction, decision: Omit<typeof auditLog.$inferInsert, 'id' | 'createdAt' | 'undoes'>) =>
  insertEntry(tx, { id: newId('aud'), ...decision, undoes: null })
