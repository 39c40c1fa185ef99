import type { Gate } from './gate.ts'
import type { UserType } from './user-type.ts'

/** Addresses nobody set out for: they only happened to be where the gate stood. */
const noDestination = new Set(['/', '/home', '/auth', '/signup', '/signup-type', '/join', '/complete-profile', '/password-setup'])

/**
 * Where somebody goes on to who has done what a gate asked, or `undefined` for the
 * page behind it: the one that they had set out for.
 */
export function afterGate(gate: Gate, path: string, firstStep: (userType: UserType) => string, chosen: UserType) {
  if (!noDestination.has(path)) return undefined
  return gate === 'set-password' ? '/profile' : firstStep(chosen)
}
