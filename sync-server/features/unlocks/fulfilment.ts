import type { Transaction } from '#server/database/client.ts'
import type { Fulfilment } from '#server/features/orders/settlement/fulfilment.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { isSoldOut, lockCapacity, lockHasLeft } from './capacity.ts'
import { fulfilUnlock, setGrantState } from './grant.ts'
import { hasGrant } from './queries.ts'
import { findInvestor, type InvestorRow, sellerOf } from './seller.ts'

/** A `vc_unlock` or `vc_contact` order buys the right to read one investor's contact. */
export const unlockFulfilment: Fulfilment = {
  alreadyOwnedCode: 'unlocks.already-unlocked',

  async grant(tx, order, now) {
    const vcId = order.targetId as VcId
    await lockCapacity(tx, vcId)
    const blocker = await findGrantBlocker(tx, order.principalId, vcId)
    if (blocker) return { refused: blocker }
    const investor = await findInvestor(tx, vcId)
    if (await isAtLimit(tx, vcId, investor, now)) return { refused: 'unlocks.limit-reached' }
    return fulfilUnlock(tx, order, investor, now)
  },

  async findBlocker(tx, { principalId, targetId }) {
    await lockCapacity(tx, targetId as VcId)
    return findGrantBlocker(tx, principalId, targetId as VcId)
  },

  setGrantState: (tx, order, state) => setGrantState(tx, order.id, state),
}

/**
 * The reason why the purchase became impossible after it was started, apart from the limit. An investor who was unlisted in
 * between is still delivered.
 */
async function findGrantBlocker(tx: Transaction, principalId: PrincipalId, vcId: VcId): Promise<ProblemCode | undefined> {
  if (await hasGrant(tx, principalId, vcId)) return 'unlocks.already-unlocked'
  return (await lockHasLeft(tx, vcId)) ? 'unlocks.gone' : undefined
}

async function isAtLimit(tx: Transaction, vcId: VcId, investor: InvestorRow, now: Date): Promise<boolean> {
  const seller = sellerOf(vcId, investor)
  return seller?.limit !== undefined && isSoldOut(tx, seller, seller.limit, now)
}
