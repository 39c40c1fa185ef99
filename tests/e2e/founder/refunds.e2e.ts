import { expect, type Page, test } from '@playwright/test'
import { openBrowser, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { mailTo } from '#tests/e2e/support/mails.ts'
import { fillCard, startPayment } from '#tests/e2e/support/pay.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

const MARIT = { path: '/vc/rec1xBsyPcZWn6QTr', name: 'Marit Moretti', price: '$25.00' }
const RECEIPTS = 'buyer@refunds.example'
const admin = { email: 'admin@latchkey.example', password: DEMO_PASSWORD }

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

/** A guest buys a contact with one of the test cards. */
async function pay(page: Page, number: string) {
  await page.goto(MARIT.path)
  await page.getByRole('button', { name: 'Connect - $25' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(RECEIPTS)
  await startPayment(dialog)
  await expect(dialog.getByText(/14-day right of withdrawal ends with it/)).toBeVisible()
  await fillCard(dialog, number)
  await dialog.getByRole('button', { name: `Pay ${MARIT.price}` }).click()
}

async function buy(page: Page, number: string) {
  await pay(page, number)
  await expect(page.getByRole('heading', { name: 'Contact Information Unlocked' })).toBeVisible()
}

test('a guest asks for a refund, reads its state without a connection, and receives it', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  await buy(page, '4242 4242 4242 4242')
  await page.goto('/contacts')
  await page
    .getByRole('link', { name: new RegExp(MARIT.name) })
    .first()
    .click()
  await page.getByRole('link', { name: 'Receipt and refund' }).click()
  const ask = page.getByRole('button', { name: /^Request a refund: / })
  await expect(ask).toBeEnabled()
  expect(await violations(page)).toEqual([])
  await untilReadyOffline(page)
  await page.context().setOffline(true)
  await expect(page.getByText(/You’re offline. You can request a refund until/)).toBeVisible()
  await expect(ask).toBeDisabled()
  await page.context().setOffline(false)
  await expect(ask).toBeEnabled()

  await ask.click()
  const dialog = page.getByRole('dialog', { name: 'Request a refund' })
  const send = dialog.getByRole('button', { name: 'Request a refund' })
  await send.click()
  await expect(dialog.getByText('Describe what went wrong.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('What went wrong?').fill('Nobody answers at this address.')
  await page.route('**/api/refunds', (route) => route.abort())
  await send.click()
  await expect(dialog.getByText('Couldn’t reach the server. Your text is still here. Please try again.')).toBeVisible()
  await page.unroute('**/api/refunds')
  await send.click()
  await expect(page.getByText('Refund requested').first()).toBeVisible()
  await expect(page.getByText(/^Reply by \d+ \w+\.$/)).toBeVisible()
  await expect(page.getByText('Nobody answers at this address.')).toBeVisible()

  const desk = await openBrowser(browser, server)
  await desk.setViewportSize(DESKTOP)
  await signIn(desk, admin, '/admin?queue=refunds')
  const waiting = desk.getByRole('region', { name: /^Open/ }).getByRole('article', { name: `${MARIT.price} to ${RECEIPTS}` })
  await expect(waiting.getByText(/^Reply by/)).toBeVisible()
  await waiting.locator('[data-line]').click()
  await expect(waiting.getByText('First seen')).toBeVisible()
  expect(await violations(desk)).toEqual([])
  await waiting.getByRole('button', { name: new RegExp(`^Refund .*${MARIT.name}`) }).click()
  await desk
    .getByRole('dialog')
    .getByLabel(/Message to the buyer/)
    .fill('We are sorry.')
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: `Refund ${MARIT.price}` })
    .click()
  expect(await mailTo(server, RECEIPTS, /refund was approved/)).toContain('We are sorry.')

  await expect(page.getByText(/Refunded on/)).toBeVisible()
  await expect(page.getByText('This amount has been refunded in full.')).toBeVisible()
  await page.goto('/contacts')
  await expect(page.getByText('No contact unlocked yet')).toBeVisible()
  await page.goto('/profile')
  const history = page.getByRole('region', { name: 'Bought on this device' })
  await expect(history.getByText(/Refunded on/)).toBeVisible()
  await page.context().setOffline(true)
  await expect(history.getByText(/Refunded on/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.context().close()
  await desk.context().close()
})

test('a bank’s doubts reach the team: a dispute with its evidence, a warning with one click', async ({ browser }) => {
  const [disputed, warned] = [await openBrowser(browser, server), await openBrowser(browser, server)]
  // A disputed contact may be revoked before it was delivered.
  await Promise.all([pay(disputed, '4000 0000 0000 0259'), pay(warned, '4000 0000 0000 5423')])
  const desk = await openBrowser(browser, server)
  await desk.setViewportSize(DESKTOP)
  await signIn(desk, admin)
  const dispute = desk.getByRole('article', { name: `$25.00 disputed by the bank of ${RECEIPTS}` })
  const warning = desk.getByRole('region', { name: /^Fraud warnings/ }).getByRole('article')
  await expect(async () => {
    await desk.goto('/admin?queue=disputes')
    // All queues are shown at once, with what the server then had: what is not among it is not waited for.
    await expect(desk.getByRole('navigation', { name: 'Queues' })).toBeVisible()
    await expect(dispute.getByText(/^Evidence by/)).toBeVisible({ timeout: 2000 })
    await expect(warning).toHaveCount(1, { timeout: 1000 })
  }).toPass()
  await dispute.locator('[data-line]').click()
  await expect(dispute.getByText(/^Product: .*\nOrder: .*\n.*\n.*\nDelivery: /)).toBeVisible()
  expect(await violations(desk)).toEqual([])
  await warning.getByRole('button', { name: /^Refund/ }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Refund $25.00' }).click()
  await expect(desk.getByText('No open fraud warnings.')).toBeVisible()
  for (const page of [disputed, warned]) {
    await page.goto('/contacts')
    await expect(page.getByText('No contact unlocked yet')).toBeVisible()
  }
})
