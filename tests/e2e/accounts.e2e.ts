import { expect, type Page, test } from '@playwright/test'
import { openBrowser } from './support/accounts.ts'
import { untilReadyOffline } from './support/device.ts'
import { ONLINE, withoutPopup } from './support/quiet.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from './support/server.ts'

test.use(ONLINE)

let server: ProductServer

test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())
test.beforeEach(({ context }) => withoutPopup(context))

async function signIn(page: Page, path = '/auth') {
  await page.goto(server.url + path)
  await page.getByLabel('Email').fill('founder@latchkey.example')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('a wrong password reads like an unknown account, and the hint comes two seconds later', async ({ page }) => {
  await page.goto(`${server.url}/auth`)
  await page.getByLabel('Email').fill('not an address')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()

  await page.getByLabel('Email').fill('founder@latchkey.example')
  await page.getByLabel('Password', { exact: true }).fill('not-the-password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Account not found. Please sign up first or check your email address.')).toBeVisible()
  await expect(page.getByText('Need an account?', { exact: true })).toBeVisible()
  await expect(page.getByText('Click "Sign Up" below to create a new account.', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByRole('button', { name: 'Create Account' }).click()
  for (const message of ['First name is required', 'Last name is required', 'Please confirm your password']) {
    await expect(page.getByText(message)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('')
})

test('the role of the address is preselected, and two passwords must be one', async ({ page }) => {
  await page.goto(`${server.url}/signup?defaultType=angel`)
  await expect(page.getByRole('radio', { name: 'Angel Investor' })).toBeChecked()
  await page.getByLabel('Password', { exact: true }).fill('one-password')
  await page.getByLabel('Confirm password').fill('another-password')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
})

test('signing in leads to where one was going, and signing out home, with its toast', async ({ page }) => {
  const policyBreaches: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) policyBreaches.push(message.text())
  })
  await page.goto(`${server.url}/api/login?next=/vcs?stage=Seed`)
  await expect(page).toHaveURL(/\/auth\?next=/)
  await page.getByLabel('Email').fill('founder@latchkey.example')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(`${server.url}/vcs?stage=Seed`)

  await page.getByRole('button', { name: 'Noa Lindgren' }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('Logged out', { exact: true })).toBeVisible()
  await expect(page.getByText('You have been successfully logged out.', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/`)
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect((await page.request.get(`${server.url}/api/auth/user`)).status()).toBe(401)
  expect(policyBreaches).toEqual([])
})

test('signing out works offline, and the server hears of it', async ({ browser }) => {
  const page = await openBrowser(browser, server, { keepsApp: true })
  await signIn(page)
  await expect(page.getByRole('button', { name: 'Noa Lindgren' })).toBeVisible()
  await untilReadyOffline(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Noa Lindgren' }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('Logged out', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  expect(databases.filter((name) => name?.startsWith('latchkey-me-'))).toEqual(['latchkey-me-guest'])

  await page.context().setOffline(false)
  await expect.poll(async () => (await page.request.get(`${server.url}/api/auth/user`)).status()).toBe(401)
  await page.context().close()
})

test('the form says early that it needs a connection, and keeps what is written', async ({ page, context }) => {
  await page.goto(`${server.url}/auth`)
  await page.getByLabel('Email').fill('founder@latchkey.example')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('This needs a connection.').first()).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('founder@latchkey.example')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('button', { name: 'Noa Lindgren' })).toBeVisible()
})
