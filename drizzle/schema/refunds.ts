import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { OrderId, PrincipalId, UserId } from '#shared/ids.ts'
import { type Cents, cents } from '#shared/money.ts'
import type { DisputeStatus } from '#shared/refunds/admin.ts'
import type { RefundStatus } from '#shared/refunds/contract.ts'
import { centsColumn, createdAt, instant } from './columns.ts'
import { orders } from './orders.ts'

/** A buyer's request for a refund, once per order. Access follows the order. */
export const refundRequests = pgTable(
  'refund_requests',
  {
    id: text().primaryKey(),
    orderId: text()
      .$type<OrderId>()
      .notNull()
      .unique()
      .references(() => orders.id),
    /**
     * The buyer to which the approved refund counts; the order may get another owner. Null when an admin refunds without a
     * request, and for rows of the last release: then the order's owner applies.
     */
    principalId: text().$type<PrincipalId>(),
    status: text().$type<RefundStatus>().notNull(),
    /** `team`: no buyer requested it, so it counts for none. An admin initiated it, or, if there is a `principalId`, a rule. */
    origin: text({ enum: ['buyer', 'team'] }).notNull(),
    /** Cleared with the buyer's account. */
    reason: text().notNull(),
    /**
     * The reason of a rule that required an admin's decision, when the request is the buyer's: stored separately from the buyer's
     * text. Null when there was no rule, and for rows of the last release, which wrote both into `reason`. With a reason here it
     * counts toward no cap. Cleared with the account.
     */
    ruleReason: text(),
    /** The admins' answer. */
    note: text(),
    /** Why the refund failed, for the admins. */
    alert: text(),
    /** Part of the idempotency key: a failed refund is retried with another one. */
    attempt: integer().notNull().default(0),
    /** Number of failed refunds of the payment at the last read: only a further one is reported. */
    failedRefunds: integer().notNull().default(0),
    requestedAt: instant().notNull(),
    replyDueAt: instant().notNull(),
    refundDueAt: instant().notNull(),
    decidedAt: instant(),
    decidedBy: text().$type<UserId>(),
    refundedAt: instant(),
  },
  (t) => [index('refund_requests_status').on(t.status, t.requestedAt), index('refund_requests_principal').on(t.principalId)],
)

/** Disputes and inquiries as last reported by the provider. */
export const disputes = pgTable(
  'disputes',
  {
    id: text().primaryKey(),
    orderId: text()
      .$type<OrderId>()
      .notNull()
      .references(() => orders.id),
    status: text().$type<DisputeStatus>().notNull(),
    reason: text().notNull(),
    amount: centsColumn().$type<Cents>().notNull(),
    /** The amount that it has permanently withdrawn. */
    taken: centsColumn().$type<Cents>().notNull().default(cents(0)),
    openedAt: instant().notNull(),
    dueAt: instant(),
  },
  (t) => [index('disputes_order').on(t.orderId)],
)

/** Early fraud warnings. A warning flags its order for the admins, and changes nothing else. */
export const fraudWarnings = pgTable(
  'fraud_warnings',
  {
    id: text().primaryKey(),
    orderId: text()
      .$type<OrderId>()
      .notNull()
      .references(() => orders.id),
    fraudType: text().notNull(),
    warnedAt: instant().notNull(),
    /** An admin has dismissed it, and the payment is kept. */
    dismissedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [index('fraud_warnings_order').on(t.orderId)],
)

/** When the purchased content of an order was first delivered to a device of its buyer: from then on it has been seen. */
export const firstViews = pgTable('first_views', {
  orderId: text()
    .$type<OrderId>()
    .primaryKey()
    .references(() => orders.id),
  viewedAt: instant().notNull(),
})

/**
 * Money that was refunded at the buyer's wish: by an approved request, by a timely cancellation of a call, or by deleting the
 * account. It counts toward the yearly cap. No foreign key, because it is written while the call's row is locked, and orders are
 * locked before calls.
 */
export const givenRefunds = pgTable(
  'given_refunds',
  {
    orderId: text().$type<OrderId>().primaryKey(),
    /**
     * The buyer who received it. The order may get another owner: a user who claims the receipt address did not request this
     * refund. The last release writes no principal during a roll-out; then it is the order's owner.
     */
    principalId: text().$type<PrincipalId>(),
    givenAt: instant().notNull(),
  },
  (t) => [index('given_refunds_principal').on(t.principalId)],
)

/**
 * Marks that identify a buyer under any principal: keyed hashes of a mailbox that the buyer has verified and of the card's
 * fingerprint. An unverified address is not a mark, because any user can type it. They are used only for the refund cap.
 */
export const buyerMarks = pgTable(
  'buyer_marks',
  {
    orderId: text().$type<OrderId>().notNull(),
    mark: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.mark] }), index('buyer_marks_mark').on(t.mark)],
)
