import type { Transaction } from '#server/database/client.ts'
import { requestStats } from '#server/features/directory/stats/refresh-stats.ts'
import { ownsListing } from '#server/features/unlocks/pricing.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { RateCall } from '#shared/ratings/contract.ts'
import { ratingRefusal } from '#shared/ratings/rules.ts'
import { noticeCall } from './call-notices.ts'
import { lockBought, updateCall } from './queries.ts'

/**
 * The founder of a held call rates it, once. The same rating again changes nothing.
 *
 * @throws Problem `not-found`, also for the investor and for a call of others; `ratings.given` after another rating;
 *   `unlocks.own-profile` for a call with oneself; `unlocks.gone` when the investor has left; `ratings.*`
 */
export async function rateCall(
  tx: Transaction,
  { principalId, now }: { principalId: PrincipalId; now: Date },
  { bookingId, stars, text }: RateCall,
): Promise<void> {
  const bought = await lockBought(tx, bookingId, principalId)
  if (!bought) throw new Problem('not-found')
  const { call, orderStatus } = bought
  if (call.rating !== null) {
    if (call.rating !== stars || call.ratingText !== text) throw new Problem('ratings.given')
    return
  }
  if (call.vcName === null) throw new Problem('unlocks.gone')
  if (await ownsListing(tx, principalId, call.vcId)) throw new Problem('unlocks.own-profile')
  const { status, noShowBy, endsAt: end } = call
  if (status === 'held' || status === 'expired') throw new Problem('not-found')
  const facts = { status, isPaid: orderStatus === 'paid', noShowBy, isContested: call.contestedAt !== null, end }
  const refused = ratingRefusal(facts, now)
  if (refused) throw new Problem(refused)
  await updateCall(tx, bookingId, { rating: stars, ratingText: text, ratedAt: now })
  await noticeCall(tx, call, { kind: 'call-rated', sides: ['investor'], occasion: 'rating', facts: {}, now })
  await requestStats(tx)
}
