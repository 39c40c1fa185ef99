import { newId } from '#server/database/new-id.ts'
import type { Fulfilment, GrantResult } from '#server/features/orders/settlement/fulfilment.ts'
import type { DecisionMakerId } from '#shared/ids.ts'
import { findForSale, hasGrant, insertGrant, lockPurchase, setGrantState } from './queries.ts'

/** A `decision_maker` order buys one person's name and profiles. The fund's people receive no share. */
export const decisionMakerFulfilment: Fulfilment = {
  alreadyOwnedCode: 'unlocks.already-unlocked',

  async grant(tx, order, now) {
    const decisionMakerId = order.targetId as DecisionMakerId
    await lockPurchase(tx, order.principalId, decisionMakerId)
    if (await hasGrant(tx, order.principalId, decisionMakerId)) return { refused: 'unlocks.already-unlocked' as const }
    if (!(await findForSale(tx, decisionMakerId))) return { refused: 'not-found' as const }
    await insertGrant(tx, {
      id: newId('dmu'),
      principalId: order.principalId,
      orderId: order.id,
      decisionMakerId,
      email: order.snapshot.receiptEmail ?? null,
      amount: order.amount,
      stripePaymentIntentId: order.piId ?? '',
      createdAt: now,
    })
    return NO_SHARE
  },

  async findBlocker(tx, { principalId, targetId }) {
    await lockPurchase(tx, principalId, targetId as DecisionMakerId)
    if (await hasGrant(tx, principalId, targetId as DecisionMakerId)) return 'unlocks.already-unlocked'
    // Removed during the dispute: the name no longer exists.
    return (await findForSale(tx, targetId as DecisionMakerId)) ? undefined : 'unlocks.gone'
  },

  setGrantState: (tx, order, state) => setGrantState(tx, order.id, state),
}

const NO_SHARE: GrantResult = {}
