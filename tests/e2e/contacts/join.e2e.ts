import { expect, type Page, test } from '@playwright/test'
import { openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, PHONE, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { sticksOut } from '#tests/e2e/support/page.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

const ada = { email: 'ada@joined.example', password: 'a long enough password' }

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  await register(server, ada)
})
test.afterAll(() => server.dispose())

async function add(page: Page, person: { name: string; organisation: string; role: string; note: string }) {
  await page.goto('/contacts/new')
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Organisation').fill(person.organisation)
  await page.getByLabel('Role').fill(person.role)
  await page.getByLabel('Note').fill(person.note)
  await page.getByRole('button', { name: 'Save person' }).click()
  await expect(page.getByRole('heading', { level: 1, name: person.name })).toBeVisible()
}

test('on a phone without a network a person who was added twice is joined, and another device shows both texts', async ({
  browser,
}) => {
  const phone = await openBrowser(browser, server, { keepsApp: true })
  await phone.setViewportSize(PHONE)
  await signIn(phone, ada, '/contacts')
  await untilReadyOffline(phone)
  await phone.context().setOffline(true)
  await add(phone, { name: 'Ida Sol', organisation: 'Quay', role: 'Lead', note: 'Met at the bar' })
  await add(phone, { name: 'Noa Berg', organisation: 'Harbour Labs', role: 'Analyst', note: 'Likes ports' })
  await phone.getByLabel('New note').fill('Wants a pilot')
  await phone.getByRole('button', { name: 'Add a note' }).click()
  await expect(phone.getByRole('region', { name: 'Dated notes' }).getByText('Wants a pilot')).toBeVisible()
  await add(phone, { name: 'noa berg', organisation: 'harbour labs', role: 'Partner', note: 'Likes grants' })

  await expect(phone.getByText('Looks like Noa Berg, Harbour Labs')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await phone.emulateMedia({ colorScheme })
    expect(await violations(phone)).toEqual([])
  }
  expect(await sticksOut(phone)).toBeLessThanOrEqual(0)
  await phone.getByRole('button', { name: 'Join with Noa Berg' }).click()
  const dialog = phone.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: 'Kept in a dated note' })).toContainText('Role: Analyst')
  await expect(dialog.getByText('Moves along: your note, 1 dated note.')).toBeVisible()
  expect(await violations(phone)).toEqual([])
  expect(await sticksOut(phone)).toBeLessThanOrEqual(0)
  await dialog.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(phone.getByText('Noa Berg was joined with noa berg', { exact: true })).toBeVisible()
  await expect(phone.getByText(/^Looks like/)).toHaveCount(0)
  await expect(phone.getByLabel('Your note')).toHaveValue('Likes grants\n\nLikes ports')

  // By a search, with the keyboard.
  await phone.getByRole('button', { name: 'Join with…' }).press('Enter')
  await dialog.getByLabel('Search contacts to join with').fill('quay')
  await dialog.getByRole('button', { name: 'Ida Sol' }).press('Enter')
  await expect(dialog.getByText(/moves to/)).toBeVisible()
  await phone.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await phone.context().setOffline(false)
  const desktop = await openBrowser(browser, server)
  await desktop.setViewportSize(DESKTOP)
  await signIn(desktop, ada, '/contacts')
  await expect(async () => {
    await desktop.reload()
    await expect(desktop.getByText('1 deleted person')).toBeVisible()
  }).toPass()
  await desktop
    .getByRole('link', { name: /noa berg/ })
    .first()
    .click()
  await expect(desktop.getByLabel('Your note')).toHaveValue('Likes grants\n\nLikes ports')
  const entries = desktop.getByRole('region', { name: 'Dated notes' })
  await expect(entries.getByText('Wants a pilot')).toBeVisible()
  await expect(entries.getByText('Role: Analyst')).toBeVisible()
})
