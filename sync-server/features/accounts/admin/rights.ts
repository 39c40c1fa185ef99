import { and, arrayOverlaps, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { users } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import { ADMIN_ROLES, type AdminRole } from '#shared/admin/rights.ts'
import type { UserId } from '#shared/ids.ts'

type UserRow = typeof users.$inferSelect
type Listed = Pick<UserRow, 'email' | 'emailVerifiedAt' | 'adminRoles'>
type Proved = Pick<UserRow, 'passwordProvedAt' | 'hasTwoFactor'>

/** Whether an address makes its account an owner. Removing it from the list removes the role. */
export const isListedOwner = ({ email, emailVerifiedAt }: Omit<Listed, 'adminRoles'>, adminEmails: readonly string[]): boolean =>
  emailVerifiedAt !== null && adminEmails.includes(email.toLowerCase())

/** The roles of an account, as of the row that was read: those that an owner gave, and `owner` for a listed address. */
export function rolesOf(user: Listed, adminEmails: readonly string[]): AdminRole[] {
  if (user.emailVerifiedAt === null) return []
  const isOwner = isListedOwner(user, adminEmails)
  return isOwner && !user.adminRoles.includes('owner') ? ['owner', ...user.adminRoles] : user.adminRoles
}

/**
 * A password set before the address was verified may belong to a stranger. An authenticator app can only be set up after
 * verification.
 */
export const isProvedOwner = ({ passwordProvedAt, hasTwoFactor }: Proved): boolean => passwordProvedAt !== null || hasTwoFactor

/** The reason why an account with roles may not use them yet. */
export function lacksOf(user: Proved, needsTwoFactor: boolean): 'two-factor' | 'password' | null {
  if (needsTwoFactor && !user.hasTwoFactor) return 'two-factor'
  return isProvedOwner(user) ? null : 'password'
}

/**
 * The same rules in SQL: the accounts that may act in one of these roles, or as an owner.
 *
 * @param roles  all roles when absent
 */
export const isAdminRow = (adminEmails: readonly string[], roles: readonly AdminRole[] = ADMIN_ROLES): SQL | undefined =>
  and(
    or(inArray(sql`lower(${users.email})`, [...adminEmails]), arrayOverlaps(users.adminRoles, ['owner', ...roles])),
    isNotNull(users.emailVerifiedAt),
    isNull(users.bannedAt),
    or(isNotNull(users.passwordProvedAt), users.hasTwoFactor),
  )

/**
 * Every owner who may act, locked until the transaction ends, always in one order: two owners who leave in parallel wait for each
 * other.
 */
export const lockOwners = (tx: Transaction, adminEmails: readonly string[]) =>
  tx
    .select({ id: users.id, hasTwoFactor: users.hasTwoFactor })
    .from(users)
    .where(isAdminRow(adminEmails, []))
    .orderBy(users.id)
    .for('update')

/**
 * Whether no other account could act as an owner. The others may have no authenticator app yet.
 *
 * @param owners  from `lockOwners`
 */
export function isLastOwner(owners: Awaited<ReturnType<typeof lockOwners>>, leaving: UserId, needsTwoFactor: boolean): boolean {
  const mayAct = owners.filter(({ hasTwoFactor }) => hasTwoFactor || !needsTwoFactor)
  const isLast = (some: typeof owners) => some.some(({ id }) => id === leaving) && some.every(({ id }) => id === leaving)
  return isLast(owners) || isLast(mayAct)
}
