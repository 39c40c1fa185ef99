type AppleNavigator = Navigator & { standalone?: boolean }

/** Opened from the home screen or the dock, in a window of its own. */
export const isStandalone = () =>
  matchMedia('(display-mode: standalone)').matches || (navigator as AppleNavigator).standalone === true

const DISMISSED = 'latchkeyInstallLater'
const PREPARED = 'latchkeyPrepared'

/** A browser that keeps nothing for the page is asked each time, and offers itself once a page. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Forbidden or full: the question comes once more than it would.
  }
}

/** Milliseconds since the epoch. */
export const dismissedAt = () => Number(read(DISMISSED)) || undefined
export const dismiss = (now: number) => write(DISMISSED, String(now))

export const isPrepared = () => read(PREPARED) !== null
export const rememberPrepared = () => write(PREPARED, new Date().toISOString())
