import { expect, type Page, test } from '@playwright/test'
import { untilReadyOffline } from './support/device.ts'
import { withoutPopup } from './support/quiet.ts'
import { type ProductServer, startProduct } from './support/server.ts'

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())
test.beforeEach(({ context }) => withoutPopup(context))

/** Runs a request on the stored words of the chunks. */
const onWords = (page: Page, method: 'count' | 'clear') =>
  page.evaluate(
    (method) =>
      new Promise<number | undefined>((done, fail) => {
        const opening = indexedDB.open('latchkey-directory')
        opening.onerror = () => fail(opening.error)
        opening.onsuccess = () => {
          const request = opening.result.transaction('words', 'readwrite').objectStore('words')[method]()
          request.onerror = () => fail(request.error)
          request.onsuccess = () => {
            opening.result.close()
            done(request.result)
          }
        }
      }),
    method,
  )

test('without a network the worker of the app makes the words of chunks that have none, and the next launch has them', async ({
  page,
  context,
}) => {
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  await page.goto(`${server.url}/vcs`)
  await untilReadyOffline(page)
  await expect.poll(() => onWords(page, 'count')).toBeGreaterThan(0)
  await onWords(page, 'clear')

  await context.setOffline(true)
  workers.length = 0
  await page.reload()
  await expect.poll(() => onWords(page, 'count')).toBeGreaterThan(0)
  expect(workers).toEqual([expect.stringMatching(/\/assets\/words-worker-.*\.js$/)])

  workers.length = 0
  await page.reload()
  await page.getByRole('searchbox').first().fill('capital')
  await expect(page.getByRole('status').filter({ hasText: /^\d+ investors found$/ })).toBeAttached()
  expect(workers).toEqual([])
})
