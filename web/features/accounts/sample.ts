import type { User } from '#shared/accounts/contract.ts'

/** An account for tests: a founder with complete data. */
export const sampleUser = (changed: Partial<User> = {}): User => ({
  id: 'usr_1' as User['id'],
  principalId: 'prn_1' as User['principalId'],
  email: 'ada@founders.example',
  firstName: 'Ada',
  lastName: 'Okafor',
  profileImageUrl: null,
  userType: 'founder',
  isAdmin: false,
  isApprovedInvestor: false,
  profileCompleted: true,
  hasSetPassword: true,
  emailVerified: true,
  pendingEmail: null,
  hasTwoFactor: false,
  authProvider: 'email',
  createdAt: '2026-01-02T03:04:05.000Z',
  ...changed,
})
