import type { Page } from '@playwright/test'

/** Follows a link of the app's without pressing one. */
export const visit = (page: Page, path: string) => page.evaluate((to) => history.pushState({}, '', to), path)
export const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
/** By how many pixels the page is wider than its window. */
export const sticksOut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
/** What a form says once the newest of what was typed is on the disk. */
export const draftSaved = (page: Page) =>
  page.locator('[role="status"][aria-busy="false"]', { hasText: 'Draft saved on this device' })
