import type { users } from '#drizzle/schema/index.ts'
import { rolesOf } from '#server/features/accounts/admin/rights.ts'
import type { User } from '#shared/accounts/contract.ts'
import type { PrincipalId } from '#shared/ids.ts'

export type UserRow = typeof users.$inferSelect

/** The data that a user may see of their own account; the only path from a row of `users` to the wire. */
export const presentUser = (user: UserRow, principalId: PrincipalId, adminEmails: readonly string[]): User => ({
  id: user.id,
  principalId,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  profileImageUrl: user.profileImageUrl,
  userType: user.userType,
  isAdmin: rolesOf(user, adminEmails).length > 0,
  isApprovedInvestor: user.isApprovedInvestor,
  profileCompleted: user.profileCompleted,
  hasSetPassword: user.hasSetPassword,
  emailVerified: user.emailVerifiedAt !== null,
  pendingEmail: user.pendingEmail,
  hasTwoFactor: user.hasTwoFactor,
  authProvider: user.authProvider,
  createdAt: user.createdAt.toISOString(),
  noticesOff: user.noticesOff,
  ...(user.mailStop && user.mailStoppedAt && { mailStop: { kind: user.mailStop, since: user.mailStoppedAt.toISOString() } }),
})
