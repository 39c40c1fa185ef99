import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ADMIN_ROLES } from '#shared/admin/rights.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'
import { bytea, createdAt, instant, updatedAt } from './columns.ts'
import { suppressionKinds } from './operations.ts'

export const users = pgTable(
  'users',
  {
    id: text().$type<UserId>().primaryKey(),
    email: text().notNull(),
    /** A new address, until it is verified. */
    pendingEmail: text(),
    emailVerifiedAt: instant(),
    /**
     * When the owner of the verified address last set or proved the password; null while only the address is verified. A password
     * that was set before the address was verified may be a stranger's.
     */
    passwordProvedAt: instant(),
    firstName: text(),
    lastName: text(),
    profileImageUrl: text(),
    /** argon2id, in the PHC string format. */
    password: text(),
    hasSetPassword: boolean().notNull().default(false),
    /** Sign-in also requires a code of the authenticator app. */
    hasTwoFactor: boolean().notNull().default(false),
    userType: text({ enum: ['founder', 'vc', 'angel'] })
      .notNull()
      .default('founder'),
    /** Of early releases; read and written by none. Admin rights: `features/accounts/admin/rights.ts`. */
    isAdmin: boolean().notNull().default(false),
    /** Roles of the team that an owner gave. Addresses in `ADMIN_EMAILS` are owners without an entry here. */
    adminRoles: text({ enum: ADMIN_ROLES }).array().notNull().default(sql`'{}'`),
    profileCompleted: boolean().notNull().default(false),
    isApprovedInvestor: boolean().notNull().default(false),
    authProvider: text().notNull().default('email'),
    /** News that is neither pushed nor mailed, as `group:channel`: see `shared/notices/preferences.ts`. */
    noticesOff: text().array().notNull().default(sql`'{}'`),
    /** Why `email` gets security mails only, as in `mail_suppressions`; null while it gets all mails. */
    mailStop: text({ enum: suppressionKinds }),
    mailStoppedAt: instant(),
    /** Since when an admin has banned it: it has no session, gets none, and its listings are not sold. Null: it is not banned. */
    bannedAt: instant(),
    /** Why, for admins. */
    banReason: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('users_email_unique').on(sql`lower(${t.email})`),
    index('users_admin_roles').on(t.id).where(sql`${t.adminRoles} <> '{}'`),
    check('users_admin_roles_known', sql`${t.adminRoles} <@ array['owner', 'support', 'finance']`),
    // For the search of admins: the beginning of an address, and words of a name.
    index('users_email_prefix').on(sql`lower(${t.email}) text_pattern_ops`),
    index('users_name_words').using(
      'gin',
      sql`to_tsvector('simple', coalesce(${t.firstName}, '') || ' ' || coalesce(${t.lastName}, ''))`,
    ),
  ],
)

/**
 * The owner of purchases, notes and drafts: an account, or a guest identified by a random cookie. It outlives its account as a
 * pseudonym, because the ledger must keep its orders.
 */
export const principals = pgTable(
  'principals',
  {
    id: text().$type<PrincipalId>().primaryKey(),
    kind: text({ enum: ['guest', 'account'] }).notNull(),
    userId: text()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' })
      .unique(),
    /** sha256 of a guest's cookie. */
    tokenHash: text().unique(),
    /** The account that a guest was merged into; a merged guest owns nothing any more. */
    mergedInto: text().$type<PrincipalId>(),
    createdAt: createdAt(),
    seenAt: instant().notNull().defaultNow(),
    /** When the last weekly digest was mailed. */
    digestAt: instant(),
  },
  (t) => [index('principals_merged_into').on(t.mergedInto)],
)

