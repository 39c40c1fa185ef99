import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { DOCUMENT_KINDS, type DocumentContent } from '#shared/documents/contract.ts'
import type { IncludedTax } from '#shared/documents/tax.ts'
import type { OrderId, PrincipalId, UserId } from '#shared/ids.ts'
import type { AccountKey } from '#shared/ledger/account.ts'
import type { TransactionKey, TransactionKind } from '#shared/ledger/transaction.ts'
import type { Cents } from '#shared/money.ts'
import type { OrderAlert } from '#shared/orders/alert.ts'
import type { OrderKind, OrderStatus } from '#shared/orders/contract.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { principals, users } from './accounts.ts'
import { accountKind, accountOwner, centsColumn, createdAt, instant, updatedAt } from './columns.ts'

/** The terms agreed when the order was created: later changes of price, name or charity do not affect it. */
export type OrderSnapshot = {
  title: string
  vcType?: 'airtable' | 'platform'
  receiptEmail?: string
  /**
   * Replaces it once the buyer's account is erased: a keyed hash of the address, which a claim code can match and which cannot be
   * read.
   */
  receiptKey?: string
  charity?: string
  slot?: { start: string; end: string }
  /** Days for a reply of the investor. Absent in orders of earlier releases, and where no reply is expected. */
  replyDays?: number
  /** Return addresses of the provider's own page. A repeated call must send the same ones, so they are fixed with the order. */
  pages?: { successUrl: string; cancelUrl: string }
  /**
   * The tax in the amount. `calculation`: the provider's id. `basis`: a hash of the price and the place for which it was calculated.
   */
  tax?: IncludedTax & { calculation: string; basis: number }
  /** The withdrawal notice above the pay button, and since when (ISO) this order has been offered with it. */
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
    /** Part of the idempotency key: a new attempt is a new intent at the payment provider. */
    attempt: integer().notNull().default(1),
    piId: text().unique(),
    sessionId: text().unique(),
    livemode: boolean().notNull().default(false),
    snapshot: jsonb().$type<OrderSnapshot>().notNull(),
    /** Why a paid order was not fulfilled, if so: its money is refunded automatically. */
    refusal: text().$type<ProblemCode>(),
    /** Why it requires manual review, if so. */
    alertCode: text().$type<OrderAlert>(),
    /** What differs in the payment, or how often a refund failed. */
    alertDetail: text(),
    /** Written by nodes of the previous release, and not read by this one; the next release drops it. */
    alert: text(),
    /** Since when its buyer is owed the whole price without a request: a call was cancelled, or an investor left. */
    owedBackSince: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    paidAt: instant(),
  },
  (t) => [
    // P3: at most one open order for one item, so that a second click finds the intent of the first click.
    uniqueIndex('orders_one_open')
      .on(t.principalId, t.kind, t.targetId, sql`coalesce(${t.slotId}, '')`)
      .where(sql`${t.status} in ('pending', 'processing', 'failed')`),
    // A project is published once, independent of the payment method: of the two order kinds for it, only one can be open at a
    // time.
    uniqueIndex('orders_one_publication')
      .on(t.targetId)
      .where(sql`${t.kind} in ('scout_publish', 'project_visibility') and ${t.status} in ('pending', 'processing', 'failed')`),
    index('orders_target').on(t.targetId, t.paidAt),
    index('orders_status').on(t.status, t.createdAt),
    index('orders_principal').on(t.principalId, t.createdAt),
    index('orders_slot').on(t.slotId),
    // A verified address takes over what was paid with it; strangers can create any number of unpaid orders.
    index('orders_receipt').on(sql`lower(${t.snapshot} ->> 'receiptEmail')`).where(sql`${t.paidAt} is not null`),
    index('orders_receipt_key').on(sql`(${t.snapshot} ->> 'receiptKey')`).where(sql`${t.paidAt} is not null`),
    check('orders_amount_minimum', sql`${t.amount} >= 50`),
  ],
)

/** One receipt for each fulfilled purchase. The numbers have no gaps, as bookkeeping requires. */
export const receipts = pgTable('receipts', {
  orderId: text()
    .$type<OrderId>()
    .primaryKey()
    .references(() => orders.id),
  number: integer().notNull().unique(),
  issuedAt: instant().notNull(),
})

