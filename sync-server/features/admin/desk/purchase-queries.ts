import { desc, eq, inArray, or, sql } from 'drizzle-orm'
import {
  decisionMakerUnlocks,
  directoryInvestors,
  disputes,
  meetingBookings,
  orders,
  receipts,
  refundRequests,
  vcs,
  vcUnlocks,
} from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import { soldListings } from '#server/features/listings/sold-listings.ts'
import type { OrderId, PrincipalId } from '#shared/ids.ts'

export const listOrdersOf = (db: Queryable, principalId: PrincipalId, limit: number) =>
  db
    .select({ order: orders, receipt: receipts, refund: refundRequests })
    .from(orders)
    .leftJoin(receipts, eq(receipts.orderId, orders.id))
    .leftJoin(refundRequests, eq(refundRequests.orderId, orders.id))
    .where(eq(orders.principalId, principalId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)

export const listDisputesOf = (db: Queryable, orderIds: OrderId[]) =>
  db.select().from(disputes).where(inArray(disputes.orderId, orderIds)).orderBy(desc(disputes.openedAt))

const investorName = sql<
  string | null
>`coalesce(nullif(${vcs.partnerName}, ''), ${vcs.fundName}, nullif(${directoryInvestors.name}, ''), ${directoryInvestors.fund})`

export const listGrantsOf = (db: Queryable, principalId: PrincipalId, limit: number) =>
  db
    .select({ grant: vcUnlocks, snapshot: orders.snapshot, name: investorName })
    .from(vcUnlocks)
    .leftJoin(orders, eq(orders.id, vcUnlocks.orderId))
    .leftJoin(vcs, eq(vcs.id, vcUnlocks.vcId))
    .leftJoin(directoryInvestors, eq(directoryInvestors.id, vcUnlocks.vcId))
    .where(eq(vcUnlocks.principalId, principalId))
    .orderBy(desc(vcUnlocks.createdAt), desc(vcUnlocks.id))
    .limit(limit)

export const listDecisionMakersOf = (db: Queryable, principalId: PrincipalId, limit: number) =>
  db
    .select({ grant: decisionMakerUnlocks, snapshot: orders.snapshot })
    .from(decisionMakerUnlocks)
    .innerJoin(orders, eq(orders.id, decisionMakerUnlocks.orderId))
    .where(eq(decisionMakerUnlocks.principalId, principalId))
    .orderBy(desc(decisionMakerUnlocks.createdAt), desc(decisionMakerUnlocks.id))
    .limit(limit)

/** Calls that a principal bought or sells, also unpaid ones. */
export const listBookingsOf = (db: Queryable, principalId: PrincipalId, limit: number) => {
  const isSold = sql<boolean>`${meetingBookings.vcId} in (with ${soldListings(principalId)} select vc_id from shown)`
  return db
    .select({ call: meetingBookings, isSold })
    .from(meetingBookings)
    .where(or(eq(meetingBookings.principalId, principalId), isSold))
    .orderBy(desc(meetingBookings.meetingDateTime), desc(meetingBookings.id))
    .limit(limit)
}

/** The address that was entered for the receipt of an order. */
export async function findReceiptEmail(db: Queryable, id: OrderId): Promise<string | undefined> {
  const [order] = await db.select({ snapshot: orders.snapshot }).from(orders).where(eq(orders.id, id))
  return order?.snapshot.receiptEmail
}
