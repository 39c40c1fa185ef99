import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/database/client.ts'

/** Tables whose rows get their times from the database: within one transaction it has one time for all of them. */
const CREATED = [
  'users',
  'principals',
  'vc_unlocks',
  'decision_maker_unlocks',
  'payments',
  'meeting_bookings',
  'audit_log',
  'project_drafts',
  'projects',
  'sandbox_objects',
  'profile_requests',
  'fraud_warnings',
  'vcs',
]

const EARLIEST = sql`now()::timestamptz(3)`

const stampOf = (table: string, at: Date): SQL =>
  sql`${sql.identifier(`${table}_stamped`)} as (update ${sql.identifier(table)} set created_at = ${at.toISOString()} where created_at = ${EARLIEST})`

/**
 * Gives the rows that were written since the last call the time of the sample's clock. Their mails belong to the past: they are
 * recorded as sent, and none is sent.
 */
export async function stampTimes(db: Database, at: Date) {
  const stamps = CREATED.map((table) => stampOf(table, at))
  const mails = sql`mails as (update mail_outbox set created_at = ${at.toISOString()}, sent_at = ${at.toISOString()}, sender = null
    where created_at = ${EARLIEST})`
  const deliveries = sql`deliveries as (update sandbox_deliveries set is_delivered = true, created_at = ${at.toISOString()}
    where created_at = ${EARLIEST})`
  await db.execute(sql`with ${sql.join([...stamps, mails, deliveries], sql`, `)} select 1`)
}

/** The payments were read when they were made: the list of the provider's events has nothing new for the inbox. */
export async function markEventsAsProcessed(db: Database) {
  const about = sql`body->'data'->'object'`
  await db.execute(sql`
    insert into stripe_events (source, event_id, type, object_id, object_kind, livemode, status, created_at, processed_at)
    select 'webhook', id, body->>'type', coalesce(${about}->>'payment_intent', ${about}->>'id'), 'intent', false, 'done', created_at, created_at
    from sandbox_objects where type = 'event'
    on conflict do nothing`)
}
