import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { HttpProblem } from '#web/net/api.ts'
import { pendingCount, switchPrincipal } from '#web/sync/current.ts'
import { toast } from '#web/ui/toast.ts'
import { logout } from './logout.ts'

// The frame of every page holds the way out; few ever leave with something unsent.
const UnsentDialog = lazy(() => import('./unsent-dialog.tsx'))

/**
 * Ends the session and removes what this person kept on this device. Offline
 * too: the sync tells the server when it can. What was written and not sent
 * would go with the rest, so that is asked first.
 */
export function useSignOut() {
  const { history } = useRouter()
  const [unsent, setUnsent] = useState(0)

  const leave = async () => {
    setUnsent(0)
    try {
      await logout()
    } catch (error) {
      if (error instanceof HttpProblem) {
        toast({ title: 'Logout failed', description: 'Failed to logout', variant: 'destructive' })
        return
      }
    }
    await switchPrincipal('guest')
    toast({ title: 'Logged out', description: 'You have been successfully logged out.' })
    history.push('/')
  }
  const signOut = async () => {
    const waiting = await pendingCount()
    if (waiting > 0) setUnsent(waiting)
    else await leave()
  }
  const dialog = unsent > 0 && (
    <Suspense>
      <UnsentDialog unsent={unsent} onLeave={leave} onStay={() => setUnsent(0)} />
    </Suspense>
  )
  return { signOut: () => void signOut(), dialog }
}
