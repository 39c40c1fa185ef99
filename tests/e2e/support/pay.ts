import type { Locator } from '@playwright/test'

/**
 * From the opened dialog to its card form: requests a payment from the server. A booking without a calendar asks for details
 * first.
 */
export async function startPayment(dialog: Locator) {
  const details = dialog.getByRole('button', { name: 'Continue to payment' })
  const unlock = dialog.getByRole('button', { name: /^Unlock for/ })
  await details.or(unlock).waitFor()
  if (await details.isVisible()) {
    await fillDetails(dialog)
    await details.click()
  } else await unlock.click()
  await dialog.getByLabel('Card number').waitFor()
}

/** Fills in the buyer's details; fields that have a value stay. */
export async function fillDetails(dialog: Locator) {
  for (const [label, text] of [
    ['Name', 'Noa Anvil'],
    ['Email', 'noa@anvil.example'],
  ] as const) {
    const field = dialog.getByLabel(label, { exact: true })
    if ((await field.inputValue()) === '') await field.fill(text)
  }
}

/** Fills the sandbox's card form with one of Stripe's published test numbers. */
export async function fillCard(dialog: Locator, number: string) {
  await dialog.getByLabel('Card number').fill(number)
  await dialog.getByLabel('Expiry').fill('12 / 34')
  await dialog.getByLabel('CVC').fill('123')
}
