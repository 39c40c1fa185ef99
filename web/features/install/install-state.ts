type AppleNavigator = Navigator & { standalone?: boolean }

/** Whether the app runs in its own window, opened from the home screen or the dock. */
export const isStandalone = () =>
  matchMedia('(display-mode: standalone)').matches || (navigator as AppleNavigator).standalone === true

const DISMISSED = 'latchkeyInstallLater'
const PREPARED = 'latchkeyPrepared'

/** A browser without storage for the page shows the offer once per page load. */
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
    // Storage is forbidden or full: the offer is shown once more than necessary.
  }
}

/** Milliseconds since the epoch. */
export const dismissedAt = () => Number(read(DISMISSED)) || undefined
export const dismiss = (now: number) => write(DISMISSED, String(now))

export const isPrepared = () => read(PREPARED) !== null
export const rememberPrepared = () => write(PREPARED, new Date().toISOString())
