import { type Browser, expect, type Page, test } from '@playwright/test'
import type { VcId } from '#shared/ids.ts'
import { grantTo, openBrowser, register, signIn } from './support/accounts.ts'
import { DESKTOP } from './support/device.ts'
import { withInvestors } from './support/many-investors.ts'
import { ONLINE } from './support/quiet.ts'
import { type ProductServer, startProduct } from './support/server.ts'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

/** Processor time of the page's main thread, in seconds; it excludes other load of the machine. */
async function threadSeconds(page: Page, work: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  const before = await read()
  await work()
  const spent = (await read()) - before
  await session.detach()
  return spent
}

const STEPS = 60

/** Scrolls by half a screen per frame. Returns the largest number of cards in sight, and the number of frames without any. */
const scrollDown = (steps: number) =>
  new Promise<{ mostCards: number; emptyFrames: number }>((done) => {
    const seen = { mostCards: 0, emptyFrames: 0 }
    const step = (left: number) => {
      window.scrollBy(0, 400)
      requestAnimationFrame(() => {
        const cards = [...document.querySelectorAll('article')]
        const isInSight = cards.some((card) => {
          const { top, bottom } = card.getBoundingClientRect()
          return top < innerHeight && bottom > 0
        })
        seen.mostCards = Math.max(seen.mostCards, cards.length)
        if (!isInSight) seen.emptyFrames += 1
        if (left > 0) step(left - 1)
        else done(seen)
      })
    }
    step(steps)
  })

/** Opens a list of the given number of investors, scrolls to its end, and returns what was in sight and the cost of a frame. */
async function scrollList(browser: Browser, path: string, count: number) {
  const page = await openBrowser(browser, server, { viewport: DESKTOP })
  await withInvestors(page, count)
  await page.goto(path)
  // Ten thousand records arrive in forty chunks; the time depends on the load of the machine.
  await expect(page.getByRole('status').filter({ hasText: 'found' })).toHaveText(
    `${count.toLocaleString('en-US')} investors found`,
    { timeout: 60_000 },
  )
  // The first scroll includes compilation, which is not part of the cost of scrolling.
  await page.evaluate(scrollDown, 10)
  let seen = { mostCards: 0, emptyFrames: 0 }
  const seconds = await threadSeconds(page, async () => {
    seen = await page.evaluate(scrollDown, STEPS)
  })
  const scrolled = await page.evaluate(() => window.scrollY)
  await page.context().close()
  return { ...seen, scrolled, frameMs: (seconds / STEPS) * 1000 }
}

test('a register of ten thousand lines scrolls as fast as one of a thousand, with lines always in sight', async ({ browser }) => {
  const few = await scrollList(browser, '/directory', 1000)
  const many = await scrollList(browser, '/directory', 10_000)
  expect(many.scrolled).toBeGreaterThan(400 * STEPS * 0.9)
  expect(many.mostCards).toBeLessThan(60)
  expect(many.emptyFrames).toBeLessThan(STEPS / 20)
  expect(many.frameMs, `a frame of a thousand took ${few.frameMs} ms`).toBeLessThan(few.frameMs * 2 + 4)
})

test('a long list of contacts renders the rows near the window, moves nothing and returns to its place', async ({ browser }) => {
  const person = { email: 'collector@example.com', password: 'k7#mQz2ppW' }
  await register(server, person)
  const opened = await server.openDatabase()
  const rows = await opened.sql<{ id: VcId }[]>`select id from directory_investors order by id limit 200`
  await opened.close()
  await grantTo(
    server,
    person.email,
    rows.map(({ id }) => id),
  )
  const page = await openBrowser(browser, server)
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.sum += value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await signIn(page, person)
  await page.goto('/contacts')
  const contacts = page.getByRole('main').getByRole('listitem')
  await expect(contacts.first()).toHaveAttribute('aria-setsize', '200')
  expect(await contacts.count()).toBeLessThan(40)
  expect(await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)).toBeLessThan(0.05)

  await page.evaluate(() => window.scrollTo(0, 8000))
  await expect(contacts.first()).not.toHaveAttribute('aria-posinset', '1')
  const middle = contacts.nth(12)
  const [name, place] = [await middle.getByRole('link').textContent(), await middle.getAttribute('aria-posinset')]
  await middle.getByRole('link').click()
  await expect(page).toHaveURL(/\/contacts\/./)
  await page.goBack()
  const again = contacts.and(page.locator(`[aria-posinset="${place}"]`))
  await expect(again).toBeInViewport()
  await expect(again.getByRole('link')).toHaveText(name ?? '')
  await page.context().close()
})
