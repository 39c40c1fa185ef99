import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from '@playwright/test'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import type { VcId } from '#shared/ids.ts'
import { findFirefox } from '#tests/support/runner/firefox.ts'
import { DEADLINE_MS } from '#tests/support/until.ts'
import { grantTo, register } from './support/accounts.ts'
import { type ProductServer, startProduct } from './support/server.ts'

/** From the sample listing. */
const MARIT = { id: 'rec1xBsyPcZWn6QTr' as VcId, name: 'Marit Moretti', email: 'marit@northgate-ventures.example' }
const ada = { email: 'ada@second-engine.example', password: 'a long enough password' }
const NOTE = 'Told her about the second engine.'

const firefox = findFirefox()
test.skip(
  !firefox,
  'No Firefox is installed here, so the second engine was not tried (Debian: firefox-esr; or set FIREFOX_PATH).',
)

let server: ProductServer
let profile: string
let browser: Browser | undefined

test.beforeAll(async () => {
  server = await startProduct()
  profile = mkdtempSync(`${tmpdir()}/latchkey-firefox-`)
  await register(server, ada)
  await grantTo(server, ada.email, [MARIT.id])
})

test.afterAll(async () => {
  await browser?.close()
  await server?.dispose()
  if (profile) rmSync(profile, { recursive: true, force: true })
})

/** Ends Firefox, and starts it again on the same profile. */
async function relaunch(): Promise<Page> {
  await browser?.close()
  browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox, userDataDir: profile, headless: true })
  const page = await browser.newPage()
  page.setDefaultTimeout(DEADLINE_MS)
  await page.evaluateOnNewDocument(() => {
    if (location.protocol.startsWith('http')) sessionStorage.setItem('latchkeyEarly', 'seen')
  })
  return page
}

const go = (page: Page, path: string) => page.goto(`${server.url}${path}`, { waitUntil: 'domcontentloaded' })
const read = (page: Page, content: string) =>
  page.waitForFunction((text) => document.body.textContent.includes(text), { polling: 100 }, content)

/** Signs in, and opens the contact. */
async function signIn(page: Page) {
  await go(page, `/auth?next=/contacts/${MARIT.id}`)
  await page.locator('input[type=email]').fill(ada.email)
  await page.locator('input[type=password]').fill(ada.password)
  await page.locator('button[type=submit]').click()
}

const notesOnServer = async () => {
  const opened = await server.openDatabase()
  const rows = await opened.sql<{ text: string }[]>`select text from contact_notes`
  await opened.close()
  return rows.map(({ text }) => text)
}

test('Firefox keeps the app and unlocked contacts, and sends pending mutations without Background Sync', async () => {
  let page = await relaunch()
  await signIn(page)
  await read(page, MARIT.email)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, { polling: 100 })
  await read(page, 'Ready offline')
  expect(await page.evaluate(async () => 'sync' in (await navigator.serviceWorker.ready))).toBe(false)

  await test.step('relaunched without a server', async () => {
    await server.stop()
    page = await relaunch()
    await go(page, '/contacts')
    await page.locator(`a[href$="/contacts/${MARIT.id}"]`).click()
    await read(page, MARIT.email)
    await page.locator('textarea').fill(NOTE)
    await read(page, 'Saved on this device')
    await page.reload({ waitUntil: 'domcontentloaded' })
    await page.waitForFunction((note) => document.querySelector('textarea')?.value === note, { polling: 100 }, NOTE)
  })

  await test.step('the server is back: the app notices without user action', async () => {
    await server.start()
    await expect.poll(notesOnServer).toEqual([NOTE])
    await read(page, 'Ready offline')
  })
})
