import { Workbox } from 'workbox-window'
import { watchWords } from '#web/features/shell/unsaved-input.ts'
import { addressOfChunk } from '#web/net/tab/load-chunk.ts'
import { setOffer } from './update-offer.ts'

const hourMs = 60 * 60 * 1000
/** While a newer build waits, the interval at which forms are checked for unsaved text. */
const LOOK_AGAIN_MS = 1000
/** Enough for a small script on a slow network; after that, a plain reload is used. */
const CHECK_WITHIN_MS = 5000

let isUpdating = false
let isWaiting = false
let waiting: Workbox | undefined
const hasUnsavedWords = watchWords()

/** Registers the service worker and checks for a newer build: now, on every focus of the window, and hourly. */
export async function watchForUpdates() {
  addEventListener('vite:preloadError', ({ payload }) => void proposeIfGone(payload))
  if (!('serviceWorker' in navigator)) return

  const url = import.meta.env.DEV ? '/dev-sw.js?dev-sw' : '/sw.js'
  const workbox = new Workbox(url, { type: import.meta.env.DEV ? 'module' : 'classic' })
  workbox.addEventListener('waiting', () => propose(workbox))
  let isControlled = Boolean(navigator.serviceWorker.controller)
  workbox.addEventListener('controlling', () => {
    if (isUpdating) return location.reload()
    // Another tab activated the update, or the server withdrew this build: only a plain reload remains.
    waiting = undefined
    if (isControlled) propose()
    isControlled = true
  })
  // Rejected where the browser blocks service workers: private windows, policies, storage that is off. The app runs without one.
  const registration = await workbox.register().catch(() => undefined)

  const check = async () => {
    // Offline the check fails; the next one follows automatically.
    await registration?.update().catch(() => undefined)
    // Installed while this tab was still opening: no event was received.
    if (registration?.waiting) propose(workbox)
  }
  setOffer({ take: () => void applyUpdate(check) })
  addEventListener('focus', () => void check())
  setInterval(() => void check(), hourMs)
}

/** Reloads this tab only once the newer build controls it: an earlier reload would start the old build again. */
async function applyUpdate(check: () => Promise<void>) {
  // Called by a page that the server rejected as too old: the newer build may not have been found yet.
  if (!waiting) await Promise.race([check(), new Promise((resolve) => setTimeout(resolve, CHECK_WITHIN_MS))])
  if (!waiting) return location.reload()
  isUpdating = true
  takeOver(waiting, () => location.reload())
}

/**
 * The server keeps the chunks of old builds for a month. This page is older than that if the server no longer has the chunk; a
 * chunk that a slow or lost network did not deliver is still on the server.
 */
async function proposeIfGone(error: Error) {
  const address = addressOfChunk(error)
  const reply = await fetch(address ?? '/index.html', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (address ? reply?.status === 404 : reply?.ok) propose()
}

/** Offered while no form has unsaved text, and withdrawn while one has. */
function propose(workbox?: Workbox) {
  waiting = workbox ?? waiting
  if (isWaiting) return
  isWaiting = true
  const refreshOffer = () => setOffer({ isShown: !hasUnsavedWords() })
  refreshOffer()
  setInterval(refreshOffer, LOOK_AGAIN_MS)
}

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
