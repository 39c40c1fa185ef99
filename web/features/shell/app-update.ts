import type { Workbox } from 'workbox-window'

const hourMs = 60 * 60 * 1000

let isOffered = false
let isTaking = false
let waiting: Workbox | undefined
const listeners = new Set<() => void>()

/** Whether a newer build is waiting for the person's consent; for `useSyncExternalStore`. */
export const updateOffer = {
  isOffered: () => isOffered,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Registers the service worker and looks for a newer build: now, whenever the app comes to the front, and hourly. */
export async function watchForUpdates() {
  // A chunk of this build that is gone means that the server has a newer one and no worker told us.
  addEventListener('vite:preloadError', () => offer())
  if (!('serviceWorker' in navigator)) return

  const { Workbox } = await import('workbox-window')
  const url = import.meta.env.DEV ? '/dev-sw.js?dev-sw' : '/sw.js'
  const workbox = new Workbox(url, { type: import.meta.env.DEV ? 'module' : 'classic' })
  workbox.addEventListener('waiting', () => offer(workbox))
  workbox.addEventListener('controlling', () => {
    if (isTaking) return location.reload()
    // Another tab took the update: here a plain reload is all that is left to do.
    waiting = undefined
  })
  const registration = await workbox.register()

  const check = async () => {
    // Offline the check fails, and the next one comes by itself.
    await registration?.update().catch(() => undefined)
    // Installed while this tab was still opening: nobody told us of it.
    if (registration?.waiting) offer(workbox)
  }
  addEventListener('focus', () => void check())
  setInterval(() => void check(), hourMs)
}

/** Lets the newer build take over, and reloads this tab once it has: reloading earlier would start the old one again. */
export function takeUpdate() {
  if (!waiting) return location.reload()
  isTaking = true
  waiting.messageSkipWaiting()
}

function offer(workbox?: Workbox) {
  waiting = workbox ?? waiting
  isOffered = true
  for (const listener of listeners) listener()
}
