const DAY_MS = 24 * 60 * 60 * 1000
const QUIET_DAYS = 30

/** How this browser installs an app: with its own prompt, or by the user through the share sheet. */
export type InstallWay = 'prompt' | 'share-sheet'

export type OfferInput = {
  isStandalone: boolean
  hasPrompt: boolean
  isIosSafari: boolean
  /** Whether this device has saved content: an unlocked contact or a saved investor. */
  hasKept: boolean
  /** Milliseconds since the epoch: when the user chose "not now". */
  dismissedAt: number | undefined
  now: number
}

/** The install method to offer now; `undefined` when nothing is to be offered. */
export function availableChannel({ isStandalone, hasPrompt, isIosSafari, hasKept, dismissedAt, now }: OfferInput) {
  if (isStandalone || !hasKept) return undefined
  if (dismissedAt !== undefined && now - dismissedAt < QUIET_DAYS * DAY_MS) return undefined
  if (hasPrompt) return 'prompt'
  return isIosSafari ? 'share-sheet' : undefined
}

/**
 * Safari on an iPhone or iPad, the only browser there whose share sheet matches the illustration. The user agent of an iPad is
 * that of a Mac, but no Mac has more than one touch point; other browsers on iOS add their own name.
 */
export function isIosSafari(userAgent: string, maxTouchPoints: number): boolean {
  const isIos = /\b(iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1)
  return isIos && /\bSafari\//.test(userAgent) && !/\b(CriOS|FxiOS|EdgiOS|OPiOS|DuckDuckGo|GSA|Brave)\b/.test(userAgent)
}
