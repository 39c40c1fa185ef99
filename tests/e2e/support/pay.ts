import type { Locator } from '@playwright/test'

/** From the opened dialog to its card form: asks the server for a payment. */
export async function startPayment(dialog: Locator) {
  await dialog.getByRole('button', { name: /^Unlock for/ }).click()
  await dialog.getByLabel('Card number').waitFor()
}

/** Fills the sandbox's card form with one of Stripe's published test numbers. */
export async function fillCard(dialog: Locator, number: string) {
  await dialog.getByLabel('Card number').fill(number)
  await dialog.getByLabel('Expiry').fill('12 / 34')
  await dialog.getByLabel('CVC').fill('123')
}
