import type { Follower } from '#server/features/orders/fulfilment.ts'
import type { Vault } from '#server/vault.ts'
import { mailboxOf } from '#shared/accounts/mailbox.ts'
import { findBuyerOf } from './admin-queries.ts'
import { insertMarks } from './queries.ts'

/**
 * Keeps by what the buyer of a paid order is recognised under another principal: a new guest must not begin a new year of
 * refunds. Only keyed hashes are kept.
 */
export const markBuyers =
  (vault: Vault): Follower =>
  async (tx, { order, intent }) => {
    const email = order.snapshot.receiptEmail ?? (await findBuyerOf(tx, order.principalId))?.email
    const card = intent.cardFingerprint
    await insertMarks(tx, order.id, [
      ...(email ? [await vault.sign('buyer-mailbox', mailboxOf(email))] : []),
      ...(card ? [await vault.sign('buyer-card', card)] : []),
    ])
    // Marks change nothing that anybody is shown.
    return false
  }
