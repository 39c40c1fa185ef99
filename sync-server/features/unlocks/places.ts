import type { Queryable, Transaction } from '#server/db.ts'
import type { BookingId, VcId } from '#shared/ids.ts'
import { countGrants, countHolds, lockInvestor } from './queries.ts'
import type { Limit, Seller } from './seller.ts'

/** Places of one investor are given one after another, so that neither limit nor double purchase slips through (P17). */
export const lockPlaces = (tx: Transaction, vcId: VcId) => lockInvestor(tx, vcId)

/**
 * Whether an investor took as many introductions as they wanted. A call that somebody is paying for at this
 * moment has its place already.
 *
 * @param own  the hold of whoever asks: it does not stand in its own way
 */
export async function isFull(db: Queryable, { id }: Pick<Seller, 'id'>, limit: Limit, now: Date, own?: BookingId) {
  const since = new Date(now.getTime() - limit.days * 24 * 60 * 60 * 1000)
  return (await countGrants(db, id, since)) + (await countHolds(db, id, now, own)) >= limit.most
}
