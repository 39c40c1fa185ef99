import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import type { BookingId, UserId } from '#shared/ids.ts'
import { meetingBookings } from './bookings.ts'
import { instant } from './columns.ts'
import { vcRequests } from './directory.ts'

/** Mailed links with which an investor replies to a request or a booked call without signing in. A link ends with the reply, and expires. */
export const replyLinks = pgTable(
  'reply_links',
  {
    tokenHash: text().primaryKey(),
    /** The request, or else the call, that is replied to. */
    requestId: text().references(() => vcRequests.id, { onDelete: 'cascade' }),
    bookingId: text()
      .$type<BookingId>()
      .references(() => meetingBookings.id, { onDelete: 'cascade' }),
    /** The account that it was mailed to: the link works while that account may reply in the app. */
    userId: text().$type<UserId>().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    index('reply_links_request').on(t.requestId),
    index('reply_links_booking').on(t.bookingId),
    index('reply_links_expires').on(t.expiresAt),
    check('reply_links_subject', sql`(${t.requestId} is null) <> (${t.bookingId} is null)`),
  ],
)
