import type { User } from './contract.ts'

/**
 * Whether screens treat the user as an investor. An approved listing outranks the type that the account was made with.
 *
 * In a separate file: every first visit loads it, and no other rule of roles.
 */
export const isInvestor = ({ userType, isApprovedInvestor }: Pick<User, 'userType' | 'isApprovedInvestor'>): boolean =>
  userType !== 'founder' || isApprovedInvestor
