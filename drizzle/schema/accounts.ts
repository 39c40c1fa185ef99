import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { PrincipalId, UserId } from '#shared/ids.ts'
import { bytea, createdAt, instant, updatedAt } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: text().$type<UserId>().primaryKey(),
    email: text().notNull(),
    /** A new address until it confirms itself. */
    pendingEmail: text(),
    emailVerifiedAt: instant(),
    /**
     * When the holder of the verified address last set or proved the password; null while only the address is proved.
     * A password that was set before the address was proved may be a stranger's.
     */
    passwordProvedAt: instant(),
    firstName: text(),
    lastName: text(),
    profileImageUrl: text(),
    /** argon2id, in the PHC text form. */
    password: text(),
    hasSetPassword: boolean().notNull().default(false),
    /** Sign-in asks for a code of the authenticator app as well. */
    hasTwoFactor: boolean().notNull().default(false),
    userType: text({ enum: ['founder', 'vc', 'angel'] })
      .notNull()
      .default('founder'),
    /** Read and written by the last release only, during a roll-out. Admin rights follow `ADMIN_EMAILS`: `features/accounts/admin-rights.ts`. */
    isAdmin: boolean().notNull().default(false),
    profileCompleted: boolean().notNull().default(false),
    isApprovedInvestor: boolean().notNull().default(false),
    authProvider: text().notNull().default('email'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('users_email_unique').on(sql`lower(${t.email})`)],
)

/**
 * Who owns purchases, notes and drafts: an account, or a guest known by a random cookie.
 * It outlives its account as a pseudonym, because the books must keep its orders.
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
    /** The account a guest became; a merged guest owns nothing any more. */
    mergedInto: text().$type<PrincipalId>(),
    createdAt: createdAt(),
    seenAt: instant().notNull().defaultNow(),
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
    /** Absolute end. */
    expire: instant().notNull(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expire').on(t.expire)],
)

/**
 * Marks of sessions that were ended on purpose: signed out elsewhere, or with a changed password. A browser that still sends
 * the cookie hears that it was signed out, and not that its session has expired. A deleted account leaves none: its devices
 * learn it by the name of the principal.
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
    /** When the cookie ends by itself; the mark goes then. */
    expire: instant().notNull(),
  },
  (t) => [index('ended_sessions_user').on(t.userId), index('ended_sessions_expire').on(t.expire)],
)

/** One-time secrets mailed to a person: verification, reset, change of address and its way back, sign-in code, claim. */
export const authTokens = pgTable(
  'auth_tokens',
  {
    id: text().primaryKey(),
    purpose: text({ enum: ['verify-email', 'reset-password', 'change-email', 'keep-email', 'code', 'claim'] }).notNull(),
    userId: text()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Who asked, where that may be a guest: only they can use a claim code. */
    principalId: text().$type<PrincipalId>(),
    /** The session that asked for a change of address. */
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

/** Browsers an account has signed in from, each known by a random cookie: any other one causes a notice mail. */
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
    /** When a code of the app, or a recovery code, was last taken there; a password that was reset by mail proves none. */
    passedSecondFactorAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.deviceHash] })],
)

/** The secret shared with an authenticator app; it counts once a first code confirmed it. */
export const twoFactor = pgTable('two_factor', {
  userId: text()
    .$type<UserId>()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted, see `sync-server/crypto/keyring.ts`. */
  secret: bytea().notNull(),
  /** The 30-second step of the last code that was taken: none is taken twice. */
  lastStep: integer().notNull().default(0),
  confirmedAt: instant(),
  createdAt: createdAt(),
})

/** Each replaces the authenticator app once. */
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

export const emailSubmissions = pgTable('email_submissions', {
  id: text().primaryKey(),
  email: text().notNull().unique(),
  source: text(),
  confirmedAt: instant(),
  createdAt: createdAt(),
})

/** Pictures that people sent; the files are in the storage, two sizes of each. */
export const uploads = pgTable(
  'uploads',
  {
    /** Random, and the middle of the file names: whoever does not know it cannot ask for it. */
    id: text().primaryKey(),
    userId: text()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of both sizes together. */
    bytes: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: createdAt(),
    /** When a record was last known to name it: a picture that none names goes some time later. */
    namedAt: instant().notNull().defaultNow(),
  },
  (t) => [index('uploads_user').on(t.userId), index('uploads_named').on(t.namedAt)],
)

/** Token buckets shared by every node: how full each was when it was last asked. */
export const rateBuckets = pgTable(
  'rate_buckets',
  {
    bucket: text().notNull(),
    /** A keyed hash of the identifier or address it counts: the table gives neither away. */
    key: text().notNull(),
    level: integer().notNull(),
    windowStart: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.bucket, t.key] })],
)
