/** Each event that carries an error. The screen that replaces one that was not rendered sends `screen`. */
const TYPES = ['error', 'unhandledrejection', 'vite:preloadError', 'screen']

const MAX_KEPT = 10
const kept: Event[] = []
const keep = (event: Event) => void (kept.length < MAX_KEPT && kept.push(event))

/** The reporter is loaded after the first paint. Errors until then are kept for it. */
export function keepEarlyErrors(): void {
  for (const type of TYPES) addEventListener(type, keep)
}

/** Gives each error of this page, the kept ones first, to `take`. */
export function takeErrors(take: (event: Event) => void): void {
  for (const type of TYPES) {
    removeEventListener(type, keep)
    addEventListener(type, take)
  }
  for (const event of kept.splice(0)) take(event)
}
