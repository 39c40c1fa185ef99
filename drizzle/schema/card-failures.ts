import { index, pgTable, text } from 'drizzle-orm/pg-core'
import type { OrderId, PrincipalId } from '#shared/ids.ts'
import { instant } from './columns.ts'

/**
 * From where a principal last opened a payment: a keyed hash of the client's address block. Kept for two days, to recognise
 * attempts to try out stolen cards.
 */
export const intentOrigins = pgTable('intent_origins', {
  principalId: text().$type<PrincipalId>().primaryKey(),
  addressKey: text().notNull(),
  /** The same of the /48 around it; null for an IPv4 address. */
  wideKey: text(),
  seenAt: instant().notNull(),
})

/** A card that was declined, once per event of the provider. Kept for two days, as the origins are. */
export const cardFailures = pgTable(
  'card_failures',
  {
    eventId: text().primaryKey(),
    orderId: text().$type<OrderId>().notNull(),
    principalId: text().$type<PrincipalId>().notNull(),
    /** Null where the payment's origin is not known any more. */
    addressKey: text(),
    wideKey: text(),
    /** A keyed hash of the card's fingerprint; null where the provider tells none. */
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
