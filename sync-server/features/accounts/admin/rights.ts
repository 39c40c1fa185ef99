import { and, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { users } from '#drizzle/schema/index.ts'

type UserRow = typeof users.$inferSelect
type Listed = Pick<UserRow, 'email' | 'emailVerifiedAt'>
type Proved = Pick<UserRow, 'passwordProvedAt' | 'hasTwoFactor'>

/**
 * The single rule for admin rights: the current address is verified and listed. Nothing is stored, so removing an address from
 * the list removes the rights.
 */
export const isListedAdmin = ({ email, emailVerifiedAt }: Listed, adminEmails: readonly string[]): boolean =>
  emailVerifiedAt !== null && adminEmails.includes(email.toLowerCase())

/**
 * A password set before the address was verified may belong to a stranger. An authenticator app can only be set up after
 * verification.
 */
export const isProvedOwner = ({ passwordProvedAt, hasTwoFactor }: Proved): boolean => passwordProvedAt !== null || hasTwoFactor

/** The same rule in SQL: the recipients of admin mails, and the accounts that count as admins. */
export const isAdminRow = (adminEmails: readonly string[]): SQL | undefined =>
  and(
    inArray(sql`lower(${users.email})`, [...adminEmails]),
    isNotNull(users.emailVerifiedAt),
    or(isNotNull(users.passwordProvedAt), users.hasTwoFactor),
  )
