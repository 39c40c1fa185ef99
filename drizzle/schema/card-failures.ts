import { index, pgTable, text } from 'drizzle-orm/pg-core'
import type { OrderId, PrincipalId } from '#shared/ids.ts'
import { instant } from './columns.ts'

/**
 * The origin of a principal's last payment intent: a keyed hash of the client's address block. Kept for two days, to detect the
 * testing of stolen cards.
 */
export const intentOrigins = pgTable('intent_origins', {
  principalId: text().$type<PrincipalId>().primaryKey(),
  addressKey: text().notNull(),
  /** The same for the /48 around it; null for an IPv4 address. */
  wideKey: text(),
  seenAt: instant().notNull(),
})

/** A declined card, once per event of the provider. Kept for two days, like the origins. */
export const cardFailures = pgTable(
  'card_failures',
  {
    eventId: text().primaryKey(),
    orderId: text().$type<OrderId>().notNull(),
    principalId: text().$type<PrincipalId>().notNull(),
    /** Null when the origin of the payment is no longer known. */
    addressKey: text(),
    wideKey: text(),
    /** A keyed hash of the card's fingerprint; null when the provider reports none. */
    cardKey: text(),
    failedAt: instant().notNull(),
  },
  (t) => [
    index('card_failures_order').on(t.orderId),
    index('card_failures_principal').on(t.principalId, t.failedAt),
    index('card_failures_address').on(t.addressKey, t.failedAt),
    index('card_failures_wide').on(t.wideKey, t.failedAt),
    index('card_failures_card').on(t.cardKey, t.failedAt),
  ],
)
