import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { OrderId, PrincipalId, UserId } from '#shared/ids.ts'
import { type Cents, cents } from '#shared/money.ts'
import type { DisputeStatus } from '#shared/refunds/admin.ts'
import type { RefundStatus } from '#shared/refunds/contract.ts'
import { centsColumn, createdAt, instant } from './columns.ts'
import { orders } from './orders.ts'

/** A buyer who wants the money back, once per order. Who reads it is the order's to say. */
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
     * The buyer for whom it counts once it is approved; the order may get another owner. Null where an admin gives the money back
     * unasked, and where the last release wrote it: then it is the order's owner.
     */
    principalId: text().$type<PrincipalId>(),
    status: text().$type<RefundStatus>().notNull(),
    /** `team`: no buyer asked, so that it counts for none. An admin had the idea, or, where there is a `principalId`, a rule asked. */
    origin: text({ enum: ['buyer', 'team'] }).notNull(),
    /** Emptied with the buyer's account. */
    reason: text().notNull(),
    /**
     * What a rule had put before the team, where the request is the buyer's: kept apart from the buyer's words. Null where no rule
     * has, and where the last release wrote both into `reason`. It counts toward no cap where there is one. Emptied with the account.
     */
    ruleReason: text(),
    /** What the team answered. */
    note: text(),
    /** Why the money did not arrive, for the team. */
    alert: text(),
    /** Part of the idempotency key: a refund that failed is tried again under another. */
    attempt: integer().notNull().default(0),
    /** Refunds of the payment that had failed when somebody last looked: only a further one is news. */
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

/** Disputes and inquiries as the provider last told them. */
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
    /** What it has taken of us for good. */
    taken: centsColumn().$type<Cents>().notNull().default(cents(0)),
    openedAt: instant().notNull(),
    dueAt: instant(),
  },
  (t) => [index('disputes_order').on(t.orderId)],
)

/** Early fraud warnings. One flags its order to the team, and changes nothing else. */
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
    /** An admin looked at it and leaves the payment alone. */
    dismissedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [index('fraud_warnings_order').on(t.orderId)],
)

/** When what an order bought was first handed to a device of its buyer's: it cannot be unseen. */
export const firstViews = pgTable('first_views', {
  orderId: text()
    .$type<OrderId>()
    .primaryKey()
    .references(() => orders.id),
  viewedAt: instant().notNull(),
})

/**
 * Money that went back because its buyer wanted it back: by a request that was approved, by a call that was cancelled in time,
 * by leaving. It counts toward the yearly cap. No foreign key, because it is written while the call's row is held, and orders
 * are locked before calls.
 */
export const givenRefunds = pgTable(
  'given_refunds',
  {
    orderId: text().$type<OrderId>().primaryKey(),
    /**
     * The buyer who was given it. The order may get another owner: whoever claims the receipts' address did not ask for this refund.
     * The last release writes none during a roll-out; then it is the order's owner.
     */
    principalId: text().$type<PrincipalId>(),
    givenAt: instant().notNull(),
  },
  (t) => [index('given_refunds_principal').on(t.principalId)],
)

/**
 * Marks by which a buyer is recognised under any principal: keyed hashes of a mailbox that the buyer has proved and of the card's
 * fingerprint. An address that was only typed is no mark, because anybody can type it.
 * They are used for the refund cap only.
 */
export const buyerMarks = pgTable(
  'buyer_marks',
  {
    orderId: text().$type<OrderId>().notNull(),
    mark: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.mark] }), index('buyer_marks_mark').on(t.mark)],
)
