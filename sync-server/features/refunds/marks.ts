import type { Keyring } from '#server/crypto/keyring.ts'
import type { PaymentSubscriber } from '#server/features/orders/settlement/fulfilment.ts'
import { mailboxOf } from '#shared/accounts/mailbox.ts'
import { findBuyerOf } from './admin-queries.ts'
import { findRefunded, insertMarks } from './queries.ts'

/**
 * Stores the marks that identify the buyer of a paid order under another principal: a new guest must not start a new year of
 * refunds. A verified account has a proved mailbox. An address typed by others is no mark: with it a stranger could use up the
 * refunds of its owner, and a buyer could start a new year by typing another one. Only keyed hashes are stored.
 *
 * Updates of a payment also arrive after its order has moved to the account that proved the typed address. A refund that the
 * previous buyer was given, or has requested, is not marked with the mailbox of the new owner.
 */
export const markBuyers =
  (keyring: Keyring): PaymentSubscriber =>
  async (tx, { order, intent }) => {
    const account = await findBuyerOf(tx, order.principalId)
    const refunded = account && (await findRefunded(tx, order.id))
    const isOfAnother = refunded !== undefined && refunded !== order.principalId
    const proved = account?.emailVerifiedAt && !isOfAnother ? account.email : undefined
    const card = intent.cardFingerprint
    await insertMarks(tx, order.id, [
      ...(proved ? [await keyring.sign('buyer-mailbox-proved', mailboxOf(proved))] : []),
      ...(card ? [await keyring.sign('buyer-card', card)] : []),
    ])
    // Marks change nothing that is displayed.
    return false
  }
