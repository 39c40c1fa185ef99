import { expect, type Page } from '@playwright/test'
import { UP_TO_DATE } from './device.ts'

/** The app has replaced the screen that the server rendered: its buttons and fields are inert until then. */
export const untilAppRuns = (page: Page) =>
  page.waitForFunction(() => document.querySelector('#main') && !document.querySelector('[inert]'))

/** A timer of the page that takes as long or longer never fires, so that no slow step of a test is later than it. */
export const withoutTimersFrom = (page: Page, leastMs: number) =>
  page.addInitScript((least) => {
    const { setTimeout } = window
    const withoutLong = (work: () => void, ms = 0) => (ms < least ? setTimeout(work, ms) : 0)
    Object.assign(window, { setTimeout: withoutLong })
  }, leastMs)

/** Follows a link of the app without a click. */
export const visit = (page: Page, path: string) => page.evaluate((to) => history.pushState({}, '', to), path)
export const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
/** The number of pixels by which the page is wider than its window. */
export const sticksOut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
/** The status of a form once the newest input is on the disk. */
export const draftSaved = (page: Page) =>
  page.locator('[role="status"][aria-busy="false"]', { hasText: 'Draft saved on this device' })

/** Every heading that a fresh start shows at an address, in order. */
export async function titlesSeen(page: Page, path: string, settled: string | RegExp = UP_TO_DATE): Promise<string[]> {
  await page.addInitScript(() => {
    const titles: string[] = []
    Object.assign(window, { titles })
    new MutationObserver(() => {
      const title = document.querySelector('main h1')?.textContent
      if (title && titles.at(-1) !== title) titles.push(title)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await page.goto(path)
  await heading(page).waitFor()
  await expect(page.getByText(settled).first()).toBeVisible()
  return page.evaluate('window.titles')
}
