import type { Transaction } from '#server/database/client.ts'
import type { PrincipalId } from '#shared/ids.ts'

/**
 * Gives everything one feature keeps for a principal to another one, without loss:
 * where both hold the same thing, the feature decides what remains of the two.
 * It may run again on the same pair, and then finds nothing to do.
 */
export type TransferOwnership = (tx: Transaction, from: PrincipalId, to: PrincipalId) => Promise<void>
