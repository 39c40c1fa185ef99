/**
 * What stands at `/sw.js` while the switch is pulled (`SERVICE_WORKER=off`). A browser looks there at every start, whenever
 * the app comes to the front, and hourly; this worker takes the place of whatever is installed, empties its caches
 * and goes, and says so to the pages that are open: they are not ready for offline any more. Pages then come from the server
 * again. IndexedDB holds what people wrote, and is left alone.
 */
export const KILL_SWITCH = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
  for (const client of await clients.matchAll({ includeUncontrolled: true })) client.postMessage('left')
}
`
