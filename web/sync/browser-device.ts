import { createApi } from '#web/net/api.ts'
import { locks } from './browser-locks.ts'
import { type Channel, type Device, WAKE_TAG } from './device.ts'

type WithSync = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } }

function openChannel(): Channel {
  const channel = new BroadcastChannel('latchkey')
  return {
    post: (message) => channel.postMessage(message),
    onMessage: (listen) => channel.addEventListener('message', ({ data }) => listen(data === 'write' ? 'write' : 'sync')),
  }
}

function openSocket(): WebSocket {
  const url = new URL('/api/sync/live', location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return new WebSocket(url)
}

/** Safari has no background sync, and a refused permission is no fault: the app syncs when it is opened. */
async function wakeLater() {
  if (navigator.onLine || !('serviceWorker' in navigator)) return
  const registration: WithSync = await navigator.serviceWorker.ready
  await registration.sync?.register(WAKE_TAG).catch(() => undefined)
}

export const browserDevice = (): Device => ({
  api: createApi((path, init) => fetch(path, init)),
  dexie: {},
  locks,
  channel: openChannel(),
  openSocket,
  now: Date.now,
  random: Math.random,
  wakeLater: () => void wakeLater(),
  forget: async () => {
    if ('clearAppBadge' in navigator) await navigator.clearAppBadge()
  },
})

/** Calls back whenever the world may have changed: the network, or the person, came back. */
export function onTriggers(sync: () => void) {
  addEventListener('online', sync)
  addEventListener('focus', sync)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') sync()
  })
}
