import { Navigate, useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { gateOf, needsAccount, screenAt } from '#shared/accounts/gate.ts'
import { useAwaitedAccount } from '#web/features/accounts/queries.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

// Most users never see a gate.
const GateScreen = lazyPart(() => loadChunk(() => import('./gate-screen.tsx')))
const MissingAccount = lazyPart(() => loadChunk(() => import('#web/features/accounts/deleted/missing-account.tsx')))

/** Wraps every page: renders it, or the gate that has to be passed first. The address stays, so the requested page follows. */
export function Gate({ user, children }: { user: User | null | undefined; children: ReactNode }) {
  const { pathname, searchStr } = useLocation()
  const [gatedBefore] = useState(loadGateHint)
  useEffect(() => {
    if (user !== undefined) saveGateHint(Boolean(user && gateOf(user)))
  }, [user])

  const awaited = useAwaitedAccount()
  const screen = screenAt(pathname, searchStr, user, gatedBefore)
  const isForAccounts = needsAccount(pathname)
  if (awaited === 'missing' && (screen.kind === 'wait' || isForAccounts))
    return (
      <Suspense fallback={<Spinner label="Loading account" />}>
        <MissingAccount />
      </Suspense>
    )
  if (screen.kind === 'wait' || (user === null && awaited && isForAccounts)) return <Spinner label="Loading account" />
  if (screen.kind === 'go') return <Navigate to={screen.to} replace />
  if (screen.kind === 'gate')
    return (
      user && (
        <Suspense key={screen.gate} fallback={<Spinner label="Loading" />}>
          <GateScreen gate={screen.gate} user={user} path={pathname} />
        </Suspense>
      )
    )
  return children
}

const KEY = 'latchkeyGated'

/** Whether a gate was shown when this device was last used: available before its databases are open. */
const loadGateHint = (): boolean => localStorage.getItem(KEY) !== null

function saveGateHint(isGated: boolean) {
  if (isGated) localStorage.setItem(KEY, 'yes')
  else localStorage.removeItem(KEY)
}
