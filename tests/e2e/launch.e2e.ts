import { expect, type Page, test } from '@playwright/test'
import { builtScripts } from './support/build.ts'
import { untilReadyOffline, untilWordsAreStored } from './support/device.ts'
import { withoutPopup } from './support/quiet.ts'
import { type ProductServer, startProduct } from './support/server.ts'

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())
test.beforeEach(({ context }) => withoutPopup(context))

/** Deletes the words of the chunks. */
const clearWords = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done, fail) => {
        const opening = indexedDB.open('latchkey-directory')
        opening.onerror = () => fail(opening.error)
        opening.onsuccess = () => {
          const clearing = opening.result.transaction('words', 'readwrite')
          clearing.objectStore('words').clear()
          clearing.onabort = () => fail(clearing.error)
          clearing.oncomplete = () => {
            opening.result.close()
            done()
          }
        }
      }),
  )

test('without a network the worker of the app makes the words of chunks that have none, and the next launch has them', async ({
  page,
  context,
}) => {
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  await page.goto(`${server.url}/vcs`)
  await untilReadyOffline(page)
  await untilWordsAreStored(page)
  await clearWords(page)

  await context.setOffline(true)
  workers.length = 0
  await page.reload()
  await untilWordsAreStored(page)
  expect(workers).toEqual([expect.stringMatching(/\/assets\/chunk-worker-.*\.js$/)])

  workers.length = 0
  await page.reload()
  await page.getByRole('searchbox').first().fill('capital')
  await expect(page.getByRole('status').filter({ hasText: /^\d+ investors found$/ })).toBeAttached()
  expect(workers).toEqual([])
})

test('without a network every script of the app is there, as it was built, in a few stored files', async ({ page, context }) => {
  await page.goto(`${server.url}/ping`)
  await untilReadyOffline(page)
  await context.setOffline(true)
  const built = builtScripts()
  built.delete('/sw.js')
  const stored = await page.evaluate(
    (paths) =>
      Promise.all(
        paths.map(async (path) => {
          const reply = await fetch(path)
          return [path, await reply.text(), reply.headers.get('content-type')?.split(';')[0]]
        }),
      ),
    [...built.keys()],
  )
  expect(stored.filter(([path = '', text]) => built.get(path) !== text).map(([path]) => path)).toEqual([])
  expect(new Set(stored.map(([, , type]) => type))).toEqual(new Set(['text/javascript']))
  const count = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    return (await Promise.all(caches_.map((cache) => cache.keys()))).flat().length
  })
  expect(count).toBeLessThan(30)
})