export const sessions = pgTable(
  'sessions',
  {
    /** sha256 of the cookie's token, never the token. */
    sid: text().primaryKey(),
    userId: text()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sess: jsonb().$type<{ userAgent?: string }>().notNull().default({}),
    /** When a password or code was last proved. */
    provedAt: instant().notNull().defaultNow(),
    seenAt: instant().notNull().defaultNow(),
    createdAt: createdAt(),
    /** Absolute expiry. */
    expire: instant().notNull(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expire').on(t.expire)],
)

/**
 * Sessions that were ended deliberately: signed out elsewhere, or by a changed password. A browser that still sends the cookie is
 * notified that it was signed out, and not that its session has expired. A deleted account leaves none: its devices recognise the
 * deletion by the principal id.
 */
export const endedSessions = pgTable(
  'ended_sessions',
  {
    /** As in `sessions`: sha256 of the cookie's token. */
    sid: text().primaryKey(),
    userId: text()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    endedAt: instant().notNull(),
    /** When the cookie expires; the row is deleted then. */
    expire: instant().notNull(),
  },
  (t) => [index('ended_sessions_user').on(t.userId), index('ended_sessions_expire').on(t.expire)],
)

/** One-time secrets sent by mail: verification, reset, change of address and its reversal, sign-in code, claim. */
export const authTokens = pgTable(
  'auth_tokens',
  {
    id: text().primaryKey(),
    purpose: text({ enum: ['verify-email', 'reset-password', 'change-email', 'keep-email', 'code', 'claim'] }).notNull(),
    userId: text()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The requester, where that may be a guest: only they can use a claim code. */
    principalId: text().$type<PrincipalId>(),
    /** The session that requested a change of address. */
    sid: text(),
    email: text(),
    tokenHash: text().notNull().unique(),
    attempts: integer().notNull().default(0),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index('auth_tokens_user').on(t.userId),
    index('auth_tokens_principal').on(t.principalId),
    index('auth_tokens_kept').on(sql`lower(${t.email})`).where(sql`${t.purpose} = 'keep-email' and ${t.usedAt} is null`),
  ],
)

/**
 * Browsers that an account has signed in from, each identified by a random cookie: a sign-in from any other one causes a notice
 * mail.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: text()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** sha256 of the cookie. */
    deviceHash: text().notNull(),
    seenAt: instant().notNull().defaultNow(),
    /** When a code of the app, or a recovery code, was last accepted there; a password reset by mail does not set it. */
    passedSecondFactorAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.deviceHash] })],
)

/** The secret shared with an authenticator app; it takes effect once a first code has confirmed it. */
export const twoFactor = pgTable('two_factor', {
  userId: text()
    .$type<UserId>()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted, see `sync-server/crypto/keyring.ts`. */
  secret: bytea().notNull(),
  /** The 30-second step of the last accepted code: no code is accepted twice. */
  lastStep: integer().notNull().default(0),
  confirmedAt: instant(),
  createdAt: createdAt(),
})

/** Each code replaces the authenticator app once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: text()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    usedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
)

export const newsletterSubscriptions = pgTable('newsletter_subscriptions', {
  id: text().primaryKey(),
  email: text().notNull().unique(),
  source: text(),
  confirmedAt: instant(),
  createdAt: createdAt(),
})

/** Uploaded pictures; the files are in the storage, two sizes of each. */
export const uploads = pgTable(
  'uploads',
  {
    /** Random, and part of the file names: without it a picture cannot be requested. */
    id: text().primaryKey(),
    userId: text()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Both sizes together. */
    bytes: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: createdAt(),
    /** When a record was last found to reference it: an unreferenced picture is deleted some time later. */
    lastReferencedAt: instant('named_at').notNull().defaultNow(),
  },
  (t) => [index('uploads_user').on(t.userId), index('uploads_named').on(t.lastReferencedAt)],
)

/** Rate limit counters shared by all nodes: the level of each at its last use. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    bucket: text().notNull(),
    /** A keyed hash of the identifier or address that it counts: the table reveals neither. */
    key: text().notNull(),
    level: integer().notNull(),
    windowStart: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.bucket, t.key] })],
)
