import type { Browser, BrowserContext, Page } from 'playwright'
import { PROFILES, type Profile, slowDown } from '#tests/bench/screens/profiles.ts'
import { record } from '#tests/bench/screens/recorder.ts'
import { openWarmPage, POLLING_MS } from '#tests/bench/start.ts'
import { median } from '#tests/bench/statistics.ts'
import { withoutPopup } from '#tests/e2e/support/quiet.ts'
import { type BenchAccount, PASSWORD } from './account.ts'

const RUNS = 3
/** Each key changes the list: one that does not would be measured until the next change of any cause. */
const TYPED = ['4', '8', '2']

type Figures = Record<string, number>
type Screen = { name: string; path: string; card: string }

const SCREENS: Screen[] = [
  { name: '/contacts', path: '/contacts', card: 'main li' },
  { name: '/raise', path: '/raise', card: 'main article' },
]

/** A browser that is signed in and has everything of the account. */
async function openSignedIn(browser: Browser, baseURL: string, { viewport }: Profile, { email, personIds }: BenchAccount) {
  const context = await browser.newContext({ baseURL, viewport, serviceWorkers: 'allow' })
  await withoutPopup(context)
  const page = await context.newPage()
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
  await page.goto('/contacts')
  const status = page.locator('main [role=status]', { hasText: `of ${personIds.length} contacts` })
  await status.waitFor({ state: 'attached', timeout: 120_000 })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.close()
  return context
}

/** A launch without a network, then a word that is typed into the search. */
async function launch(
  context: BrowserContext,
  profile: Profile,
  { path, card }: Screen,
): Promise<{ page: Page; figures: Figures }> {
  const page = await openWarmPage(context)
  await page.addInitScript(record, card)
  await slowDown(page, profile, true)
  await context.setOffline(true)
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => window.recorded?.card !== undefined, undefined, { timeout: 120_000, polling: POLLING_MS })
  const launched = await page.evaluate(() => ({ ...window.recorded }))
  await page.getByRole('searchbox').first().focus()
  for (const [at, key] of TYPED.entries()) {
    await page.keyboard.press(key)
    await page
      .waitForFunction((before) => window.recorded.keys.length > before, at, { timeout: 1500, polling: POLLING_MS })
      .catch(() => undefined)
  }
  const [first = Number.NaN, ...later] = await page.evaluate(() => window.recorded.keys)
  return {
    page,
    figures: {
      launch: launched.card ?? Number.NaN,
      'longest task': launched.longest,
      'first key': first,
      'later keys': median(later),
    },
  }
}

/** From a note of another device to the list that contains it, and the longest task of that time. */
async function receive(page: Page, context: BrowserContext, write: (text: string) => Promise<void>): Promise<Figures> {
  // The cycle of the new connection ends first. A note that is written before the live connection is open waits for the next pull.
  const pulled = page.waitForResponse(/\/api\/sync\/me$/)
  const connected = page.waitForEvent('websocket', { timeout: 60_000 })
  await context.setOffline(false)
  await page.getByRole('searchbox').first().fill('')
  await connected
  await (await pulled).finished()
  const word = `arrival${Date.now()}`
  await page.getByRole('searchbox').first().fill(word)
  await page.getByText('No matching contacts').first().waitFor({ timeout: 60_000 })
  await page.evaluate(() => {
    window.recorded.longest = 0
  })
  const began = Date.now()
  await write(word)
  await page.locator('main li').first().waitFor({ timeout: 60_000 })
  const took = Date.now() - began
  return { 'note of another device': took, 'its longest task': await page.evaluate(() => window.recorded.longest) }
}

/** The device's figures of one account: the screen, the profile, and medians in milliseconds. */
export async function measureScreens(
  browser: Browser,
  url: string,
  account: BenchAccount,
  write: (text: string) => Promise<void>,
): Promise<Record<string, Figures>> {
  const all: Record<string, Figures> = {}
  for (const profile of PROFILES) {
    const context = await openSignedIn(browser, url, profile, account)
    for (const screen of SCREENS) {
      const runs: Figures[] = []
      for (let run = 0; run < RUNS; run += 1) {
        const { page, figures } = await launch(context, profile, screen)
        const received = screen.path === '/contacts' ? await receive(page, context, write) : {}
        runs.push({ ...figures, ...received })
        await context.setOffline(false)
        await page.close()
      }
      const names = Object.keys(runs[0] ?? {})
      all[`${screen.name}, ${profile.name}`] = Object.fromEntries(
        names.map((name) => [name, median(runs.map((figures) => figures[name] ?? Number.NaN))]),
      )
    }
    await context.close()
  }
  return all
}
