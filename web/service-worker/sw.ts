import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { REFRESH_TAG, SYNC_TAG } from '#web/sync/engine/platform.ts'
import { pushFromWorker, refreshFromWorker, workerDevice } from './background-sync.ts'
import { createPackReader, packsIn } from './packed-files.ts'
import { receiveShare } from './receive-share.ts'
import { type Replaced, renewSubscription } from './renew-subscription.ts'
import { openNotice, showPush } from './show-push.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

const day = 24 * 60 * 60

// App shell: every screen opens from the cache. Data is not cached here but stored in IndexedDB.
const entries = self.__WB_MANIFEST
precacheAndRoute(entries)
cleanupOutdatedCaches()

const packed = createPackReader(packsIn(entries))
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && packed.contains(url.pathname),
  async ({ request, url }) => (await packed.read(url.pathname)) ?? fetch(request),
)

// `/api` and `/sandbox` are served by the server only, also when typed into the address bar; so are files for crawlers and link
// previews.
const notScreens = [/^\/(?:api|sandbox|cards)(?:\/|$)/, /\.(?:xml|txt)$/]
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notScreens }))

// The share sheet of the system sends a form.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname === '/share',
  ({ request }) => receiveShare(workerDevice(), request),
  'POST',
)

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && /^\/(?:uploads|sample)\//.test(url.pathname),
  // An address always has the same picture.
  new CacheFirst({
    cacheName: 'uploads',
    plugins: [new ExpirationPlugin({ maxEntries: 300, maxAgeSeconds: 60 * day, purgeOnQuotaError: true })],
  }),
)

// Portraits of listed investors. Browsers count about 7 MB of quota for each opaque cross-origin picture: keep few.
registerRoute(
  ({ request, sameOrigin, url }) => !sameOrigin && url.protocol === 'https:' && request.destination === 'image',
  new StaleWhileRevalidate({
    cacheName: 'foreign-images',
    // No cookies are sent to or accepted from another site. The referrer policy of the page's request is lost when other options
    // are set.
    fetchOptions: { credentials: 'omit', referrerPolicy: 'no-referrer' },
    plugins: [new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 30 * day, purgeOnQuotaError: true })],
  }),
)

// Also on the first visit, so that pictures seen then are cached too.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  // Sent only on an explicit click of the user: an update is offered, never forced.
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting()
})

/** Background Sync exists only in Chromium; its events are missing in TypeScript's library. */
type SyncEvent = ExtendableEvent & { tag: string }

self.addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as SyncEvent
  if (tag === SYNC_TAG) waitUntil.call(event, pushFromWorker())
})

self.addEventListener('periodicsync', (event) => {
  const { tag, waitUntil } = event as SyncEvent
  if (tag === REFRESH_TAG) waitUntil.call(event, refreshFromWorker())
})

self.addEventListener('push', (event) => event.waitUntil(showPush(self, workerDevice(), event.data?.text() ?? '')))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotice(self.clients, event.notification.data))
})

/** A push service has replaced the subscription of this browser; the event is missing in TypeScript's library. */
self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription, newSubscription, waitUntil } = event as ExtendableEvent & Replaced
  waitUntil.call(event, renewSubscription(self, workerDevice(), { oldSubscription, newSubscription }))
})
