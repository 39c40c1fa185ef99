import { sql } from 'drizzle-orm'
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
 * The migration keeps two calls of one investor (`vcKey`) from overlapping while they are held,
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
    /** One for a listing and the record whose place it took: their hours are those of one person. A trigger sets it. */
    vcKey: text().$type<VcId>().notNull().default(sql`''`),
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
    /** When a hold ran out unpaid. A hold that its holder gave up for another hour has none. */
    lapsedAt: instant(),
    /** A keyed hash of the address block that holds it, for the limits; forgotten a day after the hold ran out. */
    holderKey: text(),
    /** The same of the /48 around it; null for an IPv4 address. */
    holderWideKey: text(),
    /**
     * Until when the founder may cancel for the whole price; then the contact is handed over. Null where a call was booked
     * before contacts waited for that: 24 hours before its start.
     */
    freeUntil: instant(),
    /** When the investor's contact was handed to the founder; from then on a cancellation by the founder returns nothing. */
    contactGivenAt: instant(),
    /** How often its calendar entry has changed, for those who imported an earlier one. */
    sequence: integer().notNull().default(0),
    cancelledAt: instant(),
    endedBy: text({ enum: ['founder', 'investor', 'team', 'system'] }),
    endReason: text(),
    /** What a call that was called off means for its price: `asked` puts it before the team. Null for calls of before. */
    refundOutcome: text({ enum: ['due', 'none', 'asked'] }),
    founderNotified: instant(),
    vcNotified: instant(),
    reminder24At: instant(),
    reminder15At: instant(),
    noShowReportedAt: instant(),
    noShowBy: text({ enum: ['founder', 'investor'] }),
    /** The side that was reported missing says otherwise. */
    contestedAt: instant(),
    contestReason: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('meeting_bookings_vc').on(t.vcId, t.meetingDateTime),
    index('meeting_bookings_principal').on(t.principalId),
    index('meeting_bookings_held').on(t.status, t.heldUntil),
    // What the job that hands contacts over looks for.
    index('meeting_bookings_contact_due').on(t.freeUntil).where(sql`${t.contactGivenAt} is null and ${t.orderId} is not null`),
  ],
)
