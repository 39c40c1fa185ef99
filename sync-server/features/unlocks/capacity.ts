import type { Queryable } from '#server/database/client.ts'
import type { BookingId } from '#shared/ids.ts'
import * as queries from './queries.ts'
import type { Limit, Seller } from './seller.ts'

// Other features lock through this module, because they never import queries.
export const { lockCapacity, lockHasLeft } = queries

const startOf = ({ days }: Limit, now: Date) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000)

/** Whether an investor has reached the limit of introductions. Only paid ones count: an unpaid hold uses no capacity. */
export const isSoldOut = async (db: Queryable, { id }: Pick<Seller, 'id'>, limit: Limit, now: Date) =>
  (await queries.countSold(db, id, startOf(limit, now))) >= limit.most

/**
 * The same for one more hold: calls that are currently being paid count as well, so that no more cards are charged than there is
 * capacity.
 *
 * @param own  the caller's own hold, which is not counted
 */
export async function isSoldOutWithHolds(db: Queryable, { id }: Pick<Seller, 'id'>, limit: Limit, now: Date, own?: BookingId) {
  return (await queries.countSold(db, id, startOf(limit, now))) + (await queries.countHolds(db, id, now, own)) >= limit.most
}
