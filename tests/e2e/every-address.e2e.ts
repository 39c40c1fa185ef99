import { type Browser, expect, type Page, test } from '@playwright/test'
import { DEADLINE_MS } from '#tests/support/until.ts'
import { openBrowser, signIn } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { DESKTOP, PHONE } from './support/device.ts'
import { SPINNER, stopsAlike, stopsOf, stopsWhileLoading, unvisited } from './support/every-address.ts'
import { people, registerPeople } from './support/every-kind-of-account.ts'
import { heading, untilAppRuns, visit, withoutTimersFrom } from './support/page.ts'
import { ONLINE } from './support/quiet.ts'
import { type ProductServer, startProduct } from './support/server.ts'
import { type Stop, walk } from './support/walk.ts'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  await registerPeople(server)
})
test.afterAll(() => server.dispose())

test('no page of the app is missing from the table of addresses', () => {
  expect(unvisited()).toEqual([])
})

test('a visitor sees at every address what it has for visitors', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  await page.goto('/')
  expect(await walk(page, stopsOf('visitor'))).toEqual([])
  await page.goto('/payment-success/pi_nobodys')
  await expect(heading(page)).toHaveText('Welcome back')
  await expect(page).toHaveURL(`${server.url}/auth?next=%2Fpayment-success%2Fpi_nobodys`)
  await page.context().close()
})

for (const who of ['founder', 'vc', 'angel', 'admin'] as const) {
  test(`the ${who} sees at every address what it has for members`, async ({ browser }) => {
    const page = await openBrowser(browser, server)
    await signIn(page, people[who])
    expect(await walk(page, stopsOf(who))).toEqual([])
    const listProject = page.getByRole('link', { name: 'List Project', exact: true })
    await visit(page, '/vcs')
    await expect(listProject).toHaveCount(who === 'vc' || who === 'angel' ? 0 : 1)
    await page.getByRole('banner').getByRole('button').last().click()
    const founder = who === 'admin' ? 'Founder · Admin' : 'Founder'
    await expect(page.getByText(who === 'vc' ? 'VC Partner' : founder, { exact: true }).first()).toBeVisible()
    await page.context().close()
  })
}

test('before the principal is known, no address shows a gate, a false 404, or content for accounts alone', async ({
  browser,
}) => {
  const page = await openBrowser(browser, server)
  // A private database that is slow to open. After eight seconds the app would report it in place of every page.
  await withoutTimersFrom(page, 8000)
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open
    IDBFactory.prototype.open = function (name, version) {
      return name.startsWith('latchkey-me-') ? (new EventTarget() as IDBOpenDBRequest) : open.call(this, name, version)
    }
  })
  const follow = async (stops: Stop[]) => {
    await page.goto('/join')
    // The titles of the pages are loaded after the first screen, which never appears here.
    expect(await walk(page, stops, { areNamed: false })).toEqual([])
  }
  await follow(stopsWhileLoading())
  // Where a gate was shown before, nothing is shown that it may hide.
  await page.evaluate(() => localStorage.setItem('latchkeyGated', 'yes'))
  await follow(stopsAlike({ shows: SPINNER }))
  await page.context().close()
})

test('an address without a record is 404 with its screen', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  for (const [path, title] of MISSING) {
    expect((await page.goto(path))?.status(), path).toBe(404)
    await expect(heading(page)).toHaveText(title)
    await expect(page).toHaveTitle(`${title.replace('404 ', '')} · Latchkey`)
  }
  await page.context().close()
})

test('a visit that begins at an unknown address installs the app, which then opens every address without a network', async ({
  browser,
}) => {
  const page = await openBrowser(browser, server, { keepsApp: true })
  expect((await page.goto('/no-such-page'))?.status()).toBe(404)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.context().setOffline(true)
  await page.goto('/no-such-page')
  await expect(heading(page)).toHaveText('404 Page Not Found')
  await page.goto('/VCs/')
  await expect(heading(page)).toHaveText('Connected VCs & Angels')
  await page.context().close()
})

const MISSING = [
  ['/no-such-page', '404 Page Not Found'],
  ['/vc/nobody', 'Investor Not Found'],
  ['/project/nothing', 'Project Not Found'],
  ['/cold-scout/nobody', 'Fund Not Found'],
] as const

test('a page has the same title when it is opened, and after a navigation in the app', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  for (const path of ['/', '/vcs', '/scout', '/project/prj_demo_002', '/cold-scout/northgate-deep-labs', '/auth']) {
    const served = await (await page.request.get(path)).text()
    const title = /<title>(.*?)<\/title>/.exec(served)?.[1]?.replaceAll('&amp;', '&') ?? ''
    await page.goto('/join')
    await untilAppRuns(page)
    await visit(page, path)
    await expect(page, path).toHaveTitle(title)
    // The head of the first page would describe another one.
    await expect(page.locator('[data-page]')).toHaveCount(0)
  }
  await page.context().close()
})

for (const [size, viewport, colorScheme] of [
  ['phone', PHONE, 'light'],
  ['desk', DESKTOP, 'dark'],
] as const) {
  test(`on a ${size} every screen of an account fits, and is readable and reachable for every user`, ({ browser }) =>
    checkAll(browser, viewport, colorScheme))
}

const OPEN_SCREENS = [
  '/join',
  '/signup-type',
  '/auth',
  '/signup',
  '/forgot-password',
  '/claim',
  '/verify-email',
  '/keep-email',
  '/newsletter',
  '/privacy-policy',
  '/terms-of-service',
  '/unsubscribe',
]

async function checkAll(browser: Browser, viewport: typeof PHONE, colorScheme: 'light' | 'dark') {
  const open = async () => {
    const page = await openBrowser(browser, server)
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    return page
  }
  const check = (page: Page, what: string) =>
    // The redirect of the sign-in may still be in progress during this check: the final page counts.
    expect(async () => {
      await expect(heading(page)).toBeVisible()
      await expect(page.locator('main .skeleton')).toHaveCount(0)
      expect(await violations(page), what).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), what).toBeLessThanOrEqual(0)
    }).toPass({ timeout: DEADLINE_MS })
  const page = await open()
  await page.goto('/join')
  for (const stop of stopsOf('visitor').filter(({ path }) => OPEN_SCREENS.includes(path))) {
    expect(await walk(page, [stop])).toEqual([])
    await check(page, stop.path)
  }
  await page.goto('/reset-password#abcdefghijklmnopqrstuvwxyz')
  await check(page, '/reset-password')
  await page.context().close()
  for (const [who, title] of [
    ['an account without a password', 'Secure Your Account'],
    ['an account without a name', 'Complete Your Profile'],
    ['vc', /^Welcome/],
  ] as const) {
    const page = await open()
    await signIn(page, people[who])
    await visit(page, '/home')
    await expect(heading(page)).toHaveText(title)
    await check(page, `/home of ${who}`)
    await page.context().close()
  }
}
