import type { PrincipalId } from '#shared/ids.ts'
import type { Transaction } from './client.ts'

/**
 * Transfers everything that one feature stores for a principal to another principal, without loss: where both own the same thing,
 * the feature decides which of the two remains. It is idempotent for the same pair.
 */
export type TransferOwnership = (tx: Transaction, from: PrincipalId, to: PrincipalId) => Promise<void>
