import { index, pgTable, text } from 'drizzle-orm/pg-core'
import type { UserId, VcId } from '#shared/ids.ts'
import { createdAt, instant } from './columns.ts'

/**
 * A person requests to claim a listed profile, or to have a profile about them removed.
 *
 * ```
 * mailed ──► done           confirmed through the mailbox in the record
 *   ▲
 * open ──► mailed | done    no mailbox is known, so an admin decides
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
    /** Address of the requester, if the record has none; deleted once the request is decided. */
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

/** People who must not be listed again: keyed hashes of identifying data, and no other data about them. */
export const suppressions = pgTable('suppressions', {
  key: text().primaryKey(),
  createdAt: createdAt(),
})

/** Evidence that a person who was listed without a request was notified: once for each record with a mailbox. */
export const listingNotices = pgTable('listing_notices', {
  vcId: text().$type<VcId>().primaryKey(),
  /** Keyed hash of the mailbox: it proves the recipient without revealing the address. */
  addressKey: text().notNull(),
  mailId: text(),
  queuedAt: createdAt(),
  /** Copied from the mail, which is deleted after a month. */
  sentAt: instant(),
  failedAt: instant(),
})

/**
 * A listing that an admin has revoked. It is checked against later applications and claims of its owner, and of the record that
 * it had claimed.
 */
export const listingRevocations = pgTable(
  'listing_revocations',
  {
    id: text().primaryKey(),
    listingId: text().$type<VcId>().notNull(),
    /** The record that it had claimed. */
    recordId: text().$type<VcId>(),
    /** Keyed hash of its owner's mailbox: it recognises the owner under another account. */
    addressKey: text(),
    reason: text(),
    revokedAt: instant().notNull(),
    /** When an admin lifted it. */
    liftedAt: instant(),
  },
  (t) => [
    index('listing_revocations_listing').on(t.listingId),
    index('listing_revocations_record').on(t.recordId),
    index('listing_revocations_address').on(t.addressKey),
  ],
)
