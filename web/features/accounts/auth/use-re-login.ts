import { useEffect } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { onSessionLost } from '#web/net/session-lost.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { toast } from '#web/ui/toast.ts'
import { loadToaster } from '#web/ui/toast-host.tsx'

const REDIRECT_DELAY_MS = 500

/** If the device is not erased within this time, the user is led to the sign-in all the same. */
const ERASE_TIMEOUT_MS = 5000

/** If the page is still open after this time, it stays: the user did not want to leave it. */
const STAY_TIMEOUT_MS = 30_000

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
    const leave = async () => {
      toast({ title: 'You are logged out. Logging in again...', variant: 'destructive' })
      const next = encodeURIComponent(location.pathname + location.search)
      // The delay of half a second starts when the toast is visible.
      await loadToaster()
      await pause(REDIRECT_DELAY_MS, controller.signal)
      if (controller.signal.aborted) return
      location.assign(`/api/login?next=${next}`)
      await pause(STAY_TIMEOUT_MS, controller.signal)
    }
    /** The next sync cycle erases the account from this device, and the screen shows the reason. */
    const eraseThenLeave = async () => {
      requestSync()
      await pause(ERASE_TIMEOUT_MS, controller.signal)
      if (!controller.signal.aborted) await leave()
    }
    const stop = onSessionLost((isEnded) => {
      leaving ??= (isEnded ? eraseThenLeave() : leave()).finally(() => {
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

/** Waits, or ends early when the signal is aborted or the browser restores the page from its history. */
function pause(ms: number, signal: AbortSignal) {
  return new Promise<void>((done) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      removeEventListener('pageshow', onShown)
      done()
    }
    const onShown = ({ persisted }: PageTransitionEvent) => persisted && end()
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    addEventListener('pageshow', onShown)
  })
}
