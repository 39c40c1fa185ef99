import { index, pgTable, text } from 'drizzle-orm/pg-core'
import type { UserId } from '#shared/ids.ts'
import { instant } from './columns.ts'
import { vcRequests } from './directory.ts'

/** Mailed links with which an investor replies to a request without signing in. A link ends with the reply, and expires. */
export const replyLinks = pgTable(
  'reply_links',
  {
    tokenHash: text().primaryKey(),
    requestId: text()
      .notNull()
      .references(() => vcRequests.id, { onDelete: 'cascade' }),
    /** The account that it was mailed to: the link works while that account may reply in the app. */
    userId: text().$type<UserId>().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [index('reply_links_request').on(t.requestId), index('reply_links_expires').on(t.expiresAt)],
)
