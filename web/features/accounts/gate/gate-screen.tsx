import { useRouter } from '@tanstack/react-router'
import { afterGate } from '#shared/accounts/after-gate.ts'
import type { User } from '#shared/accounts/contract.ts'
import { type Gate, gateOf } from '#shared/accounts/gate.ts'
import { pageAfterNames } from '#web/features/accounts/auth/after-sign-in.ts'
import { chosenType } from '#web/features/accounts/auth/auth-search.ts'
import { rememberUser } from '#web/features/accounts/auth/cache-user.ts'
import { PasswordSetup } from '#web/features/accounts/passwords/password-setup.tsx'
import { CompleteProfile } from './complete-profile.tsx'

const screens = { 'complete-profile': CompleteProfile, 'set-password': PasswordSetup }

/** The screen of a gate, and the destination after it. */
export default function GateScreen({ gate, user, path }: { gate: Gate; user: User; path: string }) {
  const { history } = useRouter()
  const pass = async (passed: User) => {
    const next = afterGate(gate, path, pageAfterNames, chosenType() ?? passed.userType)
    // Navigate before clearing the gate, so that no other page is rendered.
    if (next && !gateOf(passed)) history.replace(next)
    await rememberUser(passed)
  }
  const Screen = screens[gate]
  return <Screen user={user} onDone={pass} />
}
