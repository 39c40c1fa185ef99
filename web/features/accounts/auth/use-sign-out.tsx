import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { currentPrivateDb } from '#web/db/tab/databases.ts'
import { HttpProblem } from '#web/net/api.ts'
import { forgetLeft, hasLeftByAddress } from '#web/net/tab/left-by-address.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { pendingCount, switchPrincipal } from '#web/sync/engine/sync-port.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { closeUnloaded, lazyPart } from '#web/ui/lazy-part.tsx'
import { toast } from '#web/ui/toast.ts'
import { logout } from './logout.ts'
import type { Unsent } from './unsynced-changes-dialog.tsx'

// The frame of every page needs the sign-out; few users sign out with unsent changes.
const UnsentDialog = lazyPart(
  () => loadChunk(() => import('./unsynced-changes-dialog.tsx')),
  ({ onStay }) => closeUnloaded({ onClose: onStay }),
)

const messageOf = (error: unknown) => storageSentence(error) ?? 'Please reload the page.'

/**
 * Ends the session and removes this user's data from this device. It works offline too: the sync sends the sign-out to the server
 * later. Unsent changes would be lost, and signing in again needs a network, so the user is asked first.
 */
export function useSignOut() {
  const { history } = useRouter()
  const [unsent, setUnsent] = useState<Unsent>()
  const isOffline = useIsOffline()

  const leave = async () => {
    setUnsent(undefined)
    try {
      await logout(currentPrivateDb()?.principal)
    } catch (error) {
      if (error instanceof HttpProblem) {
        toast({ title: 'Logout failed', description: 'Failed to logout', variant: 'destructive' })
        return
      }
    }
    try {
      await switchPrincipal('guest')
    } catch (error) {
      toast({
        title: 'Not removed from this device',
        description: `${messageOf(error)} Then sign out again.`,
        variant: 'destructive',
      })
      return
    }
    forgetLeft()
    toast({ title: 'Logged out', description: 'You have been successfully logged out.' })
    history.push('/')
  }
  const signOut = async () => {
    // A device that cannot be read may have unsent changes: the user is asked in that case too.
    const waiting = await pendingCount().catch(() => 'unknown' as const)
    if (waiting !== 0 || isOffline) setUnsent(waiting)
    else await leave()
  }
  const stay = () => {
    forgetLeft()
    setUnsent(undefined)
  }
  const dialog = unsent !== undefined && (
    <Suspense>
      <UnsentDialog unsent={unsent} isOffline={isOffline} hasEnded={hasLeftByAddress()} onLeave={leave} onStay={stay} />
    </Suspense>
  )
  return { signOut: () => void signOut(), dialog }
}

/** Continues a sign-out through the address bar when unsent changes prevented the erasure at the start. */
export function useLeftByAddress(user: User | null | undefined, signOut: () => void) {
  const leave = useRef(signOut)
  leave.current = signOut
  const isHere = Boolean(user)
  useEffect(() => {
    if (isHere && hasLeftByAddress()) leave.current()
  }, [isHere])
}
