import { afterEach, expect, test, vi } from 'vitest'

const LIBRARIES = ['./background-sync.ts', 'workbox-expiration', 'workbox-precaching', 'workbox-routing', 'workbox-strategies']

afterEach(() => {
  vi.unstubAllGlobals()
  for (const library of LIBRARIES) vi.doUnmock(library)
})

test('a picture from another site is fetched without a cookie and without a referrer', async () => {
  const strategies: { cacheName: string; fetchOptions?: RequestInit }[] = []
  class Strategy {
    constructor(options: (typeof strategies)[number]) {
      strategies.push(options)
    }
  }
  const nothing = vi.fn()
  vi.doMock('./background-sync.ts', () => ({ pushFromWorker: nothing, refreshFromWorker: nothing, workerDevice: nothing }))
  vi.doMock('workbox-expiration', () => ({ ExpirationPlugin: class {} }))
  vi.doMock('workbox-precaching', () => ({
    cleanupOutdatedCaches: nothing,
    createHandlerBoundToURL: nothing,
    matchPrecache: nothing,
    precacheAndRoute: nothing,
  }))
  vi.doMock('workbox-routing', () => ({ NavigationRoute: class {}, registerRoute: nothing }))
  vi.doMock('workbox-strategies', () => ({ CacheFirst: Strategy, StaleWhileRevalidate: Strategy }))
  vi.stubGlobal('__WB_MANIFEST', [])
  // Through a variable, because the worker's types differ from those of a page.
  const worker = './sw.ts'
  await import(worker)
  const foreign = strategies.find(({ cacheName }) => cacheName === 'foreign-images')
  expect(foreign?.fetchOptions).toEqual({ credentials: 'omit', referrerPolicy: 'no-referrer' })
})
