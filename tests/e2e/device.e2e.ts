import { rmSync } from 'node:fs'
import { chromium, expect, type Page, test } from '@playwright/test'
import { newContext } from './support/accounts.ts'
import { nextBuild } from './support/build.ts'
import { PHONE, stopReplacedWorker, untilReadyOffline } from './support/device.ts'
import { CHROMIUM_ARGS } from './support/launch.ts'
import { withoutPopup } from './support/quiet.ts'
import { type ProductServer, startProduct } from './support/server.ts'

/** Read at each start: the setting that the operator changes between two starts. */
const env: Record<string, string> = {}
let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct(env)
})
test.afterAll(() => server.dispose())
test.beforeEach(({ context }) => withoutPopup(context))
test.use({ viewport: PHONE })

const INVESTOR = 'rec1xBsyPcZWn6QTr'

async function restart(change: Record<string, string>) {
  Object.assign(env, change)
  await server.stop()
  await server.start()
}

const savedOnServer = async () => {
  const opened = await server.openDatabase()
  const rows = await opened.sql<{ vc_id: string }[]>`select vc_id from saved_investors`
  await opened.close()
  return rows.map((row) => row.vc_id)
}

test('pending mutations are sent by the worker when no page of the app is open', async () => {
  // Only Chromium with windows wakes a worker for Background Sync.
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: CHROMIUM_ARGS })
  const context = await newContext(browser, { viewport: PHONE })
  await withoutPopup(context)
  const page = await context.newPage()
  await page.goto(`${server.url}/investor/${INVESTOR}`)
  await untilReadyOffline(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: /save/i }).first().click()
  await expect(
    page
      .getByText('1 waiting')
      .or(page.getByText(/Offline since/))
      .first(),
  ).toBeVisible()
  expect(await savedOnServer()).toEqual([])
  // The browser keeps running, the app does not.
  await context.newPage()
  await page.close()
  await context.setOffline(false)
  await expect.poll(savedOnServer).toEqual([INVESTOR])
  await browser.close()
})

test('a page of the old build loads one of its chunks after the server was replaced', async ({ browser }) => {
  const later = nextBuild('routes/terms-of-service.tsx')
  const context = await newContext(browser, { serviceWorkers: 'block', viewport: PHONE })
  await withoutPopup(context)
  const page = await context.newPage()
  await page.goto(`${server.url}/join`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await restart({ WEB_DIR: later.folder })
  const chunkResponse = page.waitForResponse((response) => response.url().endsWith(later.was))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
  expect((await chunkResponse).status()).toBe(200)
  await context.close()
  await restart({ WEB_DIR: '' })
  rmSync(later.folder, { recursive: true })
})

const stored = (page: Page) =>
  page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: (await caches.keys()).length,
    databases: (await indexedDB.databases()).map(({ name }) => name).sort(),
  }))

test('the kill switch removes workers and caches, and keeps the device’s data and unsaved input', async ({ page }) => {
  await page.goto(`${server.url}/contacts`)
  await untilReadyOffline(page)
  const before = await stored(page)
  expect(before).toMatchObject({ workers: 1, databases: expect.arrayContaining(['latchkey-directory', 'latchkey-me-guest']) })
  expect(before.caches).toBeGreaterThan(0)
  const opened = await page.evaluate(() => performance.timeOrigin)

  await restart({ SERVICE_WORKER: 'off' })
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await stopReplacedWorker(page)
    expect(await stored(page)).toEqual({ ...before, workers: 0, caches: 0 })
  }).toPass()
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened)
  await expect(page.getByText('A new version is ready')).toBeVisible()
  await expect(page.getByText('Up to date').first()).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible()
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  await restart({ SERVICE_WORKER: 'on' })
  await page.reload()
  await untilReadyOffline(page)
  expect((await stored(page)).workers).toBe(1)
})
