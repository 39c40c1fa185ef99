import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { BookingId, OrderId, PrincipalId, VcId } from '#shared/ids.ts'
import type { Cents } from '#shared/money.ts'
import { centsColumn, createdAt, instant, updatedAt } from './columns.ts'
import { orders } from './orders.ts'

/**
 * Calls, from the moment somebody may pay for one.
 *
 * ```
 * held ──► confirmed ──► cancelled | declined | refunded | revoked
 *   └──► expired   └──► disputed ──► confirmed | revoked
 * ```
 *
 * The migration keeps two calls of one investor from overlapping while they are held,
 * confirmed or disputed: one in dispute may be restored, so its hour stays taken.
 */
export const meetingBookings = pgTable(
  'meeting_bookings',
  {
    id: text().$type<BookingId>().primaryKey(),
    principalId: text().$type<PrincipalId>().notNull(),
    orderId: text()
      .$type<OrderId>()
      .unique()
      .references(() => orders.id),
    vcId: text().$type<VcId>().notNull(),
    vcType: text({ enum: ['airtable', 'platform'] }).notNull(),
    founderEmail: text(),
    founderName: text(),
    founderCompany: text(),
    /** IANA names of the zones both sides read their clocks in; null is UTC. */
    founderTimeZone: text(),
    vcTimeZone: text(),
    vcName: text(),
    vcEmail: text(),
    meetingDateTime: instant().notNull(),
    /** Beside the duration, because only instants can be compared in a constraint. */
    endsAt: instant().notNull(),
    /** Minutes. */
    meetingDuration: integer().notNull().default(30),
    meetingTitle: text(),
    meetingDescription: text(),
    calendlyEventId: text(),
    calendlyEventUri: text(),
    meetingLink: text(),
    /** The hour is one of ours: no calendar knew which are free. */
    isGeneratedSlot: boolean().notNull().default(false),
    amount: centsColumn().$type<Cents>(),
    stripePaymentIntentId: text(),
    status: text({
      enum: ['held', 'confirmed', 'cancelled', 'declined', 'expired', 'refunded', 'disputed', 'revoked'],
    })
      .notNull()
      .default('confirmed'),
    heldUntil: instant(),
    /** A keyed hash of the address that holds it, for the limit; forgotten with the hold. */
    holderKey: text(),
    /** How often its calendar entry has changed, for those who imported an earlier one. */
    sequence: integer().notNull().default(0),
    cancelledAt: instant(),
    endedBy: text({ enum: ['founder', 'investor', 'team', 'system'] }),
    endReason: text(),
    founderNotified: instant(),
    vcNotified: instant(),
    reminder24At: instant(),
    reminder15At: instant(),
    noShowReportedAt: instant(),
    noShowBy: text({ enum: ['founder', 'investor'] }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('meeting_bookings_vc').on(t.vcId, t.meetingDateTime), index('meeting_bookings_principal').on(t.principalId)],
)
