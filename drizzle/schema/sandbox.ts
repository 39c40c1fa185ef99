import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'

/** The payment sandbox stores its state here, so that all nodes share it and a killed node loses nothing. */
export const sandboxObjects = pgTable(
  'sandbox_objects',
  {
    /** `pi_…`, `ch_…`, `re_…`, `dp_…`, `cs_…`, `txn_…`, `acct_…`, `tr_…`, `evt_…`. */
    id: text().primaryKey(),
    type: text().notNull(),
    /** In Stripe's own format. */
    body: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('sandbox_objects_type').on(t.type, t.createdAt)],
)

export const sandboxRequests = pgTable('sandbox_requests', {
  idempotencyKey: text().primaryKey(),
  /** sha256 of path and parameters: the same key with other parameters is refused, as Stripe does. */
  fingerprint: text().notNull(),
  status: integer().notNull(),
  body: jsonb().$type<Record<string, unknown>>().notNull(),
  createdAt: createdAt(),
})

/** Signed webhooks to be delivered; retried until the receiver replies 2xx. */
export const sandboxDeliveries = pgTable(
  'sandbox_deliveries',
  {
    eventId: text().primaryKey(),
    isDelivered: boolean().notNull().default(false),
    attempts: integer().notNull().default(0),
    nextAt: instant().notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (t) => [index('sandbox_deliveries_due').on(t.isDelivered, t.nextAt)],
)
