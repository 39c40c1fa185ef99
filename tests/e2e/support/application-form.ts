import { expect, type Page } from '@playwright/test'

/** What one applicant writes at /vc-signup, by the labels of the fields. */
export const LINES = {
  'Partner name': 'Mary Lantern',
  Position: 'General Partner',
  'Fund name': 'Lantern Partners',
  Location: 'Lisbon, Portugal',
  'Investment tag': 'Web3 infrastructure',
  'Investment thesis': 'Boring layers that everybody needs.',
  'Fund description': 'A small fund.',
  Bio: 'Built three databases.',
  'Portfolio performance': '3.1x since 2016',
  Email: 'mary@lantern.example',
  'Meeting link': 'https://calendly.com/mary-lantern',
} as const

const CHOICES = ['Seed', 'Series B+', 'DeFi', 'Infrastructure', 'Payments']

export const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit Application' })

export const tick = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true }).check({ force: true })

export async function fillApplication(page: Page) {
  for (const [label, text] of Object.entries(LINES)) await page.getByLabel(label, { exact: true }).fill(text)
  for (const choice of CHOICES) await tick(page, choice)
}

export async function expectApplicationKept(page: Page) {
  const lines = Object.entries(LINES).map(([label, text]) => expect(page.getByLabel(label, { exact: true })).toHaveValue(text))
  const choices = CHOICES.map((name) => expect(page.getByRole('checkbox', { name, exact: true })).toBeChecked())
  await Promise.all([...lines, ...choices])
}

/**
 * Fills the form that a user without an account sees on submitting, and waits for the return. The type, the name and the address
 * are those of the application.
 */
export async function signUpToSubmit(page: Page, password: string) {
  await expect(page).toHaveURL(/\/auth\?next=/)
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'VC', exact: true })).toBeChecked()
  await expect(page.getByLabel('First name')).toHaveValue('Mary')
  await expect(page.getByLabel('Last name')).toHaveValue('Lantern')
  await expect(page.getByLabel('Email')).toHaveValue(LINES.Email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(/\/vc-signup$/)
}
