import type { Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { lockHasLeft } from './capacity.ts'
import { hasGrant, insertGrant, lockCapacity, lockGrant, ownsListing, setRevoked } from './queries.ts'
import { findInvestor, sellerOf } from './seller.ts'

/** The payment type of a grant without a payment. */
const GIVEN = 'given'

/**
 * Gives a principal an investor's contact without an order: nothing is charged, posted or counted towards the investor's limit.
 *
 * @returns the grant and the name of the investor
 * @throws Problem `not-found` without such an investor, `unlocks.already-unlocked`, `unlocks.gone`, `unlocks.own-profile`
 */
export async function giveContact(tx: Transaction, principalId: PrincipalId, vcId: VcId, now: Date) {
  await lockCapacity(tx, vcId)
  const seller = sellerOf(vcId, await findInvestor(tx, vcId))
  if (!seller) throw new Problem('not-found')
  if (await hasGrant(tx, principalId, vcId)) throw new Problem('unlocks.already-unlocked')
  if (await lockHasLeft(tx, vcId)) throw new Problem('unlocks.gone')
  if (await ownsListing(tx, principalId, vcId)) throw new Problem('unlocks.own-profile')
  const id = newId<string>('unl')
  const { vcType, name } = seller
  const nothing = { orderId: null, amount: cents(0), paymentType: GIVEN, stripePaymentIntentId: '' }
  await insertGrant(tx, { id, principalId, vcId, vcType, ...nothing, createdAt: now })
  return { id, name }
}

/**
 * Takes a contact back, paid for or given. The status of the payment stays, so that neither the ledger nor the next event of the
 * provider depends on it. The contact leaves the devices with their next pull.
 *
 * @throws Problem `not-found`; `review.moved-on` when the grant is no longer active
 */
export async function revokeContact(tx: Transaction, principalId: PrincipalId, id: string, now: Date): Promise<{ vcId: VcId }> {
  const grant = await lockGrant(tx, principalId, id)
  if (!grant) throw new Problem('not-found')
  if (grant.status !== 'completed' || grant.revokedAt !== null) throw new Problem('review.moved-on')
  await setRevoked(tx, id, now)
  return { vcId: grant.vcId }
}
