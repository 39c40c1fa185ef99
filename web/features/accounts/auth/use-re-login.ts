import { useEffect } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { onSessionLost } from '#web/net/session-lost.ts'
import { requestSync } from '#web/sync/engine/enqueue.ts'
import { toast } from '#web/ui/toast.ts'
import { loadToaster } from '#web/ui/toast-host.tsx'

const TO_LOGIN_MS = 500

/** A device that could not be emptied within this time leads back in all the same. */
const EMPTIED_MS = 5000

/** A page that is still here this long after it was to be left stays: its person did not want to leave. */
const STAYED_MS = 30_000

/**
 * Leads somebody whose session expired back in, and then to where they were. Nothing
 * is removed from the device: whoever signs in again as the same finds it all. One that was ended elsewhere
 * empties the device, and the screen that says so leads back in.
 *
 * The one place that shows a lost session: the refused call waits while the page is left, so no screen handles it.
 */
export function useReLogin(user: User | null | undefined) {
  // Each pull brings the account anew; only another one calls the way back off.
  const userId = user?.id
  useEffect(() => {
    if (!userId) return
    const over = new AbortController()
    let leaving: Promise<void> | undefined
    const leave = async () => {
      toast({ title: 'You are logged out. Logging in again...', variant: 'destructive' })
      const next = encodeURIComponent(location.pathname + location.search)
      // Half a second is not much: it begins when there is something to read.
      await loadToaster()
      await pause(TO_LOGIN_MS, over.signal)
      if (over.signal.aborted) return
      location.assign(`/api/login?next=${next}`)
      await pause(STAYED_MS, over.signal)
    }
    /** The next round empties this device of the account, and the screen says why. */
    const beEmptied = async () => {
      requestSync()
      await pause(EMPTIED_MS, over.signal)
      if (!over.signal.aborted) await leave()
    }
    const stop = onSessionLost((isEnded) => {
      leaving ??= (isEnded ? beEmptied() : leave()).finally(() => {
        leaving = undefined
      })
      return leaving
    })
    return () => {
      over.abort()
      stop()
    }
  }, [userId])
}

/** Waits, or ends early when the signal fires or the browser shows the page again from its history. */
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
