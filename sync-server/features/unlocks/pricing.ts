import type { Queryable } from '#server/database/client.ts'
import { isPausedAt } from '#shared/directory/paused.ts'
import type { PrincipalId } from '#shared/ids.ts'
import type { Cents } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { quote } from '#shared/unlocks/quote.ts'
import { ownsListing } from './queries.ts'
import type { Seller } from './seller.ts'

// Other features never import queries.
export { ownsListing }

/**
 * @throws Problem `unlocks.own-profile`, `unlocks.not-verified` or `unlocks.paused` when this investor is not for sale to the
 *   principal (P19)
 */
export async function assertOpen(db: Queryable, principalId: PrincipalId, seller: Seller, now: Date) {
  if (await ownsListing(db, principalId, seller.id)) throw new Problem('unlocks.own-profile')
  if (!seller.isOpen) throw new Problem('unlocks.not-verified')
  assertNotPaused(seller, now)
}

/** For what is not paid yet: a payment that began before the pause is fulfilled. @throws Problem `unlocks.paused` */
export function assertNotPaused({ pausedUntil }: Pick<Seller, 'pausedUntil'>, now: Date) {
  if (isPausedAt(pausedUntil, now.getTime())) throw new Problem('unlocks.paused')
}

/** The current price. @throws Problem `unlocks.not-purchasable` above the maximum card charge */
export function priceFor(kind: 'vc_unlock' | 'vc_contact' | 'meeting', { vcType, price }: Seller, minimum: Cents): Cents {
  const { amount, isPurchasable } = quote({ kind, vcType, price }, minimum)
  if (!isPurchasable) throw new Problem('unlocks.not-purchasable')
  return amount
}

/** The payee of the share, stored in the order, so that later decisions of the investor do not change it. */
export const charityOf = ({ charity }: Seller) => charity && { charity }