/** The last number of each kind and year. A number is taken in the transaction that issues its document, so there are no gaps. */
export const documentCounters = pgTable(
  'document_counters',
  {
    kind: text({ enum: DOCUMENT_KINDS }).notNull(),
    year: integer().notNull(),
    last: integer().notNull(),
    /** Numbers whose documents a restore from a backup has lost, as an operator has counted them. */
    lost: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.kind, t.year] })],
)

/**
 * Invoices and credit notes, append-only: a trigger refuses update, delete and truncate. They are kept when their buyer's account
 * is deleted, because tax law requires them.
 */
export const documents = pgTable(
  'documents',
  {
    number: text().primaryKey(),
    kind: text({ enum: DOCUMENT_KINDS }).notNull(),
    /** Of its issue, in UTC. */
    year: integer().notNull(),
    sequence: integer().notNull(),
    orderId: text()
      .$type<OrderId>()
      .notNull()
      .references(() => orders.id),
    /** Among the documents of its order, from 1. */
    position: integer().notNull(),
    /** The transaction of the ledger that it documents, or `correction:` and the invoice that is replaced. */
    cause: text().notNull(),
    /** The documents of the same order that it corrects or replaces. */
    corrects: text().array().notNull(),
    issuedAt: instant().notNull(),
    content: jsonb().$type<DocumentContent>().notNull(),
  },
  (t) => [
    uniqueIndex('documents_sequence').on(t.kind, t.year, t.sequence),
    uniqueIndex('documents_position').on(t.orderId, t.position),
    // Each change of a sale is documented once.
    uniqueIndex('documents_cause').on(t.orderId, t.kind, t.cause),
  ],
)

/** How the invoices of an account name the buyer. A part that is not given is empty. */
export const billingDetails = pgTable('billing_details', {
  userId: text()
    .$type<UserId>()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  name: text().notNull(),
  address: text().notNull(),
  postalCode: text().notNull(),
  country: text().notNull(),
  vatId: text().notNull(),
  updatedAt: updatedAt(),
})

/** The webhook inbox. A row is committed before the provider gets its 2xx. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    source: text({ enum: ['webhook', 'list'] }).notNull(),
    eventId: text().notNull().unique(),
    type: text().notNull(),
    /** The id of the object that it is about; the object itself is always read again. */
    objectId: text().notNull(),
    /** Null where the last release wrote the row, and where there is no object. */
    objectKind: text({ enum: ['account', 'checkout', 'intent'] }),
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
    /** Built by `formatTransaction`: one set of legs per order and transaction. Queries use the two columns that follow. */
    transaction: text().$type<TransactionKey>().notNull(),
    transactionKind: text().$type<TransactionKind>().notNull().generatedAlwaysAs(sql`split_part("transaction", ':', 1)`),
    /** The id of the refund, dispute, balance transaction or payout line; null for a capture. */
    transactionSubject: text().generatedAlwaysAs(sql`nullif(split_part("transaction", ':', 2), '')`),
    /** Built by `formatAccount`. Queries use its kind and owner. */
    account: text().$type<AccountKey>().notNull(),
    accountKind: accountKind(),
    accountOwner: accountOwner(),
    amount: centsColumn().$type<Cents>().notNull(),
    currency: text().notNull().default('usd'),
    /** When it happened; the provider's time for its own charges, which are read later. */
    createdAt: createdAt(),
    /** When the transaction wrote it, for the months of accounting: a month that is over gets no more legs. Null in older legs. */
    postedAt: instant().defaultNow(),
  },
  (t) => [
    uniqueIndex('ledger_leg').on(t.orderId, t.transaction, t.account),
    // Payouts and the provider's own charges belong to no order, and nulls are never equal.
    uniqueIndex('ledger_leg_of_no_order').on(t.transaction, t.account).where(sql`${t.orderId} is null`),
    index('ledger_account').on(t.account),
    // For the search of admins: the id of a refund or dispute.
    index('ledger_subject').on(t.transactionSubject).where(sql`${t.transactionSubject} is not null`),
    index('ledger_account_owner').on(t.accountOwner).where(sql`${t.accountOwner} is not null`),
    index('ledger_posted').on(sql`coalesce(${t.postedAt}, ${t.createdAt})`),
  ],
)
