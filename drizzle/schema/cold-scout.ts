import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { ColdInvestorId, DecisionMakerId, OrderId, PrincipalId } from '#shared/ids.ts'
import type { Cents } from '#shared/money.ts'
import { centsColumn, changedXid, createdAt, updatedAt } from './columns.ts'
import { orders } from './orders.ts'

export const coldInvestors = pgTable(
  'cold_investors',
  {
    id: text().$type<ColdInvestorId>().primaryKey(),
    fundName: text().notNull(),
    fundSlug: text().notNull().unique(),
    website: text(),
    investmentFocus: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    changedXid: changedXid(),
  },
  (t) => [index('cold_investors_changed').on(t.changedXid)],
)

export const decisionMakers = pgTable(
  'decision_makers',
  {
    id: text().$type<DecisionMakerId>().primaryKey(),
    coldInvestorId: text()
      .$type<ColdInvestorId>()
      .notNull()
      .references(() => coldInvestors.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    role: text().notNull(),
    fullName: text().notNull(),
    linkedinUrl: text(),
    twitterUrl: text(),
  },
  (t) => [index('decision_makers_fund').on(t.coldInvestorId)],
)

/** Written only by `fulfil`, one per order. */
export const decisionMakerUnlocks = pgTable(
  'decision_maker_unlocks',
  {
    id: text().primaryKey(),
    principalId: text().$type<PrincipalId>().notNull(),
    orderId: text()
      .$type<OrderId>()
      .notNull()
      .unique()
      .references(() => orders.id),
    decisionMakerId: text().$type<DecisionMakerId>().notNull(),
    email: text(),
    amount: centsColumn().$type<Cents>().notNull(),
    stripePaymentIntentId: text().notNull(),
    status: text({ enum: ['completed', 'refunded', 'revoked', 'disputed'] })
      .notNull()
      .default('completed'),
    createdAt: createdAt(),
  },
  (t) => [index('decision_maker_unlocks_principal').on(t.principalId)],
)
