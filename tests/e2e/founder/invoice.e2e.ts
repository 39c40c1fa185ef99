import { expect, type Page, test } from '@playwright/test'
import { openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { expectSound } from '#tests/e2e/support/axe.ts'
import { DESKTOP, PHONE, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { fillCard, startPayment } from '#tests/e2e/support/pay.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

const ada = { email: 'ada@invoices.example', password: 'a fine sentence', firstName: 'Ada', lastName: 'Okafor' }

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  await register(server, ada)
})
test.afterAll(() => server.dispose())

async function openReceipt(page: Page) {
  await page.goto('/vc/rec1xBsyPcZWn6QTr')
  await page.getByRole('button', { name: 'Connect - $25' }).click()
  const dialog = page.getByRole('dialog')
  await startPayment(dialog)
  await fillCard(dialog, '4242 4242 4242 4242')
  await dialog.getByRole('button', { name: 'Pay $25.00' }).click()
  await expect(page.getByRole('heading', { name: 'Contact Information Unlocked' })).toBeVisible()
  await page.goto('/contacts/rec1xBsyPcZWn6QTr')
  await page.getByRole('link', { name: 'Receipt and refund' }).click()
  await expect(page.getByRole('heading', { name: 'Receipt', exact: true })).toBeVisible()
}

test('a buyer adds a company to an invoice, prints the new one without a network, and the next invoice has the company', async ({
  browser,
}) => {
  const page = await openBrowser(browser, server, { keepsApp: true })
  await page.setViewportSize(PHONE)
  await signIn(page, ada, '/directory')
  await openReceipt(page)
  const sheet = page.getByRole('region', { name: 'Invoice' })
  await expect(sheet.getByRole('link', { name: /^Invoice INV-\d{4}-000001$/ })).toBeVisible()

  await sheet.getByRole('button', { name: 'Add a company or VAT ID' }).click()
  await sheet.getByLabel('Company or full name').fill('Grove GmbH')
  await sheet.getByLabel('Address').fill('1 Rain Street\nBerlin')
  await sheet.getByLabel('Postal code').fill('10115')
  await sheet.getByLabel('Country').selectOption('Germany')
  await sheet.getByLabel('VAT ID').fill('FR 12 345 678 901')
  await sheet.getByRole('button', { name: 'Issue a new invoice' }).click()
  await expect(sheet.getByText('This is not a VAT ID of this country.')).toBeVisible()
  await expectSound(page, 'the form')
  await sheet.getByLabel('VAT ID').fill('de 123 456 789')
  // A reload loses nothing that was typed.
  await expect(sheet.getByText('Draft saved on this device')).toBeVisible()
  await page.reload()
  await sheet.getByRole('button', { name: 'Add a company or VAT ID' }).click()
  await expect(sheet.getByLabel('Company or full name')).toHaveValue('Grove GmbH')
  await page.context().setOffline(true)
  await expect(sheet.getByRole('button', { name: 'Issue a new invoice' })).toBeDisabled()
  await page.context().setOffline(false)
  await sheet.getByRole('button', { name: 'Issue a new invoice' }).click()
  const corrected = sheet.getByRole('link', { name: /^Invoice INV-\d{4}-000002$/ })
  await expect(corrected).toBeVisible()
  await expect(sheet.getByRole('link', { name: /^Credit note CN-\d{4}-000001$/ })).toBeVisible()

  await untilReadyOffline(page)
  await page.context().setOffline(true)
  await corrected.click()
  await expect(page.getByRole('heading', { name: 'Invoice', exact: true })).toBeVisible()
  for (const text of ['Grove GmbH', 'Germany', 'VAT ID DE123456789', '$25.00'])
    await expect(page.getByText(text).first()).toBeVisible()
  await expectSound(page, 'the invoice')
  await page.setViewportSize(DESKTOP)
  await expectSound(page, 'the invoice on a desktop')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden()
  await expect(page.getByText('Grove GmbH')).toBeVisible()
  await page.emulateMedia({ media: null })
  await page.reload()
  await expect(page.getByText('Grove GmbH')).toBeVisible()
  await page.context().setOffline(false)

  await page.goto('/settings')
  const billing = page.getByRole('region', { name: 'Billing details' })
  await expect(billing.getByLabel('VAT ID')).toHaveValue('DE123456789')
  await billing.getByLabel('Company or full name').fill('Grove Holding GmbH')
  await billing.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Billing details saved').first()).toBeVisible()
  await expectSound(page, 'the settings')
  await page.reload()
  await expect(billing.getByLabel('Company or full name')).toHaveValue('Grove Holding GmbH')
  await page.context().close()
})

test('where taxes are calculated, the pay step shows the tax and the total, and the invoice has both', async ({ browser }) => {
  const taxed = await startProduct({ STRIPE_TAX_COUNTRY: 'DE' })
  try {
    const page = await openBrowser(browser, taxed)
    await page.setViewportSize(PHONE)
    await page.goto('/vc/rec1xBsyPcZWn6QTr')
    await page.getByRole('button', { name: 'Connect - $25' }).click()
    const dialog = page.getByRole('dialog')
    await startPayment(dialog)
    await expect(dialog.getByText(/^Includes \$4\.75 tax: 19% \(Germany\)\./)).toBeVisible()
    await expectSound(page, 'the pay step')
    await fillCard(dialog, '4242 4242 4242 4242')
    await dialog.getByRole('button', { name: 'Pay $29.75' }).click()
    await expect(page.getByRole('heading', { name: 'Contact Information Unlocked' })).toBeVisible()
    await page.goto('/contacts/rec1xBsyPcZWn6QTr')
    await page.getByRole('link', { name: 'Receipt and refund' }).click()
    await page.getByRole('link', { name: /^Invoice INV-/ }).click()
    await expect(page.getByRole('row', { name: 'Contact of Marit Moretti, Northgate Ventures Contact $25.00' })).toBeVisible()
    await expect(page.getByRole('row', { name: 'Tax 19% (Germany) $4.75' })).toBeVisible()
    await expect(page.getByRole('row', { name: 'Total, in USD $29.75' })).toBeVisible()
    await expectSound(page, 'the invoice with a tax')
    await page.context().close()
  } finally {
    await taxed.dispose()
  }
})
