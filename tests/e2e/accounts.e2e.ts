import { expect, type Page, request, test } from '@playwright/test'
import { PRINCIPAL_HEADER } from '#shared/accounts/principal-header.ts'
import type { VcId } from '#shared/ids.ts'
import { signIn as enter, grantTo, openBrowser, register } from './support/accounts.ts'
import { untilReadyOffline } from './support/device.ts'
import { ONLINE, withoutPopup } from './support/quiet.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from './support/server.ts'

test.use(ONLINE)

/** From the sample listing. */
const MARIT = { id: 'rec1xBsyPcZWn6QTr' as VcId, email: 'marit@northgate-ventures.example' }

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

test('a wrong password and an unknown account give the same message, and the hint appears two seconds later', async ({
  page,
}) => {
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

test('the role in the address is preselected and can be changed, and both passwords must match', async ({ page }) => {
  await page.goto(`${server.url}/signup?defaultType=angel`)
  await page.getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByRole('radio', { name: 'Angel Investor' })).toBeChecked()
  await page.getByLabel('Password', { exact: true }).fill('one-password')
  await page.getByLabel('Confirm password').fill('another-password')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
})

test('signing in leads to the requested page, signing out to the home page with its toast', async ({ page }) => {
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
  await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible()
  // A pull that is in flight at the sign-out is discarded; the next pull updates the pill.
  await expect(page.getByRole('link', { name: 'Sign in again' })).toHaveCount(0)
  expect((await page.request.get(`${server.url}/api/auth/user`)).status()).toBe(401)
  expect(policyBreaches).toEqual([])
})

/** A database that was emptied may take a moment to be deleted. */
const privateDatabases = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    return names.filter((name) => name.startsWith('latchkey-me-'))
  })

test('signing out works offline, in every tab, including unsaved forms, and the server receives it later', async ({
  browser,
}) => {
  const page = await openBrowser(browser, server, { keepsApp: true })
  await signIn(page)
  await expect(page.getByRole('button', { name: 'Noa Lindgren' })).toBeVisible()
  await untilReadyOffline(page)
  await page.context().setOffline(true)
  const other = await page.context().newPage()
  await other.goto(`${server.url}/support`)
  await other.getByLabel('Message').fill('Half a sentence')
  await expect(other.getByText('Draft saved on this device')).toBeVisible()

  await page.getByRole('button', { name: 'Noa Lindgren' }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.getByRole('button', { name: 'Sign out and lose it' }).click()
  await expect(page.getByText('Logged out', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible()
  await expect.poll(() => privateDatabases(page)).toEqual(['latchkey-me-guest'])
  await expect(other.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible()
  for (const label of ['Name', 'Email', 'Message']) await expect(other.getByLabel(label)).toHaveValue('')

  await page.context().setOffline(false)
  await expect.poll(async () => (await page.request.get(`${server.url}/api/auth/user`)).status()).toBe(401)
  await page.context().close()
})

test('a claim of the next user is not made in the name of the account whose sign-out has not reached the server', async ({
  browser,
}) => {
  const pia = { email: 'pia@accounts.example', password: 'a long enough password' }
  await register(server, pia)
  const page = await openBrowser(browser, server)
  await enter(page, pia)
  // The sync cannot send it; only a call that a user makes names the principal of the screens.
  await page.route('**/api/auth/logout', (route) =>
    route.request().headers()[PRINCIPAL_HEADER] === 'guest' ? route.continue() : route.abort(),
  )
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign Out', exact: true }).first().click()
  await expect(page.getByText('Logged out', { exact: true })).toBeVisible()
  expect((await page.request.get(`${server.url}/api/auth/user`)).status()).toBe(200)

  await page.goto('/claim')
  await page.getByLabel('Email on your receipt').fill('pia-receipts@accounts.example')
  const claim = page.waitForRequest('**/api/claims')
  await page.getByRole('button', { name: 'Email me a code' }).click()
  expect(await (await (await claim).response())?.json()).toEqual({ success: true })
  expect((await page.request.get(`${server.url}/api/auth/user`)).status()).toBe(401)
  await page.context().close()
})

test('a device of an account that was deleted elsewhere empties itself when it reconnects, and gives the reason', async ({
  browser,
}) => {
  const ida = { email: 'ida@accounts.example', password: 'a long enough password' }
  await register(server, ida)
  await grantTo(server, ida.email, [MARIT.id])
  const page = await openBrowser(browser, server, { keepsApp: true })
  await enter(page, ida)
  await untilReadyOffline(page)
  await page.context().setOffline(true)
  await page.goto(`${server.url}/contacts/${MARIT.id}`)
  await page.getByLabel('Your note').fill('Never sent')
  await expect(page.getByText('Saved on this device')).toBeVisible()

  const elsewhere = await request.newContext({ baseURL: server.url, extraHTTPHeaders: { origin: server.url } })
  expect((await elsewhere.post('/api/auth/login', { data: ida })).status()).toBe(200)
  expect((await elsewhere.delete('/api/auth/delete-account')).status()).toBe(200)
  await elsewhere.dispose()

  await page.context().setOffline(false)
  const notice = page.getByRole('dialog', { name: 'This account was deleted' })
  await expect(notice).toContainText('One change that had not synced is lost.')
  await notice.getByRole('button', { name: 'OK' }).click()
  await expect(notice).toHaveCount(0)
  await expect(page.getByText(MARIT.email)).toHaveCount(0)
  await expect.poll(() => privateDatabases(page)).toEqual(['latchkey-me-guest'])
  await page.context().close()
})

test('the form shows early that it needs a connection, and keeps the text', async ({ page, context }) => {
  await page.goto(`${server.url}/auth`)
  await page.getByLabel('Email').fill('founder@latchkey.example')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Login' }).click()
  // The notice of the page shows the same text immediately, while the call of the form may still be in flight.
  await expect(page.getByText('Sign-in failed')).toBeVisible()
  await expect(page.getByText('Reconnect to change this.')).toHaveCount(2)
  await expect(page.getByLabel('Email')).toHaveValue('founder@latchkey.example')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('button', { name: 'Noa Lindgren' })).toBeVisible()
})
