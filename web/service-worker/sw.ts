import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { REFRESH_TAG, SYNC_TAG } from '#web/sync/engine/platform.ts'
import { pushFromWorker, refreshFromWorker } from './background-sync.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

const day = 24 * 60 * 60

// The shell: every screen opens from the device. Data is not cached here; IndexedDB holds it.
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()

// `/api` and `/sandbox` belong to the server alone, also when somebody types them; so does what only robots read.
const notScreens = [/^\/(?:api|sandbox)(?:\/|$)/, /\.(?:xml|txt)$/]
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notScreens }))

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/uploads/'),
  // Under one address there is always the same picture.
  new CacheFirst({
    cacheName: 'uploads',
    plugins: [new ExpirationPlugin({ maxEntries: 300, maxAgeSeconds: 60 * day, purgeOnQuotaError: true })],
  }),
)

// Portraits of listed investors. A browser books about 7 MB for each foreign picture it may not look into: keep few.
registerRoute(
  ({ request, sameOrigin, url }) => !sameOrigin && url.protocol === 'https:' && request.destination === 'image',
  new StaleWhileRevalidate({
    cacheName: 'foreign-images',
    // Another site gets no cookie along, and sets none. The referrer policy of the page's own request does not survive other options.
    fetchOptions: { credentials: 'omit', referrerPolicy: 'no-referrer' },
    plugins: [new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 30 * day, purgeOnQuotaError: true })],
  }),
)

// From the first visit on, so that the pictures seen then are kept too.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  // Only the person's own click sends this: an update is offered, never forced.
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting()
})

/** Background Sync is Chromium's; its events are not in TypeScript's library. */
type SyncEvent = ExtendableEvent & { tag: string }

self.addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as SyncEvent
  if (tag === SYNC_TAG) waitUntil.call(event, pushFromWorker())
})

self.addEventListener('periodicsync', (event) => {
  const { tag, waitUntil } = event as SyncEvent
  if (tag === REFRESH_TAG) waitUntil.call(event, refreshFromWorker())
})
