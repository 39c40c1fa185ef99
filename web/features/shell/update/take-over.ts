import type { Workbox } from 'workbox-window'

/** How long the present service worker may take to finish its requests before the page reloads without the newer one. */
export const TAKE_OVER_WITHIN_MS = 10_000

/**
 * Lets the waiting service worker control this page. The caller reloads when it does.
 *
 * A browser activates the waiting worker once the present one has no request left, and otherwise after up to five minutes. A
 * reload ends the requests of this page, so a person who asked for the update is not left with a button that does nothing.
 */
export function takeOver(workbox: Pick<Workbox, 'messageSkipWaiting'>, reload: () => void) {
  workbox.messageSkipWaiting()
  setTimeout(reload, TAKE_OVER_WITHIN_MS)
}
