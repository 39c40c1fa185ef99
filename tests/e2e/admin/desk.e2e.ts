import { type Browser, expect, type Page, test } from '@playwright/test'
import { openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { expectSoundInEveryView } from '#tests/e2e/support/axe.ts'
import { DESKTOP, PHONE } from '#tests/e2e/support/device.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { pressSampleAccount } from '#tests/e2e/support/sample-account.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct({ SEED: 'demo' })
})
test.afterAll(() => server.dispose())

const field = (page: Page) => page.getByRole('searchbox', { name: 'Find a customer' })
const result = (page: Page, kind: string, name: RegExp) =>
  page.getByRole('heading', { level: 3, name: kind }).locator('..').getByRole('link', { name }).first()
const title = (page: Page) => page.getByRole('heading', { level: 1 })

async function openSearch(browser: Browser, viewport: typeof PHONE) {
  const page = await openBrowser(browser, server, { viewport })
  await pressSampleAccount(page, 'Admin')
  await page.goto('/admin?queue=search')
  await expect(field(page)).toBeVisible()
  return page
}

test('an admin finds a customer, reads the page, and comes back to the results', async ({ browser }) => {
  const page = await openSearch(browser, PHONE)
  await field(page).fill('no')
  await field(page).press('Enter')
  await expect(result(page, 'People', /Noa Lindgren/)).toBeVisible()
  await expectSoundInEveryView(page)
  await result(page, 'People', /Noa Lindgren/).click()
  await expect(title(page)).toHaveText('Noa Lindgren')
  await expect(page.getByRole('heading', { level: 2, name: /^Orders/ })).toBeVisible()
  await expectSoundInEveryView(page)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(result(page, 'People', /Noa Lindgren/)).toBeVisible()
  await field(page).fill('nobody of this name')
  await field(page).press('Enter')
  await expect(page.getByText(/^Nothing found\./)).toBeVisible()
  await page.context().close()
})

test('a banned customer is signed out, reads why, reaches support, and signs in again after the ban', async ({ browser }) => {
  const customer = { email: 'ida@harbour.example', password: 'the first sentence' }
  await register(server, customer)
  const [page, theirs] = [await openSearch(browser, DESKTOP), await openBrowser(browser, server)]
  await signIn(theirs, customer)
  await field(page).fill('ida@harbour')
  await field(page).press('Enter')
  await result(page, 'People', /Ida Berg/).click()
  await page.getByRole('button', { name: 'Ban account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Ban account' }).click()
  await expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Sent spam to investors.')
  await dialog.getByRole('button', { name: 'Ban account' }).click()
  await expect(page.getByText(/^Banned since/)).toBeVisible()
  await expect(page.getByText('Sent spam to investors.')).toBeVisible()
  await expectSoundInEveryView(page)

  await theirs.getByRole('dialog', { name: 'This account is suspended' }).getByRole('button', { name: 'Contact Support' }).click()
  await expect(theirs).toHaveURL(/\/support$/)
  // While the screen loads, the dialog is hidden. It is shown again until it is stored as read.
  await expect(theirs.getByRole('main').getByLabel('Message')).toBeVisible()
  await expect(theirs.getByRole('dialog')).toHaveCount(0)
  await theirs.goto('/auth')
  await theirs.getByLabel('Email').fill(customer.email)
  await theirs.getByLabel('Password', { exact: true }).fill(customer.password)
  await theirs.getByRole('button', { name: 'Login' }).click()
  await expect(theirs.getByText('This account is suspended. Please contact support.').first()).toBeVisible()

  await page.getByRole('button', { name: 'Lift ban' }).click()
  await dialog.getByLabel('Reason').fill('It was a mistake.')
  await dialog.getByRole('button', { name: 'Lift ban' }).click()
  await expect(page.getByRole('button', { name: 'Ban account' })).toBeVisible()
  await signIn(theirs, customer)
  await page.context().close()
  await theirs.context().close()
})
