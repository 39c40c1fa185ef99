import type { User } from './contract.ts'
import type { UserType } from './user-type.ts'

type Account = Pick<User, 'userType' | 'isApprovedInvestor'>
type Kinds = { isVentureCapital: boolean; isAngel: boolean }

/**
 * The type that a user is shown with: that of the approved listing, otherwise that of the account.
 *
 * @param listing  the user's verified listing; `undefined` while there is none on the device
 */
export function roleOf({ userType, isApprovedInvestor }: Account, listing: Kinds | undefined): UserType {
  if (!isApprovedInvestor) return userType
  const { isVentureCapital = false, isAngel = false } = listing ?? {}
  if (isVentureCapital !== isAngel) return isVentureCapital ? 'vc' : 'angel'
  return userType === 'founder' ? 'vc' : userType
}
