import { expect, test } from '@playwright/test'
import { openBrowser } from './support/accounts.ts'
import { DESKTOP } from './support/device.ts'
import { ONLINE } from './support/quiet.ts'
import { type ProductServer, startProduct } from './support/server.ts'

test.use(ONLINE)

/** The history of the sample accounts is written after the server listens. */
const HISTORY_MS = 90_000

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct({ SEED: 'demo' })
})
test.afterAll(() => server.dispose())

test('a person who tries the product signs in as each sample account with one press, and finds its history', async ({
  browser,
}) => {
  const foreign: string[] = []
  for (const [name, shown] of [
    ['Founder', 'Iris Halloran'],
    ['Investor', 'Requests received'],
    ['Admin', 'Applications'],
  ] as const) {
    const page = await openBrowser(browser, server, { viewport: DESKTOP })
    page.on('request', (request) => request.url().startsWith(server.url) || foreign.push(request.url()))
    await page.goto('/')
    await page.getByRole('region', { name: 'Try it with sample data' }).getByRole('link', { name }).click()
    await expect(page.getByRole('main').getByText(shown).first()).toBeVisible({ timeout: HISTORY_MS })
    await page.context().close()
  }
  expect(foreign.filter((url) => !url.startsWith('data:') && !url.startsWith('blob:'))).toEqual([])
})
