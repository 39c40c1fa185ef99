import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { sessions } from './accounts.ts'
import { bytea, createdAt, instant } from './columns.ts'

/**
 * Where a browser receives pushes: at most one per session, and it is deleted with the session by every end of it. The account is
 * the session's.
 */
export const pushSubscriptions = pgTable('push_subscriptions', {
  id: text().primaryKey(),
  sid: text()
    .notNull()
    .unique()
    .references(() => sessions.sid, { onDelete: 'cascade' }),
  /** A keyed hash: a browser has one subscription, also when it signs in to another account. */
  endpointHash: text().notNull().unique(),
  /** Address and keys, encrypted: see `sync-server/crypto/keyring.ts`. Its owner is the row's id. */
  sealed: bytea().notNull(),
  createdAt: createdAt(),
})

/**
 * A notice that is to be pushed to a subscription. There are no foreign keys, so that the transaction of a notice never waits for
 * a sign-out, or fails by one: a row whose subscription or notice is gone is deleted unsent.
 */
export const pushDeliveries = pgTable(
  'push_deliveries',
  {
    subscriptionId: text().notNull(),
    noticeId: text().notNull(),
    attempts: integer().notNull().default(0),
    sendAt: instant().notNull().defaultNow(),
    /** Until then one node is sending it. */
    lockedUntil: instant(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.subscriptionId, t.noticeId] }), index('push_deliveries_due').on(t.sendAt)],
)
