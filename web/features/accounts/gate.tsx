import { Navigate, useLocation, useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { afterGate, type Gate as GateKind, gateOf, needsAccount, screenAt } from '#shared/accounts/gate.ts'
import { Waiting } from '#web/ui/waiting.tsx'
import { afterNames } from './after-sign-in.ts'
import { chosenType } from './auth-search.ts'
import { keepGated, wasGated } from './gate-hint.ts'
import { useIsAccountMissing } from './queries.ts'
import { rememberUser } from './remember-user.ts'

// Most people never stand before one.
const CompleteProfile = lazy(async () => ({ default: (await import('./complete-profile.tsx')).CompleteProfile }))
const PasswordSetup = lazy(async () => ({ default: (await import('./password-setup.tsx')).PasswordSetup }))
const MissingAccount = lazy(() => import('./missing-account.tsx'))
const screens = { 'complete-profile': CompleteProfile, 'set-password': PasswordSetup }

/** Stands before every page: shows it, or what has to be done first. The address stays, so the page behind is the one wanted. */
export function Gate({ user, children }: { user: User | null | undefined; children: ReactNode }) {
  const { pathname, searchStr } = useLocation()
  const [gatedBefore] = useState(wasGated)
  useEffect(() => {
    if (user !== undefined) keepGated(Boolean(user && gateOf(user)))
  }, [user])

  const isMissing = useIsAccountMissing()
  const screen = screenAt(pathname, searchStr, user, gatedBefore)
  if (isMissing && (screen.kind === 'wait' || needsAccount(pathname)))
    return (
      <Suspense fallback={<Waiting label="Loading account" />}>
        <MissingAccount />
      </Suspense>
    )
  if (screen.kind === 'wait') return <Waiting label="Loading account" />
  if (screen.kind === 'go') return <Navigate to={screen.to} replace />
  if (screen.kind === 'gate') return user && <GateScreen key={screen.gate} gate={screen.gate} user={user} path={pathname} />
  return children
}

function GateScreen({ gate, user, path }: { gate: GateKind; user: User; path: string }) {
  const { history } = useRouter()
  const pass = async (passed: User) => {
    const next = afterGate(gate, path, afterNames, chosenType() ?? passed.userType)
    // First the way, then the word that opens it: no other page shows in between.
    if (next && !gateOf(passed)) history.replace(next)
    await rememberUser(passed)
  }
  const Screen = screens[gate]
  return (
    <Suspense fallback={<Waiting label="Loading" />}>
      <Screen user={user} onDone={pass} />
    </Suspense>
  )
}
