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
  const url = new URL('/api/sync/live?deltas=1', location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  return socket
}

/** Safari has no background sync, and a denied permission is not an error: the app syncs when it is opened. */
async function wake() {
  if (!('serviceWorker' in navigator)) return
  const registration: WithSync = await navigator.serviceWorker.ready
  await registration.sync?.register(SYNC_TAG).catch(() => undefined)
}

/** Registers a periodic sync twice a day. Browsers allow it for installed apps that are used; elsewhere nothing happens. */
export async function refreshNowAndThen() {
  if (!('serviceWorker' in navigator)) return
  const registration: WithSync = await navigator.serviceWorker.ready
  await registration.periodicSync?.register(REFRESH_TAG, { minInterval: REFRESH_EVERY_MS }).catch(() => undefined)
}

let hasWritten = false

/** Offline, the worker is requested immediately; online, when the tab is hidden, because it may never become visible again. */
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
    // A browser without one of these APIs has nothing to delete.
    await Promise.allSettled([
      navigator.clearAppBadge?.(),
      globalThis.caches?.delete('uploads'),
      loadChunk(() => import('./forget-pushes.ts')).then(({ forgetPushes }) => forgetPushes()),
    ])
  },
  forgetInTab,
  loadChunk,
  openKeeper: () => loadChunk(() => import('#web/replica/chunk-work.ts')).then(({ openKeeper }) => openKeeper()),
  // Without the code chunk the work runs all the same.
  withDirectoryHeld: (directory, work) =>
    loadChunk(() => import('./hold-directory.ts')).then(
      ({ withDirectoryHeld }) => withDirectoryHeld(directory.backendDB(), work),
      work,
    ),
})

/** Calls `sync` now, and whenever the network state or the visibility of the page changes. */
export function onTriggers(sync: () => void, cameOnline: () => void) {
  sync()
  addEventListener('online', cameOnline)
  // The browser's network state is only a hint: an attempt determines the real state and updates the status.
  addEventListener('offline', sync)
  addEventListener('focus', sync)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) sync()
  })
  // A page that was frozen: its requests have long failed.
  document.addEventListener('resume', sync)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') sync()
  })
}
