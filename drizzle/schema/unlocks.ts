import { index, pgTable, text } from 'drizzle-orm/pg-core'
import type { OrderId, PrincipalId, UserId, VcId } from '#shared/ids.ts'
import type { Cents } from '#shared/money.ts'
import { centsColumn, createdAt, instant } from './columns.ts'
import { orders } from './orders.ts'

/** A grant: this principal may read this investor's contact. Written by `fulfil`, one per order, or by an admin without an order. */
export const vcUnlocks = pgTable(
  'vc_unlocks',
  {
    id: text().primaryKey(),
    principalId: text().$type<PrincipalId>().notNull(),
    /** Null: an admin has given it without a purchase. Its amount is 0, and the ledger does not know it. */
    orderId: text()
      .$type<OrderId>()
      .unique()
      .references(() => orders.id),
    email: text(),
    vcId: text().$type<VcId>().notNull(),
    vcType: text({ enum: ['airtable', 'platform'] }).notNull(),
    amount: centsColumn().$type<Cents>().notNull(),
    paymentType: text().notNull(),
    stripePaymentIntentId: text().notNull(),
    status: text({ enum: ['completed', 'refunded', 'revoked', 'disputed'] })
      .notNull()
      .default('completed'),
    /** Since when an admin has taken it back. Separate from the status, which follows the payment. */
    revokedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [index('vc_unlocks_principal').on(t.principalId, t.vcId), index('vc_unlocks_vc').on(t.vcId)],
)

/** Records of received money, one per order; the specification's `payments`. */
export const payments = pgTable(
  'payments',
  {
    id: text().primaryKey(),
    principalId: text().$type<PrincipalId>().notNull(),
    orderId: text()
      .$type<OrderId>()
      .notNull()
      .unique()
      .references(() => orders.id),
    founderId: text().$type<UserId>(),
    vcId: text().$type<VcId>(),
    amount: centsColumn().$type<Cents>().notNull(),
    currency: text().notNull().default('usd'),
    paymentType: text().notNull(),
    stripePaymentIntentId: text().notNull(),
    status: text().notNull().default('pending'),
    introTemplate: text(),
    createdAt: createdAt(),
  },
  (t) => [index('payments_principal').on(t.principalId)],
)
