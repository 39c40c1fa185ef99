import type { Transaction } from '#server/database/client.ts'
import type { Fulfilment } from '#server/features/orders/settlement/fulfilment.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { isGone, isSoldOut, lockCapacity } from './capacity.ts'
import { grantContact, setContactGrant } from './grant.ts'
import { findSeller } from './purchasable-investor.ts'
import { hasGrant } from './queries.ts'

/** A `vc_unlock` or `vc_contact` order buys the right to read one investor's contact. */
export const unlockFulfilment: Fulfilment = {
  alreadyOwnedCode: 'unlocks.already-unlocked',

  async grant(tx, order, now) {
    const vcId = order.targetId as VcId
    await lockCapacity(tx, vcId)
    const refused = await refusal(tx, order.principalId, vcId, now)
    return refused ? { refused } : grantContact(tx, order, now)
  },

  async findBlocker(tx, { principalId, targetId }) {
    await lockCapacity(tx, targetId as VcId)
    if (await hasGrant(tx, principalId, targetId as VcId)) return 'unlocks.already-unlocked'
    return (await isGone(tx, targetId as VcId)) ? 'unlocks.gone' : undefined
  },

  setGrantState: (tx, order, state) => setContactGrant(tx, order.id, state),
}

/**
 * The reason why the purchase became impossible after it was started. An investor who was unlisted in between is still delivered.
 */
async function refusal(tx: Transaction, principalId: PrincipalId, vcId: VcId, now: Date): Promise<ProblemCode | undefined> {
  if (await hasGrant(tx, principalId, vcId)) return 'unlocks.already-unlocked'
  if (await isGone(tx, vcId)) return 'unlocks.gone'
  const seller = await findSeller(tx, vcId)
  return seller?.limit && (await isSoldOut(tx, seller, seller.limit, now)) ? 'unlocks.limit-reached' : undefined
}
