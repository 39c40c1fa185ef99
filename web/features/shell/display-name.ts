import type { User } from '#shared/accounts/contract.ts'
import { fullName } from '#shared/accounts/full-name.ts'

/** The name of a user; the e-mail address of an account that has no name yet. */
export const displayName = (user: User): string => fullName(user) ?? user.email

/** The two role labels of the header. The specification labels every user who is not a VC a founder, including angels. */
export function roleLabel({ userType }: User): 'VC Partner' | 'Founder' {
  return userType === 'vc' ? 'VC Partner' : 'Founder'
}
