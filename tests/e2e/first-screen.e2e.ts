import { expect, test } from '@playwright/test'
import { newContext } from './support/accounts.ts'
import { DESKTOP, PHONE } from './support/device.ts'
import { untilAppRuns } from './support/page.ts'
import { ONLINE, withoutPopup } from './support/quiet.ts'
import { type ProductServer, startProduct } from './support/server.ts'

test.use(ONLINE)

const ONE = '/vc/rec8odbR147twAO2Y'
const LISTS = ['/vcs', '/ping', '/directory']
const PAGES = ['/', ...LISTS, ONE, '/scout', '/privacy-policy']
/** @see https://web.dev/articles/cls */
const MOST_SHIFT = 0.05

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  // A renderer that has just started is not waited for.
  for (const path of PAGES) {
    await expect.poll(async () => (await fetch(server.url + path)).text()).toContain('id="main"')
  }
})
test.afterAll(() => server.dispose())

type Shift = PerformanceEntry & {
  value: number
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}
declare global {
  interface Window {
    /** Every layout shift, with what moved and by how much. */
    shifts: { value: number; moved: string[] }[]
  }
}

for (const [name, viewport] of [
  ['phone', PHONE],
  ['desk', DESKTOP],
] as const) {
  test(`on a ${name} the first cards and the profile are read before any script has arrived`, async ({ browser }) => {
    const context = await newContext(browser, { baseURL: server.url, viewport, javaScriptEnabled: false })
    const page = await context.newPage()
    // Other investors may have become the best ones since, so that their screen is rendered for the first time.
    await expect(async () => {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where Founders connect with VCs', { timeout: 1 })
    }).toPass()
    await expect(page.getByRole('article')).toHaveCount(6)
    for (const path of LISTS) {
      await expect(async () => {
        await page.goto(path)
        await expect(page.getByRole('article')).toHaveCount(12, { timeout: 1 })
      }).toPass()
      // On `/ping` they follow the leaderboard.
      if (path !== '/ping') await expect(page.getByRole('article').first()).toBeInViewport({ ratio: 0.1 })
    }
    await page.goto(ONE)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Nygaard')
    await page.getByRole('link', { name: 'Browse VCs' }).first().click()
    await expect(page).toHaveURL(`${server.url}/vcs`)
    await context.close()
  })

  test(`on a ${name} nothing moves when the app takes the place of the first screen`, async ({ browser }) => {
    const context = await newContext(browser, { baseURL: server.url, viewport, serviceWorkers: 'block' })
    await withoutPopup(context)
    await context.addInitScript(() => {
      window.shifts = []
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as Shift[]) {
          const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
            const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
            return `${node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent}: ${place(from)} to ${place(to)}`
          })
          window.shifts.push({ value, moved })
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const path of PAGES) {
      const page = await context.newPage()
      // A server that is late leaves the screen out, or its cards.
      await expect(async () => {
        const html = await (await page.goto(path))?.text()
        expect(html).toContain('id="main"')
        if (path === '/' || LISTS.includes(path)) expect(html).toContain('<article')
      }).toPass()
      await untilAppRuns(page)
      if (LISTS.includes(path)) await expect(page.getByText(/^[\d,]+ investors found$/)).toBeAttached()
      const shifts = await page.evaluate(() => window.shifts)
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      expect(sum, `${path} ${JSON.stringify(shifts, undefined, 1)}`).toBeLessThan(MOST_SHIFT)
      await page.close()
    }
    await context.close()
  })

  test(`on a ${name} a page that was scrolled before its scripts arrived stays there`, async ({ browser }) => {
    const context = await newContext(browser, { baseURL: server.url, viewport, serviceWorkers: 'block' })
    await withoutPopup(context)
    for (const path of LISTS) {
      const page = await context.newPage()
      const released = Promise.withResolvers<void>()
      await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
        await released.promise
        await route.continue()
      })
      await expect(async () => {
        await page.goto(path, { waitUntil: 'commit' })
        await expect(page.getByRole('article')).toHaveCount(12, { timeout: 1000 })
      }).toPass()
      await page.evaluate(() => document.fonts.ready)
      await page.evaluate(() => document.querySelectorAll('#main article')[7]?.scrollIntoView())
      const article = page.getByRole('article').nth(7)
      const heading = await article.getByRole('heading').first().textContent()
      const topOf = () =>
        page.evaluate((text) => {
          const articles = [...document.querySelectorAll('#main article')]
          const shown = articles.find((one) => one.querySelector('h3')?.textContent === text)
          return shown && Math.round(shown.getBoundingClientRect().top)
        }, heading)
      const before = await topOf()
      expect(before).toBeDefined()
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
      released.resolve()
      await untilAppRuns(page)
      await expect(page.getByText(/^[\d,]+ investors found$/)).toBeAttached()
      // The list rounds the height of each row.
      expect(Math.abs(((await topOf()) ?? 0) - (before ?? 0)), `${path} ${heading}`).toBeLessThanOrEqual(8)
      await page.close()
    }
    await context.close()
  })
}
