import type { Queryable, Transaction } from '#server/database/client.ts'
import type { BookingId, VcId } from '#shared/ids.ts'
import type { Limit, PurchasableInvestor } from './purchasable-investor.ts'
import { countHolds, countSold, lockHasLeft, lockInvestor } from './queries.ts'

/** Places of one investor are given one after another, so that neither limit nor double purchase slips through (P17). */
export const lockCapacity = (tx: Transaction, vcId: VcId) => lockInvestor(tx, vcId)

/** Whether an investor has left, so that nothing can be handed over. Until the transaction ends it stays as it is. */
export const isGone = (tx: Transaction, vcId: VcId) => lockHasLeft(tx, vcId)

const startOf = ({ days }: Limit, now: Date) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000)

/** Whether an investor took as many introductions as they wanted. Only what is paid counts: an unpaid hold takes no place. */
export const isSoldOut = async (db: Queryable, { id }: Pick<PurchasableInvestor, 'id'>, limit: Limit, now: Date) =>
  (await countSold(db, id, startOf(limit, now))) >= limit.most

/**
 * The same for one more hold: calls that are being paid for at this moment count as well, so that no more cards are asked
 * for than there are places.
 *
 * @param own  the hold of the caller: it does not stand in its own way
 */
export async function isHeldOut(
  db: Queryable,
  { id }: Pick<PurchasableInvestor, 'id'>,
  limit: Limit,
  now: Date,
  own?: BookingId,
) {
  return (await countSold(db, id, startOf(limit, now))) + (await countHolds(db, id, now, own)) >= limit.most
}
