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

/** Proof that somebody who was listed unasked was told so: once for each record that has a mailbox. */
export const listingNotices = pgTable('listing_notices', {
  vcId: text().$type<VcId>().primaryKey(),
  /** Keyed hash of the mailbox: it proves to whom, and tells nobody. */
  addressKey: text().notNull(),
  mailId: text(),
  queuedAt: createdAt(),
  /** Taken over from the mail, which is forgotten after a month. */
  sentAt: instant(),
  failedAt: instant(),
})

/** A listing that the team has revoked, for later applications and claims of its owner, and of the record that it had claimed. */
export const listingRevocations = pgTable(
  'listing_revocations',
  {
    id: text().primaryKey(),
    listingId: text().$type<VcId>().notNull(),
    /** The record that it had claimed. */
    recordId: text().$type<VcId>(),
    /** Keyed hash of its owner's mailbox: it recognises who comes back under another account. */
    addressKey: text(),
    reason: text(),
    revokedAt: instant().notNull(),
    /** When an admin took it back. */
    liftedAt: instant(),
  },
  (t) => [
    index('listing_revocations_listing').on(t.listingId),
    index('listing_revocations_record').on(t.recordId),
    index('listing_revocations_address').on(t.addressKey),
  ],
)
