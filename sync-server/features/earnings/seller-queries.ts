import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { meetingBookings, payments, principals, users, vcs } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import { recordOf } from '#server/features/listings/sold-listings.ts'
import type { OrderId, PrincipalId, VcId } from '#shared/ids.ts'

/**
 * The account that owns a listing, or that has taken over the record which was sold. An account whose claim was revoked has no
 * share any more, and gets no name of a buyer.
 */
export async function findSellerAddress(db: Queryable, vcId: VcId) {
  const holdsRecord = and(eq(vcs.replacesId, recordOf(vcId)), eq(vcs.isVerified, true))
  const [owner] = await db
    .select({ userId: users.id, email: users.email, firstName: users.firstName })
    .from(vcs)
    .innerJoin(users, eq(users.id, vcs.userId))
    .where(and(isNull(vcs.claimRevokedAt), or(eq(vcs.id, vcId), holdsRecord)))
  return owner
}

export async function findFounderName(db: Queryable, principalId: PrincipalId) {
  const [founder] = await db
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(principals)
    .innerJoin(users, eq(users.id, principals.userId))
    .where(eq(principals.id, principalId))
  return founder
}

/** Whether an order was fulfilled once. */
export const hasPayment = async (db: Queryable, orderId: OrderId): Promise<boolean> =>
  (await db.$count(payments, eq(payments.orderId, orderId))) > 0

/** Whether an order bought a call that has taken place, as far as its times tell. */
export async function isCallOver(db: Queryable, orderId: OrderId, now: Date): Promise<boolean> {
  const isOver = and(eq(meetingBookings.orderId, orderId), lt(meetingBookings.endsAt, now))
  return (await db.$count(meetingBookings, isOver)) > 0
}
