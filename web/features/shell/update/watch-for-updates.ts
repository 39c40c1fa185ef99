import { Workbox } from 'workbox-window'
import { watchWords } from '#web/features/shell/unsaved-input.ts'
import { addressOfChunk } from '#web/net/tab/load-chunk.ts'
import { takeOver } from './take-over.ts'
import { setOffer } from './update-offer.ts'

const hourMs = 60 * 60 * 1000
/** While a newer build waits, so often it is asked whether the forms are clean. */
const LOOK_AGAIN_MS = 1000
/** Enough for a small script on a slow network; then a plain reload has to do. */
const CHECK_WITHIN_MS = 5000

let isTaking = false
let isWaiting = false
let waiting: Workbox | undefined
const hasUnsavedWords = watchWords()

/** Registers the service worker and looks for a newer build: now, whenever the app comes to the front, and hourly. */
export async function watchForUpdates() {
  addEventListener('vite:preloadError', ({ payload }) => void proposeIfGone(payload))
  if (!('serviceWorker' in navigator)) return

  const url = import.meta.env.DEV ? '/dev-sw.js?dev-sw' : '/sw.js'
  const workbox = new Workbox(url, { type: import.meta.env.DEV ? 'module' : 'classic' })
  workbox.addEventListener('waiting', () => propose(workbox))
  let isControlled = Boolean(navigator.serviceWorker.controller)
  workbox.addEventListener('controlling', () => {
    if (isTaking) return location.reload()
    // Another tab took the update, or the server withdrew this build: here a plain reload is all that is left to do.
    waiting = undefined
    if (isControlled) propose()
    isControlled = true
  })
  const registration = await workbox.register()

  const check = async () => {
    // Offline the check fails, and the next one comes by itself.
    await registration?.update().catch(() => undefined)
    // Installed while this tab was still opening: nobody told us of it.
    if (registration?.waiting) propose(workbox)
  }
  setOffer({ take: () => void take(check) })
  addEventListener('focus', () => void check())
  setInterval(() => void check(), hourMs)
}

/** Reloads this tab only once the newer build controls it: reloading earlier would start the old one again. */
async function take(check: () => Promise<void>) {
  // Asked for by a page that was told it is too old: the newer build may not have been found yet.
  if (!waiting) await Promise.race([check(), new Promise((resolve) => setTimeout(resolve, CHECK_WITHIN_MS))])
  if (!waiting) return location.reload()
  isTaking = true
  takeOver(waiting, () => location.reload())
}

/**
 * The server keeps the chunks of old builds for a month. This page is older than that if the server no longer has the chunk; a
 * chunk that a slow or lost network did not deliver is still there.
 */
async function proposeIfGone(error: Error) {
  const address = addressOfChunk(error)
  const reply = await fetch(address ?? '/index.html', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (address ? reply?.status === 404 : reply?.ok) propose()
}

/** Offered once no form holds words that are not saved, and not while it does again. */
function propose(workbox?: Workbox) {
  waiting = workbox ?? waiting
  if (isWaiting) return
  isWaiting = true
  const look = () => setOffer({ isShown: !hasUnsavedWords() })
  look()
  setInterval(look, LOOK_AGAIN_MS)
}
