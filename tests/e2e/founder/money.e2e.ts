import { expect, type Page, test } from '@playwright/test'
import { openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, type Device, openDevice, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { fillCard } from '#tests/e2e/support/pay.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

const GOOD = '4242 4242 4242 4242'
const DECLINED = '4000 0000 0000 0002'

/** Of the sample funds: the first has profiles on both sites, the second on LinkedIn alone. */
const FUND = { path: '/cold-scout/northgate-deep-labs', name: 'Northgate Deep Labs' }
const VALENTINA = { name: 'Valentina Wójcik', linkedin: 'https://www.linkedin.com/in/valentina-wojcik-example' }
const SECRETS = /Wójcik|valentina-wojcik|Esther Ramírez/

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

const person = (name: string) => ({ email: `${name}@founders.example`, password: 'a long enough password' })

/** The request that the project form sends when it is saved; the form has separate tests. */
const saveDraft = (page: Page, companyName: string) =>
  page.evaluate(async (name) => {
    const body = JSON.stringify({ companyName: name, description: 'Ports that pay each other.', email: 'ada@tidepool.example' })
    const reply = await fetch('/api/founder/project', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    if (!reply.ok) throw new Error(await reply.text())
  }, companyName)

test('a founder publishes for $9 on the provider’s page, and it is live on another device immediately', async ({ browser }) => {
  await register(server, person('nine'))
  const visitor = await openBrowser(browser, server)
  await visitor.setViewportSize(DESKTOP)
  await visitor.goto('/scout')
  await expect(visitor.getByRole('article').first()).toBeVisible()

  // The page's own policy is enforced, as in a user's browser; axe checks another page.
  const page = await openBrowser(browser, server, { isStrict: true })
  const reader = await openBrowser(browser, server)
  await signIn(page, person('nine'), '/project-setup')
  await page.getByLabel('Company Name').fill('Ninefold Harbour')
  await page.getByLabel('Description', { exact: true }).fill('Berths that pay each other.')
  await page.getByLabel('Company Email').fill('ida@ninefold.example')
  await page.getByRole('button', { name: 'Publish to Scout Marketplace ($9)' }).click()

  await expect(page).toHaveURL(/\/sandbox\/stripe\/checkout\/cs_/)
  await expect(page.getByRole('heading', { name: 'Scout listing of Ninefold Harbour' })).toBeVisible()
  await reader.goto(page.url())
  expect(await violations(reader)).toEqual([])
  await fillCard(page.locator('form'), DECLINED)
  await page.getByRole('button', { name: 'Pay $9.00' }).click()
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
  await fillCard(page.locator('form'), GOOD)
  await page.getByRole('button', { name: 'Pay $9.00' }).click()

  await expect(page).toHaveURL(/\/scout-success\?session_id=cs_/)
  await expect(page.getByRole('heading', { name: 'Project Published Successfully!' })).toBeVisible()
  await expect(page.getByText('Your project is now live on the Scout marketplace!').first()).toBeVisible()
  await reader.goto(page.url())
  await expect(reader.getByRole('heading', { name: 'Project Published Successfully!' })).toBeVisible()
  expect(await violations(reader)).toEqual([])
  await visitor.getByRole('searchbox').fill('ninefold')
  await expect(visitor.getByRole('article').filter({ hasText: 'Ninefold Harbour' })).toBeVisible()

  // Both ways to publish the project are closed now.
  await page.goto('/project-payment')
  await expect(page.getByRole('heading', { name: 'Already published' })).toBeVisible()
  await page.getByRole('link', { name: 'View the marketplace' }).click()
  await expect(page).toHaveURL('/scout')

  await test.step('its founder takes it off every open device, and puts it back without paying again', async () => {
    const shown = visitor.getByRole('article').filter({ hasText: 'Ninefold Harbour' })
    await page.goto('/project-setup')
    await page.getByRole('button', { name: 'Take off the marketplace' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take off' }).click()
    await expect(shown).toHaveCount(0)
    await page.getByRole('button', { name: 'Put back on the marketplace' }).click()
    await expect(shown).toBeVisible()
    await expect(page.getByRole('button', { name: 'Take off the marketplace' })).toBeVisible()
  })
})

test('/scout-success reports the true state of a payment, and /scout?success=true reports nothing', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  const expectMessage = async (query: string, sentence: string) => {
    await page.goto(`/scout-success${query}`)
    await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await expectMessage('', 'No payment session found.')
  await expectMessage('?session_id=cs_forged', 'Failed to publish project. Please contact support.')
  await expect(page.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/project-setup')
  await expect(page.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', '/support')
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/scout-payment-success**', (route) => answer.promise.then(() => route.abort()))
  await page.goto('/scout-success?session_id=cs_forged')
  await expect(page.getByRole('heading', { name: 'Processing Your Payment...' })).toBeVisible()
  answer.resolve()
  await expect(page.getByText('Failed to verify payment. Please contact support.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.unroute('**/api/scout-payment-success**')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Failed to publish project. Please contact support.')).toBeVisible()

  await page.goto('/scout?success=true')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByText('Project Published!')).toHaveCount(0)
})

test('a fund and its payment are there for every visitor, and refusals are shown', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  await page.goto(FUND.path)
  const unlock = page.getByRole('button', { name: 'Unlock for $1: Scout Lead' })
  await expect(unlock).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.route('**/api/create-decision-maker-payment', (route) => route.abort())
  await unlock.click()
  const dialog = page.getByRole('dialog', { name: 'Complete Payment' })
  await expect(page.getByText('Payment Setup Failed').first()).toBeVisible()
  await expect(dialog.getByText('Could not setup payment. Please try again.')).toBeVisible()
  await page.unroute('**/api/create-decision-maker-payment')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await fillCard(dialog, GOOD)
  expect(await violations(page)).toEqual([])
  await page.route('**/sandbox/stripe/v1/**', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Pay $1.00' }).click()
  await expect(dialog.getByText('Something went wrong with your payment.')).toBeVisible()
  await page.unroute('**/sandbox/stripe/v1/**')
  // Charged, but the unlock cannot be confirmed: the payment is not requested again.
  await page.route('**/api/confirm-decision-maker-unlock', (route) =>
    route.fulfill({ status: 409, json: { code: 'payments.mismatch', message: 'no' } }),
  )
  await page.route('**/api/sync/me', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Pay $1.00' }).click()
  await expect(page.getByText('Unlock Confirmation Failed').first()).toBeVisible()
  await expect(dialog.getByText('Payment succeeded but confirmation failed. Please contact support.')).toBeVisible()
})

test('a device that shows an account and lost its cookie buys nothing as a guest: it leads to the sign-in', async ({
  browser,
}) => {
  await register(server, person('lost'))
  const page = await openBrowser(browser, server)
  await signIn(page, person('lost'), FUND.path)
  const unlock = page.getByRole('button', { name: 'Unlock for $1: Scout Lead' })
  await expect(unlock).toBeVisible()
  const count = async () => {
    const { sql, close } = await server.openDatabase()
    const [row] = await sql`select (select count(*) from orders) as orders, (select count(*) from principals) as principals`
    await close()
    return row
  }
  const before = await count()
  await page.context().clearCookies()
  await unlock.click()
  await expect(page).toHaveURL(`${server.url}/auth?next=${encodeURIComponent(FUND.path)}`)
  expect(await count()).toEqual(before)
})

test('a founder pays $49 in the form, after a card that is declined', async ({ browser }) => {
  await register(server, person('fortynine'))
  const page = await openBrowser(browser, server)
  await page.setViewportSize(DESKTOP)
  await page.goto('/project-payment')
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/auth?next=%2Fproject-payment')
  await signIn(page, person('fortynine'), '/project-payment')
  await expect(page.getByText('Payment Setup Failed').first()).toBeVisible()
  await expect(page.getByText('Please save your project first.').first()).toBeVisible()
  await saveDraft(page, 'Fortynine Quays')

  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Make Your Project Visible' })).toBeVisible()
  const form = page.getByRole('region', { name: 'Payment' })
  await fillCard(form, DECLINED)
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: 'Pay $49.00' }).click()
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible()
  await expect(form.getByText('Your card was declined.')).toBeVisible()
  await fillCard(form, GOOD)
  await form.getByRole('button', { name: 'Pay $49.00' }).click()
  await expect(page.getByText('Your project is now live on the Scout marketplace!').first()).toBeVisible()
  await expect(page).toHaveURL('/scout?success=true')
  await page.getByRole('searchbox').fill('fortynine')
  await expect(page.getByRole('article').filter({ hasText: 'Fortynine Quays' })).toBeVisible()
})

test.describe('a decision maker', () => {
  let device: Device
  test.beforeEach(async () => {
    device = await openDevice(server.url)
  })
  test.afterEach(() => device.dispose())

  test('unlocks for $1, and is read without server and network', async () => {
    let { page } = device
    await page.goto('/cold-scout/no-such-fund')
    await expect(page.getByRole('heading', { name: 'Fund Not Found' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Investor marketplace' })).toHaveAttribute('href', '/ping')

    await page.goto(FUND.path)
    await expect(page.getByRole('heading', { name: FUND.name })).toBeVisible()
    const row = page.getByRole('listitem').filter({ hasText: 'General Partner' }).first()
    await expect(row.getByText('V••••• W•••••')).toBeVisible()
    expect(await page.content()).not.toMatch(SECRETS)
    await row.getByRole('button', { name: /^Unlock for \$1/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Complete Payment' })
    await fillCard(dialog, DECLINED)
    await dialog.getByRole('button', { name: 'Pay $1.00' }).click()
    await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible()
    await expect(dialog.getByText('Your card was declined.')).toBeVisible()
    await fillCard(dialog, GOOD)
    await dialog.getByRole('button', { name: 'Pay $1.00' }).click()
    await expect(page.getByText('Contact information has been unlocked.').first()).toBeVisible()
    await expect(page.getByText(VALENTINA.name)).toBeVisible()
    await expect(page.getByRole('link', { name: `LinkedIn of ${VALENTINA.name}` })).toHaveAttribute('href', VALENTINA.linkedin)

    await page.goto('/contacts')
    await expect(page.getByText(VALENTINA.name)).toBeVisible()
    await page.getByRole('searchbox').fill('deep labs valentina')
    await expect(page.getByText(VALENTINA.name)).toBeVisible()
    await untilReadyOffline(page)
    await server.stop()
    page = await device.relaunch({ isOffline: true })
    await page.goto('/contacts')
    await expect(page.getByRole('link', { name: `Twitter of ${VALENTINA.name}` })).toBeVisible()
    await page.goto(FUND.path)
    await expect(page.getByText(VALENTINA.name)).toBeVisible()
    await expect(page.getByText('Reconnect to unlock.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Unlock for \$1/ }).first()).toBeDisabled()
  })
})
