import { schedule } from '#web/db/schedule.ts'
import { createApi } from '#web/net/api.ts'
import { forgetInTab } from '#web/net/tab/kept-in-tab.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { type Channel, type Message, type Platform, REFRESH_TAG, SYNC_TAG } from '#web/sync/engine/platform.ts'
import { locks } from '#web/sync/engine/web-locks.ts'

type WithSync = ServiceWorkerRegistration & {
  sync?: { register: (tag: string) => Promise<void> }
  periodicSync?: { register: (tag: string, options: { minInterval: number }) => Promise<void> }
}

const REFRESH_EVERY_MS = 12 * 60 * 60 * 1000

const isMessage = (data: unknown): data is Message => data === 'write' || data === 'sync' || data === 'alive'

function openChannel(): Channel {
  const channel = new BroadcastChannel('latchkey')
  return {
    post: (message) => channel.postMessage(message),
    onMessage: (listen) => channel.addEventListener('message', ({ data }) => listen(isMessage(data) ? data : 'sync')),
  }
}

function openSocket(): WebSocket {
  const url = new URL('/api/sync/live', location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return new WebSocket(url)
}

/** Safari has no background sync, and a refused permission is no fault: the app syncs when it is opened. */
async function wake() {
  if (!('serviceWorker' in navigator)) return
  const registration: WithSync = await navigator.serviceWorker.ready
  await registration.sync?.register(SYNC_TAG).catch(() => undefined)
}

/** Asks for a look at the server twice a day. Browsers allow it to installed apps that are used; elsewhere nothing happens. */
export async function refreshNowAndThen() {
  if (!('serviceWorker' in navigator)) return
  const registration: WithSync = await navigator.serviceWorker.ready
  await registration.periodicSync?.register(REFRESH_TAG, { minInterval: REFRESH_EVERY_MS }).catch(() => undefined)
}

let hasWritten = false

/** Without a network the worker is asked for at once, with one when the tab is left: it may never come back. */
function requestBackgroundSync() {
  if (!navigator.onLine) return void wake()
  if (hasWritten) return
  hasWritten = true
  const onHidden = () => {
    if (document.visibilityState !== 'hidden') return
    hasWritten = false
    document.removeEventListener('visibilitychange', onHidden)
    void wake()
  }
  document.addEventListener('visibilitychange', onHidden)
}

export const browserPlatform = (): Platform => ({
  api: createApi((path, init) => fetch(path, init)),
  dexie: {},
  locks,
  channel: openChannel(),
  openSocket,
  now: Date.now,
  after: schedule,
  random: Math.random,
  isVisible: () => document.visibilityState === 'visible',
  requestBackgroundSync,
  dropPictures: async () => (await Promise.all(['uploads', 'foreign-images'].map((name) => caches.delete(name)))).some(Boolean),
  forget: async () => {
    // A browser that cannot do one of them has nothing of it.
    await Promise.allSettled([navigator.clearAppBadge?.(), globalThis.caches?.delete('uploads')])
  },
  forgetInTab,
  // Without its part of the app the work is done all the same.
  withDirectoryHeld: (directory, work) =>
    loadChunk(() => import('./hold-directory.ts')).then(
      ({ withDirectoryHeld }) => withDirectoryHeld(directory.backendDB(), work),
      work,
    ),
})

/** Calls back now, and whenever the world may have changed: the network, or the person, went or came back. */
export function onTriggers(sync: () => void, cameOnline: () => void) {
  sync()
  addEventListener('online', cameOnline)
  // What a browser believes of its network is a hint: an attempt finds out, and says so.
  addEventListener('offline', sync)
  addEventListener('focus', sync)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) sync()
  })
  // A page that was frozen: what it had asked for is long gone.
  document.addEventListener('resume', sync)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') sync()
  })
}
