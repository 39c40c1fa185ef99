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

/** Disputes that can still be answered; an appeal only before its due date. */
const ANSWERABLE: DisputeStatus[] = ['open', 'inquiry', 'appealed']

/** Decided ones are listed for reference; older ones are in the ledger and in the audit log. */
const MAX_LISTED = 500

/** An order with its buyer, its receipt and its first view; each list adds its own rows. */
const purchase = { order: orders, account: users, receipt: receipts, viewedAt: firstViews.viewedAt }
export type PurchaseRow = {
  order: typeof orders.$inferSelect
  account: typeof users.$inferSelect | null
  receipt: typeof receipts.$inferSelect | null
  viewedAt: Date | null
}

/** The no-show report of the purchased call: the side reported missing, and its statement. */
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

/** Requests that need an action are listed before completed ones. */
const waits = sql`${refundRequests.status} in ('requested', 'failed', 'approved')`

/** Voluntary refunds of the buyer within the year before now, except this one: by requests, cancellations or account deletion. */
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
    .limit(MAX_LISTED)
}

/** Requests whose answer or refund is due before the given time. */
export const countDueRequests = (db: Queryable, before: Date): Promise<number> =>
  db.$count(
    refundRequests,
    or(
      and(eq(refundRequests.status, 'requested'), lt(refundRequests.replyDueAt, before)),
      and(inArray(refundRequests.status, ['approved', 'failed']), lt(refundRequests.refundDueAt, before)),
    ),
  )

/** Disputes whose answer is due before the given time; after it the bank decides without one. */
export const countDueDisputes = (db: Queryable, before: Date): Promise<number> =>
  db.$count(disputes, and(inArray(disputes.status, ANSWERABLE), lt(disputes.dueAt, before)))

/** Orders with a dispute, an inquiry or an appeal that is still undecided. */
export async function listUndecided(db: Queryable): Promise<OrderId[]> {
  const rows = await db.selectDistinct({ orderId: disputes.orderId }).from(disputes).where(inArray(disputes.status, ANSWERABLE))
  return rows.map(({ orderId }) => orderId)
}

/** Disputes that can be answered first, next due date on top. */
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
    .limit(MAX_LISTED)
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
    .limit(MAX_LISTED)
}
