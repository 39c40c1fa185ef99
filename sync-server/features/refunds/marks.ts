import type { Follower } from '#server/features/orders/fulfilment.ts'
import type { Vault } from '#server/vault.ts'
import { mailboxOf } from '#shared/accounts/mailbox.ts'
import { findBuyerOf } from './admin-queries.ts'
import { insertMarks } from './queries.ts'

/**
 * Keeps by what the buyer of a paid order is recognised under another principal: a new guest must not begin a new year of
 * refunds. A verified account has a mailbox that it has proved. What anybody else typed is no mark: with it a stranger could use up
 * the refunds of its owner, and whoever wants a new year types another one. Only keyed hashes are kept.
 */
export const markBuyers =
  (vault: Vault): Follower =>
  async (tx, { order, intent }) => {
    const account = await findBuyerOf(tx, order.principalId)
    const proved = account?.emailVerifiedAt ? account.email : undefined
    const card = intent.cardFingerprint
    await insertMarks(tx, order.id, [
      ...(proved ? [await vault.sign('buyer-mailbox-proved', mailboxOf(proved))] : []),
      ...(card ? [await vault.sign('buyer-card', card)] : []),
    ])
    // Marks change nothing that anybody is shown.
    return false
  }
