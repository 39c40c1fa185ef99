import type { Gate } from './gate.ts'
import type { UserType } from './user-type.ts'

/** Pages that are never a destination: a user only happened to be there when the gate appeared. */
const noDestination = new Set(['/', '/home', '/auth', '/signup', '/signup-type', '/join', '/complete-profile', '/password-setup'])

/** The page to go to after a gate is completed, or `undefined` for the page behind the gate, which the user had requested. */
export function afterGate(gate: Gate, path: string, firstStep: (userType: UserType) => string, chosen: UserType) {
  if (!noDestination.has(path)) return undefined
  return gate === 'set-password' ? '/profile' : firstStep(chosen)
}
