import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { BookingId, OrderId, PrincipalId, VcId } from '#shared/ids.ts'
import type { Cents } from '#shared/money.ts'
import { centsColumn, createdAt, instant, updatedAt } from './columns.ts'
import { orders } from './orders.ts'

/**
 * Calls, from the moment at which one may be paid for.
 *
 * ```
 * held ──► confirmed ──► cancelled | declined | refunded | revoked
 *   └──► expired   └──► disputed ──► confirmed | revoked
 * ```
 *
 * The migration prevents two calls of one investor (`vcKey`) from overlapping while they are held, confirmed or disputed: a
 * disputed call may be restored, so its slot stays taken.
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
    /** The same for a listing and the record that it replaced: both share the hours of one person. A trigger sets it. */
    vcKey: text().$type<VcId>().notNull().default(sql`''`),
    vcType: text({ enum: ['airtable', 'platform'] }).notNull(),
    founderEmail: text(),
    founderName: text(),
    founderCompany: text(),
    /** IANA names of the time zones of both sides; null is UTC. */
    founderTimeZone: text(),
    vcTimeZone: text(),
    vcName: text(),
    vcEmail: text(),
    meetingDateTime: instant().notNull(),
    /** Stored beside the duration, because only instants can be compared in a constraint. */
    endsAt: instant().notNull(),
    /** Minutes. */
    meetingDuration: integer().notNull().default(30),
    meetingTitle: text(),
    meetingDescription: text(),
    calendlyEventId: text(),
    calendlyEventUri: text(),
    meetingLink: text(),
    /** The slot was generated: no calendar with free hours was available. */
    isGeneratedSlot: boolean().notNull().default(false),
    amount: centsColumn().$type<Cents>(),
    stripePaymentIntentId: text(),
    status: text({
      enum: ['held', 'confirmed', 'cancelled', 'declined', 'expired', 'refunded', 'disputed', 'revoked'],
    })
      .notNull()
      .default('confirmed'),
    heldUntil: instant(),
    /** When a hold expired unpaid. Null for a hold that its holder released for another slot. */
    lapsedAt: instant(),
    /** A keyed hash of the address block of its holder, for the limits; deleted a day after the hold expired. */
    holderKey: text(),
    /** The same for the /48 around it; null for an IPv4 address. */
    holderWideKey: text(),
    /**
     * Until when the founder may cancel with a full refund; then the contact is released. Null for calls booked before contacts
     * were released at that time: 24 hours before the start.
     */
    freeUntil: instant(),
    /** When the investor's contact was released to the founder; after that a cancellation by the founder refunds nothing. */
    contactGivenAt: instant(),
    /** How often its calendar entry has changed, for readers who imported an earlier version. */
    sequence: integer().notNull().default(0),
    cancelledAt: instant(),
    endedBy: text({ enum: ['founder', 'investor', 'team', 'system'] }),
    endReason: text(),
    /** The effect of a cancellation on the price: `asked` requires a decision by an admin. Null for calls of earlier releases. */
    refundOutcome: text({ enum: ['due', 'none', 'asked'] }),
    founderNotified: instant(),
    vcNotified: instant(),
    reminder24At: instant(),
    reminder15At: instant(),
    noShowReportedAt: instant(),
    noShowBy: text({ enum: ['founder', 'investor'] }),
    /** Set when the side that was reported as a no-show contests the report. */
    contestedAt: instant(),
    contestReason: text(),
    /**
     * The open proposal of other times: who made it, one to three ISO instants, an optional line of text, and when. A trigger ends it
     * when the time or the status of the call changes.
     */
    proposedBy: text({ enum: ['founder', 'investor'] }),
    proposedTimes: jsonb().$type<string[]>(),
    proposalNote: text(),
    proposedAt: instant(),
    /** The founder's rating, one to five stars, given once; all null until then. `ratingText` is empty without a line. */
    rating: integer(),
    ratingText: text(),
    ratedAt: instant(),
    /** The investor's line to the founder, given once before the call; empty without a line. Both are null until then. */
    replyText: text(),
    repliedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('meeting_bookings_vc').on(t.vcId, t.meetingDateTime),
    index('meeting_bookings_principal').on(t.principalId),
    index('meeting_bookings_held').on(t.status, t.heldUntil),
    // For the job that releases contacts.
    index('meeting_bookings_contact_due').on(t.freeUntil).where(sql`${t.contactGivenAt} is null and ${t.orderId} is not null`),
    // For the search of admins.
    index('meeting_bookings_founder_email').on(sql`lower(${t.founderEmail}) text_pattern_ops`),
    index('meeting_bookings_founder_words').using('gin', sql`to_tsvector('simple', coalesce(${t.founderName}, ''))`),
    check(
      'meeting_bookings_proposal',
      sql`(${t.proposedBy} is null) = (${t.proposedTimes} is null) and (${t.proposedBy} is null) = (${t.proposedAt} is null)
        and (${t.proposalNote} is null or ${t.proposedBy} is not null)`,
    ),
    check('meeting_bookings_reply', sql`(${t.replyText} is null) = (${t.repliedAt} is null)`),
    // For the public averages.
    index('meeting_bookings_rated').on(t.vcId).where(sql`${t.rating} is not null`),
    check(
      'meeting_bookings_rating',
      sql`(${t.rating} is null) = (${t.ratingText} is null) and (${t.rating} is null) = (${t.ratedAt} is null)
        and (${t.rating} is null or ${t.rating} between 1 and 5)`,
    ),
  ],
)
