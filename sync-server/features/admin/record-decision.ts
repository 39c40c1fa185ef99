import type { auditLog } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { insertEntry } from './audit-queries.ts'

/** Puts a decision of another feature into the audit log, in the transaction that carries it out. It is none to be undone there. */
export const recordDecision = (tx: Transaction, decision: Omit<typeof auditLog.$inferInsert, 'id' | 'createdAt' | 'undoes'>) =>
  insertEntry(tx, { id: newId('aud'), ...decision, undoes: null })
