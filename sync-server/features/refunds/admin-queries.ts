import { and, asc, desc, eq, inArray, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import {
  disputes,
  firstViews,
  fraudWarnings,
  meetingBookings,
  orders,
  principals,
  receipts,
  refundRequests,
  users,
} from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import type { OrderId, PrincipalId } from '#shared/ids.ts'
import type { DisputeStatus } from '#shared/refunds/admin.ts'
import { CAP_DAYS } from '#shared/refunds/cap.ts'
import { givenToBuyerOf } from './queries.ts'

/** What a bank may still be told something about; an appeal only as long as it has a day to answer by. */
const ANSWERABLE: DisputeStatus[] = ['open', 'inquiry', 'appealed']

/** Decided ones are kept for looking back; older ones are in the books and in the audit log. */
const MOST_LISTED = 500

/** An order with its buyer, its receipt and when it was first seen; each list begins with its own rows. */
const purchase = { order: orders, account: users, receipt: receipts, viewedAt: firstViews.viewedAt }
export type PurchaseRow = {
  order: typeof orders.$inferSelect
  account: typeof users.$inferSelect | null
  receipt: typeof receipts.$inferSelect | null
  viewedAt: Date | null
}

/** Of the call that was bought: whom the other side missed, and what that side says of it. */
const report = {
  missing: meetingBookings.noShowBy,
  at: meetingBookings.noShowReportedAt,
  contestedAt: meetingBookings.contestedAt,
  contestReason: meetingBookings.contestReason,
}

export async function findBuyerOf(db: Queryable, principalId: PrincipalId) {
  const [buyer] = await db
    .select({ email: users.email, firstName: users.firstName, emailVerifiedAt: users.emailVerifiedAt })
    .from(principals)
    .innerJoin(users, eq(users.id, principals.userId))
    .where(eq(principals.id, principalId))
  return buyer
}

/** What somebody has to do something about, before what is done. */
const waits = sql`${refundRequests.status} in ('requested', 'failed', 'approved')`

/** Refunds that the buyer of each wanted and got within a year before now, other than itself: by requests, cancellations or leaving. */
const refundsBefore = (now: Date) => sql<number>`(
  select count(*)::int ${givenToBuyerOf(orders.id, sql`coalesce(${refundRequests.principalId}, ${orders.principalId})`)}
    and g.given_at > ${now.toISOString()}::timestamptz - make_interval(days => ${CAP_DAYS}))`

export function listRequests(db: Queryable, now: Date, id?: string) {
  return db
    .select({ request: refundRequests, refundsBefore: refundsBefore(now), report, ...purchase })
    .from(refundRequests)
    .innerJoin(orders, eq(orders.id, refundRequests.orderId))
    .innerJoin(principals, eq(principals.id, orders.principalId))
    .leftJoin(users, eq(users.id, principals.userId))
    .leftJoin(receipts, eq(receipts.orderId, orders.id))
    .leftJoin(firstViews, eq(firstViews.orderId, orders.id))
    .leftJoin(meetingBookings, eq(meetingBookings.orderId, orders.id))
    .where(id === undefined ? undefined : eq(refundRequests.id, id))
    .orderBy(
      sql`not ${waits}`,
      sql`case when ${waits} then ${refundRequests.requestedAt} end`,
      desc(refundRequests.requestedAt),
      refundRequests.id,
    )
    .limit(MOST_LISTED)
}

/** Requests whose answer, or whose money, is due before then. */
export const countDueRequests = (db: Queryable, before: Date): Promise<number> =>
  db.$count(
    refundRequests,
    or(
      and(eq(refundRequests.status, 'requested'), lt(refundRequests.replyDueAt, before)),
      and(inArray(refundRequests.status, ['approved', 'failed']), lt(refundRequests.refundDueAt, before)),
    ),
  )

/** Disputes that a bank decides without us unless they are answered before then. */
export const countDueDisputes = (db: Queryable, before: Date): Promise<number> =>
  db.$count(disputes, and(inArray(disputes.status, ANSWERABLE), lt(disputes.dueAt, before)))

/** Orders with a dispute, an inquiry or an appeal that may still end in one way or the other. */
export async function listUndecided(db: Queryable): Promise<OrderId[]> {
  const rows = await db.selectDistinct({ orderId: disputes.orderId }).from(disputes).where(inArray(disputes.status, ANSWERABLE))
  return rows.map(({ orderId }) => orderId)
}

/** Those that can be answered first, the next due day on top. */
export function listDisputes(db: Queryable) {
  const isOpen = and(inArray(disputes.status, ANSWERABLE), or(ne(disputes.status, 'appealed'), isNotNull(disputes.dueAt)))
  return db
    .select({ dispute: disputes, request: refundRequests, ...purchase })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .innerJoin(principals, eq(principals.id, orders.principalId))
    .leftJoin(users, eq(users.id, principals.userId))
    .leftJoin(receipts, eq(receipts.orderId, orders.id))
    .leftJoin(firstViews, eq(firstViews.orderId, orders.id))
    .leftJoin(refundRequests, eq(refundRequests.orderId, orders.id))
    .orderBy(sql`not ${isOpen}`, sql`case when ${isOpen} then ${disputes.dueAt} end`, desc(disputes.openedAt))
    .limit(MOST_LISTED)
}

export function listWarnings(db: Queryable) {
  return db
    .select({ warning: fraudWarnings, request: refundRequests, ...purchase })
    .from(fraudWarnings)
    .innerJoin(orders, eq(orders.id, fraudWarnings.orderId))
    .innerJoin(principals, eq(principals.id, orders.principalId))
    .leftJoin(users, eq(users.id, principals.userId))
    .leftJoin(receipts, eq(receipts.orderId, orders.id))
    .leftJoin(firstViews, eq(firstViews.orderId, orders.id))
    .leftJoin(refundRequests, eq(refundRequests.orderId, orders.id))
    .orderBy(asc(fraudWarnings.dismissedAt), desc(fraudWarnings.warnedAt))
    .limit(MOST_LISTED)
}
