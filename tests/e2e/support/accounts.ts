import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page, test } from '@playwright/test'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { grantContact } from '#tests/support/actors/grants.ts'
import { PHONE } from './device.ts'
import { visit } from './page.ts'
import { KEEPS_APP, withoutPopup } from './quiet.ts'
import type { ProductServer } from './server.ts'

type BrowserOptions = {
  /** Enforces the page's policy; axe cannot be injected into such a page. */
  isStrict?: boolean
  /** Keeps the app's files, in a test that otherwise is about something else (`ONLINE`). */
  keepsApp?: boolean
  viewport?: typeof PHONE
  colorScheme?: 'light' | 'dark'
  hasTouch?: boolean
}

/** The test that has opened a context. */
const openedIn = new WeakMap<BrowserContext, string>()

/**
 * A browser context of the running test. The contexts of tests that have ended are closed first: the runner keeps them, and their
 * pages stay live beside all later tests of the worker.
 */
export async function newContext(browser: Browser, options?: BrowserContextOptions): Promise<BrowserContext> {
  const { testId } = test.info()
  const left = browser.contexts().filter((context) => (openedIn.get(context) ?? testId) !== testId)
  await Promise.all(left.map((context) => context.close()))
  const context = await browser.newContext(options)
  openedIn.set(context, testId)
  return context
}

/** A separate browser with nothing in it. */
export async function openBrowser(browser: Browser, { url }: ProductServer, options: BrowserOptions = {}): Promise<Page> {
  const { isStrict, keepsApp, viewport = PHONE, colorScheme = 'light', hasTouch = false } = options
  const context = await newContext(browser, {
    baseURL: url,
    viewport,
    colorScheme,
    hasTouch,
    bypassCSP: !isStrict,
    ...(keepsApp && KEEPS_APP),
  })
  await withoutPopup(context)
  return context.newPage()
}

export type Person = { email: string; password: string; userType?: string; firstName?: string; lastName?: string }

/** Creates an account without a browser. */
export async function register(
  { url }: ProductServer,
  { userType = 'founder', firstName = 'Ida', lastName = 'Berg', ...person }: Person,
) {
  const body = JSON.stringify({ ...person, confirmPassword: person.password, userType, firstName, lastName })
  const reply = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body,
  })
  expect(reply.status).toBe(200)
}

export async function fillLogin(page: Page, { email, password }: Person) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/**
 * Signs in, and waits until the app shows the account. A page that has not opened the app yet signs in without the form, so that
 * the app starts once, for the account. `fillLogin` is for tests about the form.
 *
 * @param next where the sign-in leads; the start page without it
 */
export async function signIn(page: Page, person: Person, next?: string) {
  if (page.url() === 'about:blank') {
    await sendLogin(page, person)
    await page.goto('/')
    await expect(page.getByRole('banner').getByLabel(/^Notices\b/)).toBeVisible()
    // Before the account is on the device, a page for accounts alone leads to the sign-in.
    if (next) await visitFromStart(page, next)
  } else {
    await page.goto(next ? `/auth?next=${encodeURIComponent(next)}` : '/auth')
    await fillLogin(page, person)
    await expect(page).not.toHaveURL(/\/auth(?:\?|$)/)
  }
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In', exact: true })).toHaveCount(0)
}

/**
 * Leaves the start page, and waits until the other one is shown: only the start page has the title of the site. A gate, which has
 * its own title at every address, stays.
 */
async function visitFromStart(page: Page, path: string) {
  await visit(page, path)
  await expect(page).toHaveTitle(/ · Latchkey$/)
}

/** Sends what the form sends, from a page of the server that is not of the app. */
async function sendLogin(page: Page, { email, password }: Person) {
  await page.goto('/robots.txt')
  const status = await page.evaluate(async (body) => {
    const response = await fetch('/api/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return response.status
  }, JSON.stringify({ email, password }))
  expect(status, 'the sign-in').toBe(200)
}

/** Changes rows behind the screens, as time or an operator would. */
export async function change(
  server: ProductServer,
  work: (sql: Awaited<ReturnType<ProductServer['openDatabase']>>['sql']) => Promise<unknown>,
) {
  const opened = await server.openDatabase()
  await work(opened.sql)
  await opened.close()
}

/** Gives an account contacts that it paid for some time ago. */
export async function grantTo(server: ProductServer, email: string, vcIds: VcId[]) {
  const opened = await server.openDatabase()
  const [row] = await opened.sql<{ id: PrincipalId }[]>`
    select p.id from principals p join users u on u.id = p.user_id where u.email = ${email}`
  if (!row) throw new Error(`${email} has no principal.`)
  for (const vcId of vcIds) await grantContact(opened.db, row.id, vcId)
  await opened.close()
}
