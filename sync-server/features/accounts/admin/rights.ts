import { and, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { users } from '#drizzle/schema/index.ts'

type UserRow = typeof users.$inferSelect
type Listed = Pick<UserRow, 'email' | 'emailVerifiedAt'>
type Proved = Pick<UserRow, 'passwordProvedAt' | 'hasTwoFactor'>

/** The one rule of who is an admin: the present address is verified and listed. Nothing is stored, so an address that leaves the list ends it. */
export const isListedAdmin = ({ email, emailVerifiedAt }: Listed, adminEmails: readonly string[]): boolean =>
  emailVerifiedAt !== null && adminEmails.includes(email.toLowerCase())

/** A password that was set before the address was proved may be a stranger's; an authenticator app is set up after that only. */
export const isProvedOwner = ({ passwordProvedAt, hasTwoFactor }: Proved): boolean => passwordProvedAt !== null || hasTwoFactor

/** The same rule in SQL: for whom the team's mails are, and who counts as an admin. */
export const isAdminRow = (adminEmails: readonly string[]): SQL | undefined =>
  and(
    inArray(sql`lower(${users.email})`, [...adminEmails]),
    isNotNull(users.emailVerifiedAt),
    or(isNotNull(users.passwordProvedAt), users.hasTwoFactor),
  )
