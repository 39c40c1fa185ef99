import type { User } from '#shared/accounts/contract.ts'
import { fullName } from '#shared/accounts/full-name.ts'

/** The name to greet somebody by; the address of an account that has none yet. */
export const displayName = (user: User): string => fullName(user) ?? user.email

/** The header's two labels: the specification calls everybody who is not a VC a founder, angels too. */
export function roleLabel({ userType }: User): 'VC Partner' | 'Founder' {
  return userType === 'vc' ? 'VC Partner' : 'Founder'
}
