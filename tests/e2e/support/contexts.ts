import { type Browser, type BrowserContext, type BrowserContextOptions, test } from '@playwright/test'

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
