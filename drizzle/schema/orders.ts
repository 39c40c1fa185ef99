import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { OrderId, PrincipalId } from '#shared/ids.ts'
import type { Cents } from '#shared/money.ts'
import type { OrderAlert } from '#shared/orders/alert.ts'
import type { OrderKind, OrderStatus } from '#shared/orders/contract.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { principals } from './accounts.ts'
import { centsColumn, createdAt, instant, updatedAt } from './columns.ts'

/** What was agreed when the order was made: later changes of price, name or charity do not reach it. */
export type OrderSnapshot = {
  title: string
  vcType?: 'airtable' | 'platform'
  receiptEmail?: string
  /** In its place once the buyer's account is erased: a keyed hash of the address, which a claim code finds and nobody reads. */
  receiptKey?: string
  charity?: string
  slot?: { start: string; end: string }
  /** Where the provider's own page leads back to. A repeated call must name the same, so it is settled with the order. */
  pages?: { successUrl: string; cancelUrl: string }
  /** What stood above the pay button about the right of withdrawal, and since when (ISO) this order offers itself with it. */
  withdrawal?: { words: string; shownAt: string }
}

export const orders = pgTable(
  'orders',
  {
    id: text().$type<OrderId>().primaryKey(),
    principalId: text()
      .$type<PrincipalId>()
      .notNull()
      .references(() => principals.id),
    kind: text().$type<OrderKind>().notNull(),
    targetType: text({ enum: ['airtable', 'platform', 'decision_maker', 'project'] }).notNull(),
    targetId: text().notNull(),
    slotId: text(),
    amount: centsColumn().$type<Cents>().notNull(),
    currency: text().notNull().default('usd'),
    status: text().$type<OrderStatus>().notNull().default('pending'),
    /** Part of the idempotency key: a new one is a new intent at the payment provider. */
    attempt: integer().notNull().default(1),
    piId: text().unique(),
    sessionId: text().unique(),
    livemode: boolean().notNull().default(false),
    snapshot: jsonb().$type<OrderSnapshot>().notNull(),
    /** Why a paid order was not fulfilled, when it was not: its money goes back by itself. */
    refusal: text().$type<ProblemCode>(),
    /** Why it needs a person, when it does. */
    alertCode: text().$type<OrderAlert>(),
    /** What of the payment differs, or how often a return failed. */
    alertDetail: text(),
    /** Written by nodes of the release before, and read by none of this one; it goes with the next. */
    alert: text(),
    /** Since when its buyer is owed the whole price without having asked: a call was cancelled, or an investor left. */
    owedBackSince: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    paidAt: instant(),
  },
  (t) => [
    // P3: at most one open order for one thing, so that a second click finds the first one's intent.
    uniqueIndex('orders_one_open')
      .on(t.principalId, t.kind, t.targetId, sql`coalesce(${t.slotId}, '')`)
      .where(sql`${t.status} in ('pending', 'processing', 'failed')`),
    // One project is published once, however it is paid: of both ways to it, one can be paid at a time.
    uniqueIndex('orders_one_publication')
      .on(t.targetId)
      .where(sql`${t.kind} in ('scout_publish', 'project_visibility') and ${t.status} in ('pending', 'processing', 'failed')`),
    index('orders_target').on(t.targetId, t.paidAt),
    index('orders_status').on(t.status, t.createdAt),
    index('orders_principal').on(t.principalId, t.createdAt),
    index('orders_slot').on(t.slotId),
    // A proved address takes over what was paid under it; strangers make any number of orders that are not paid.
    index('orders_receipt').on(sql`lower(${t.snapshot} ->> 'receiptEmail')`).where(sql`${t.paidAt} is not null`),
    index('orders_receipt_key').on(sql`(${t.snapshot} ->> 'receiptKey')`).where(sql`${t.paidAt} is not null`),
    check('orders_amount_minimum', sql`${t.amount} >= 50`),
  ],
)

/** The webhook inbox. A row is committed before the provider gets its 2xx. */
/** One for each purchase that was handed over. The numbers leave no gap, as bookkeeping wants it. */
export const receipts = pgTable('receipts', {
  orderId: text()
    .$type<OrderId>()
    .primaryKey()
    .references(() => orders.id),
  number: integer().notNull().unique(),
  issuedAt: instant().notNull(),
})

export const stripeEvents = pgTable(
  'stripe_events',
  {
    source: text({ enum: ['webhook', 'list'] }).notNull(),
    eventId: text().notNull().unique(),
    type: text().notNull(),
    /** The id of the object it is about; the object itself is always read again. */
    objectId: text().notNull(),
    livemode: boolean().notNull(),
    status: text({ enum: ['pending', 'done', 'ignored'] })
      .notNull()
      .default('pending'),
    attempts: integer().notNull().default(0),
    lastError: text(),
    createdAt: createdAt(),
    processedAt: instant(),
  },
  (t) => [primaryKey({ columns: [t.eventId] }), index('stripe_events_status').on(t.status, t.createdAt)],
)

/** Double entry, append-only (a trigger refuses update and delete). The legs of one transaction sum to zero. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: text().primaryKey(),
    orderId: text()
      .$type<OrderId>()
      .references(() => orders.id),
    /** `capture`, `refund:{id}`, `dispute:{id}` and `dispute:{id}:{n}` for its later differences, `fee:{id}`, `payout:{id}`: one set of legs per order and transaction. */
    transaction: text().notNull(),
    /** `cash`, `platform_revenue`, `stripe_fees`, `dispute_losses`, `returned_payments`, `investor_payable:{vcId}`, `charity_payable:{name}`. */
    account: text().notNull(),
    amount: centsColumn().$type<Cents>().notNull(),
    currency: text().notNull().default('usd'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('ledger_leg').on(t.orderId, t.transaction, t.account),
    // Payouts and the provider's own charges belong to no order, and nulls are never equal.
    uniqueIndex('ledger_leg_of_no_order').on(t.transaction, t.account).where(sql`${t.orderId} is null`),
    index('ledger_account').on(t.account),
  ],
)
