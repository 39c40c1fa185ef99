import { expect, type Page, test } from '@playwright/test'
import { openBrowser } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { untilReadyOffline } from '#tests/e2e/support/device.ts'
import { fillCard } from '#tests/e2e/support/pay.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

/** From the sample data: $75, a meeting link, hours in UTC. */
const IRIS = { path: '/vc/vc_demo_investor', name: 'Iris Halloran' }

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

const AVAILABILITY = '**/api/calendly/availability'
const CREATE = '**/api/create-meeting-payment'
const dialogOf = (page: Page) => page.getByRole('dialog')
const openDialog = (page: Page) => page.getByRole('button', { name: 'Book Call - $75' }).click()

/**
 * A slot of the second day that is offered. The first day is today; how many hours it has left depends on the time of the run.
 */
async function chooseSlot(page: Page, nth: number) {
  const dialog = dialogOf(page)
  await dialog.getByRole('group', { name: 'Day' }).locator('label').nth(1).click()
  await dialog.getByRole('group', { name: /^Time/ }).locator('label').nth(nth).click()
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
}

async function fillDetails(page: Page) {
  const dialog = dialogOf(page)
  await dialog.getByLabel('Name').fill('Noa Anvil')
  await dialog.getByLabel('Email').fill('noa@anvil.example')
  await dialog.getByLabel('Message').fill('Ports that pay each other.')
}

test('a visitor books a call on a phone, past every failure on the way', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  const dialog = dialogOf(page)
  const toContinue = () => dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await page.goto(IRIS.path)
  await untilReadyOffline(page)

  await test.step('offline: the dialog gives the reason, and keeps the investor', async () => {
    await page.context().setOffline(true)
    await openDialog(page)
    await expect(dialog.getByText('You are offline')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save for later' }).click()
    await expect(dialog.getByRole('button', { name: 'Saved' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.context().setOffline(false)
  })

  await test.step('without a response of the server, the usual hours are offered', async () => {
    await page.route(AVAILABILITY, (route) => route.abort())
    await openDialog(page)
    await expect(dialog.getByRole('group', { name: 'Day' }).getByRole('radio').nth(5)).toBeAttached()
    await page.unroute(AVAILABILITY)
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await openDialog(page)
  await expect(dialog.getByText('$75.00')).toBeVisible()
  await expect(dialog.getByRole('group', { name: /^Time/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('Please select a time slot.').first()).toBeVisible()
  await chooseSlot(page, 1)

  await toContinue()
  await expect(page.getByText('Missing Information').first()).toBeVisible()
  await expect(page.getByText('Please fill in all required fields.').first()).toBeVisible()
  await fillDetails(page)
  expect(await violations(page)).toEqual([])

  await test.step('a payment that cannot be made shows this', async () => {
    await page.route(CREATE, (route) => route.abort())
    await toContinue()
    await expect(page.getByText('Payment Setup Failed').first()).toBeVisible()
    await expect(dialog.getByText('Could not setup payment. Please try again.')).toBeVisible()
    await page.unroute(CREATE)
    await page.route(CREATE, (route) => route.fulfill({ status: 500, body: 'not ours' }))
    await toContinue()
    await expect(dialog.getByText('Failed to initialize payment. Please try again.')).toBeVisible()
    await page.unroute(CREATE)
  })

  await test.step('the slot was taken by another buyer: another one has to be chosen', async () => {
    const taken = { code: 'bookings.slot-taken', message: 'This time is no longer available. Please choose another one.' }
    await page.route(CREATE, (route) => route.fulfill({ status: 409, json: taken }))
    await toContinue()
    await expect(dialog.getByText(taken.message)).toBeVisible()
    await page.unroute(CREATE)
    await chooseSlot(page, 2)
  })

  await toContinue()
  await expect(dialog.getByText(/^Held until \d\d:\d\d\.$/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await fillCard(dialog, '4000 0000 0000 0002')
  await dialog.getByRole('button', { name: 'Pay $75.00' }).click()
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Your card was declined.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('Noa Anvil')
  await toContinue()
  await fillCard(dialog, '4242 4242 4242 4242')
  await dialog.getByRole('button', { name: 'Pay $75.00' }).click()

  await expect(page.getByRole('dialog', { name: 'Meeting Booked Successfully!' })).toBeVisible()
  // The page redirects after three seconds.
  await expect(dialog).toHaveCount(0)
  // The contact is handed over when free cancellation ends: the page behind shows the call.
  await expect(page.getByRole('heading', { name: 'Contact Information Locked' })).toBeVisible()
  await expect(page.getByText('Includes the contact: see when, or show it now.')).toBeVisible()
  const behind = await server.openDatabase()
  expect(await behind.sql`select founder_name, status from meeting_bookings`).toEqual([
    { founder_name: 'Noa Anvil', status: 'confirmed' },
  ])
  await behind.close()

  await test.step('a founder who waives free cancellation reads the contact immediately, also without a network', async () => {
    await page.getByRole('link', { name: 'see when, or show it now' }).click()
    const call = page.getByRole('article', { name: new RegExp(IRIS.name) })
    await expect(call.getByText(/^You get the contact of Iris Halloran and the meeting link on/)).toBeVisible()
    await call.getByRole('button', { name: 'Show the contact now' }).click()
    await expect(dialog.getByText(/if you cancel this call later, \$75\.00 is not refunded/)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Show it now' }).click()
    await expect(call.getByRole('link', { name: 'Open meeting link' })).toBeVisible()
    await page.context().setOffline(true)
    await page.goto(IRIS.path)
    await expect(page.getByRole('heading', { name: 'Contact Information Unlocked' })).toBeVisible()
  })
})

test('a call that was paid for and cannot be confirmed does not ask for payment again', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  const dialog = dialogOf(page)
  await page.goto('/ping')
  await page.getByRole('searchbox').fill(IRIS.name)
  await page
    .getByRole('button', { name: `Book Call with ${IRIS.name}` })
    .first()
    .click()
  await chooseSlot(page, 5)
  await fillDetails(page)
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await fillCard(dialog, '4242 4242 4242 4242')
  await page.route('**/api/confirm-meeting-booking', (route) =>
    route.fulfill({ status: 409, json: { code: 'payments.mismatch', message: 'no' } }),
  )
  await page.route('**/api/sync/me', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Pay $75.00' }).click()
  await expect(page.getByText('Booking Confirmation Failed').first()).toBeVisible()
  await expect(dialog.getByText('Payment succeeded but confirmation failed. Please contact support.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toHaveCount(0)
})
