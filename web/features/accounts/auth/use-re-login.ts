import { useEffect } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { onSessionLost } from '#web/net/session-lost.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'

/**
 * Leads a user whose session expired to the sign-in, and then back to the page. Nothing is removed from the device: after signing
 * in to the same account everything is available. A session that was ended elsewhere erases the device, and the screen that
 * explains this leads to the sign-in.
 *
 * The only place that shows a lost session: the refused call waits while the page is left, so no screen handles it.
 */
export function useReLogin(user: User | null | undefined) {
  // Each pull delivers the account again; only another account cancels the redirect.
  const userId = user?.id
  useEffect(() => {
    if (!userId) return
    const controller = new AbortController()
    let leaving: Promise<void> | undefined
    const stop = onSessionLost((isEnded) => {
      leaving ??= loadChunk(() => import('./leave-to-sign-in.ts'))
        .then(({ leaveToSignIn }) => leaveToSignIn(isEnded, controller.signal))
        // Without the code the page stays, and the refused call reports its failure.
        .catch(() => undefined)
        .finally(() => {
          leaving = undefined
        })
      return leaving
    })
    return () => {
      controller.abort()
      stop()
    }
  }, [userId])
}
