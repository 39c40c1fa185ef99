import type { Workbox } from 'workbox-window'

/** How long the current service worker may take to finish its requests before the page reloads without the newer one. */
export const TAKE_OVER_WITHIN_MS = 10_000

/**
 * Lets the waiting service worker control this page. The caller reloads when it does.
 *
 * A browser activates the waiting worker once the current one has no request left, and otherwise after up to five minutes. A
 * reload ends the requests of this page, so that the button always has an effect for a user who requested the update.
 */
export function takeOver(workbox: Pick<Workbox, 'messageSkipWaiting'>, reload: () => void) {
  workbox.messageSkipWaiting()
  setTimeout(reload, TAKE_OVER_WITHIN_MS)
}
