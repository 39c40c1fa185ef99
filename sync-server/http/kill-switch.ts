/**
 * The script at `/sw.js` while the kill switch is on (`SERVICE_WORKER=off`). A browser checks that address at every start,
 * whenever the app comes to the foreground, and hourly. This worker replaces the installed one, deletes its caches, unregisters
 * itself, and notifies open pages that they are no longer available offline. Pages then load from the server again. IndexedDB
 * contains data that users wrote, and is not touched.
 */
export const KILL_SWITCH = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
  for (const client of await clients.matchAll({ includeUncontrolled: true })) client.postMessage('left')
}
`
