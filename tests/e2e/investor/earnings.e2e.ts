import { type Browser, expect, type Page, test } from '@playwright/test'
import { change, newContext, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, PHONE, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { KEEPS_APP, ONLINE, withoutPopup } from '#tests/e2e/support/quiet.ts'
import { principalOf, sellEarlier } from '#tests/e2e/support/sales.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

const OWN = 'vc_demo_investor'
const FOUNDER = 'founder@latchkey.example'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

async function open(browser: Browser, viewport = PHONE, keeps = {}): Promise<Page> {
  const context = await newContext(browser, { baseURL: server.url, viewport, bypassCSP: true, ...keeps })
  await withoutPopup(context)
  return context.newPage()
}

test('the earnings of an investor are readable without a connection, are paid out by an admin, and show it', async ({
  browser,
}) => {
  const [investor, admin] = [await open(browser, PHONE, KEEPS_APP), await open(browser, DESKTOP)]
  await signIn(investor, { email: 'investor@latchkey.example', password: DEMO_PASSWORD }, '/earnings')
  await expect(investor.getByText('No earnings yet')).toBeVisible()
  await investor.getByRole('banner').getByRole('button', { name: /Iris/ }).click()
  const menu = investor.getByRole('banner')
  for (const name of ['Listing', 'Earnings']) await expect(menu.getByRole('link', { name, exact: true })).toBeInViewport()
  const bottom = investor.getByRole('navigation', { name: 'Bottom' })
  await expect(bottom.locator('[aria-current=page]')).toHaveText('Earnings')
  await investor.keyboard.press('Escape')
  await change(server, async (sql) => {
    const buyerId = await principalOf(sql, FOUNDER)
    await sellEarlier(sql, [
      { id: 'ord_old', vcId: OWN, amount: 10_000, daysAgo: 40, buyerId },
      { id: 'ord_new', vcId: OWN, amount: 5000, daysAgo: 1, buyerId },
      { id: 'ord_gift', vcId: OWN, amount: 2000, daysAgo: 20, buyerId, charity: 'Keys for all' },
    ])
  })
  const part = (name: string) =>
    investor.locator('dl[aria-label="Your balance"] > div').filter({ has: investor.getByText(name, { exact: true }) })
  await expect(part('Payable')).toContainText('$85.00')
  await expect(part('Pending (7-day guarantee)')).toContainText('$42.50')
  await expect(investor.getByText('goes to Keys for all').first()).toBeVisible()
  await expect(investor.getByText('85% of each unlock')).toBeVisible()
  await expect(investor.getByText('about 70% after card fees and taxes (estimate)')).toBeVisible()
  expect(await violations(investor)).toEqual([])

  await untilReadyOffline(investor)
  await investor.context().setOffline(true)
  await investor.reload()
  await expect(part('Payable')).toContainText('$85.00')
  await expect(investor.getByRole('table').getByRole('row')).toHaveCount(3)
  const download = investor.waitForEvent('download')
  await investor.getByRole('button', { name: 'Save as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('latchkey-earnings.csv')

  await signIn(admin, { email: 'admin@latchkey.example', password: DEMO_PASSWORD }, '/admin?queue=payouts')
  await admin.getByRole('button', { name: 'Prepare 2 payouts, $102.00' }).click()
  await expect(admin.getByRole('heading', { name: '$102.00 reserved' })).toBeVisible()
  expect(await violations(admin)).toEqual([])
  await admin.getByLabel('Reference of the transfer').fill('SEPA 2026-11')
  await admin.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(admin.getByRole('region', { name: 'Earlier batches' })).toContainText('SEPA 2026-11')
  await admin.getByRole('navigation', { name: 'Queues' }).getByRole('link', { name: 'Ledger' }).click()
  await expect(admin.getByRole('heading', { name: 'Balances' })).toBeVisible()
  expect(await violations(admin)).toEqual([])

  await investor.context().setOffline(false)
  await expect(part('Paid out')).toContainText('$85.00')
  await expect(investor.getByText('SEPA 2026-11')).toBeVisible()
})
