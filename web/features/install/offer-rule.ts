const DAY_MS = 24 * 60 * 60 * 1000
const QUIET_DAYS = 30

/** How this browser puts an app on the home screen: it asks itself, or the person does it by the share sheet. */
export type InstallWay = 'prompt' | 'share-sheet'

export type OfferInput = {
  isStandalone: boolean
  hasPrompt: boolean
  isIosSafari: boolean
  /** Something is on this device that is worth keeping: a contact unlocked, an investor saved. */
  hasKept: boolean
  /** Milliseconds since the epoch: when the person said "not now". */
  dismissedAt: number | undefined
  now: number
}

/** The way to install that is to be offered now; `undefined` when it is not the time. */
export function availableChannel({ isStandalone, hasPrompt, isIosSafari, hasKept, dismissedAt, now }: OfferInput) {
  if (isStandalone || !hasKept) return undefined
  if (dismissedAt !== undefined && now - dismissedAt < QUIET_DAYS * DAY_MS) return undefined
  if (hasPrompt) return 'prompt'
  return isIosSafari ? 'share-sheet' : undefined
}

/**
 * Safari on an iPhone or iPad, the one browser there whose share sheet is where it is drawn. An iPad calls itself a Mac,
 * but no Mac has more than one finger; other browsers on iOS add their own name.
 */
export function isIosSafari(userAgent: string, maxTouchPoints: number): boolean {
  const isIos = /\b(iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1)
  return isIos && /\bSafari\//.test(userAgent) && !/\b(CriOS|FxiOS|EdgiOS|OPiOS|DuckDuckGo|GSA|Brave)\b/.test(userAgent)
}
