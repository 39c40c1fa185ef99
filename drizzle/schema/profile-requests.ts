import { index, pgTable, text } from 'drizzle-orm/pg-core'
import type { UserId, VcId } from '#shared/ids.ts'
import { createdAt, instant } from './columns.ts'

/**
 * Somebody says that a listed profile is theirs, or about them and unwanted.
 *
 * ```
 * mailed ──► done           the mailbox in the record said yes
 *   ▲
 * open ──► mailed | done    no mailbox is known, so the team decides
 *   └────► declined
 * ```
 */
export const profileRequests = pgTable(
  'profile_requests',
  {
    id: text().primaryKey(),
    vcId: text().$type<VcId>().notNull(),
    kind: text({ enum: ['claim', 'remove'] }).notNull(),
    status: text({ enum: ['mailed', 'open', 'done', 'declined'] }).notNull(),
    /** Of whoever asks, where the record has no address to ask; forgotten once it is decided. */
    email: text(),
    message: text(),
    /** sha256 of the secret in the mailed link. */
    tokenHash: text().unique(),
    expiresAt: instant(),
    decidedAt: instant(),
    decidedBy: text().$type<UserId>(),
    createdAt: createdAt(),
  },
  (t) => [index('profile_requests_status').on(t.status, t.createdAt), index('profile_requests_vc').on(t.vcId)],
)

/** Who must not be listed again: keyed hashes of what would recognise them, and nothing about them. */
export const suppressions = pgTable('suppressions', {
  key: text().primaryKey(),
  createdAt: createdAt(),
})
