import { requestSync } from '#web/sync/engine/sync-port.ts'
import { toast } from '#web/ui/toast.ts'
import { loadToaster } from '#web/ui/toast-host.tsx'

const REDIRECT_DELAY_MS = 500

/** If the device is not erased within this time, the user is led to the sign-in all the same. */
const ERASE_TIMEOUT_MS = 5000

/** If the page is still open after this time, it stays: the user did not want to leave it. */
const STAY_TIMEOUT_MS = 30_000

/**
 * Leads to the sign-in, and then back to this page.
 *
 * @param isEnded  the session was ended elsewhere: the next sync cycle erases the account from this device first, and the screen
 *   shows the reason
 * @param stop  another account is used here
 */
export async function leaveToSignIn(isEnded: boolean, stop: AbortSignal): Promise<void> {
  if (isEnded) {
    requestSync()
    await pause(ERASE_TIMEOUT_MS, stop)
    if (stop.aborted) return
  }
  toast({ title: 'You are logged out. Logging in again...', variant: 'destructive' })
  const next = encodeURIComponent(location.pathname + location.search)
  // The delay of half a second starts when the toast is visible.
  await loadToaster()
  await pause(REDIRECT_DELAY_MS, stop)
  if (stop.aborted) return
  location.assign(`/api/login?next=${next}`)
  await pause(STAY_TIMEOUT_MS, stop)
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
