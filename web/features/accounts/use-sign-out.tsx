import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { HttpProblem } from '#web/net/api.ts'
import { pendingCount, switchPrincipal } from '#web/sync/current.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { logout } from './logout.ts'

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
  const dialog = (
    <Dialog title="Not everything is sent" isOpen={unsent > 0} onClose={() => setUnsent(0)}>
      <p className="text-soft">
        {unsent === 1 ? 'One change' : `${unsent} changes`} you made on this device {unsent === 1 ? 'has' : 'have'} not reached
        the server yet. Signing out removes {unsent === 1 ? 'it' : 'them'} for good.
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="danger" onClick={leave}>
          Sign out and lose {unsent === 1 ? 'it' : 'them'}
        </Button>
        <Button onClick={() => setUnsent(0)}>Stay signed in</Button>
      </div>
    </Dialog>
  )
  return { signOut: () => void signOut(), dialog }
}
