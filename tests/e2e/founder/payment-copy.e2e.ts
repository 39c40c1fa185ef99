import { readFileSync } from 'node:fs'
import { expect, type Page, type Route, test } from '@playwright/test'
import { change, openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { fillCard, startPayment } from '#tests/e2e/support/pay.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

/**
 * Every message about money in both catalogues of errors, and where its situation is produced in a browser. The booking dialog's
 * messages are in booking.e2e.ts.
 */
const MESSAGES: Record<string, 'here' | 'money' | 'project-setup' | 'purchase'> = {
  'Payment Setup Failed': 'here',
  'Failed to setup payment. Please try again.': 'here',
  'Failed to create payment intent': 'here',
  'Could not setup payment. Please try again.': 'money',
  'Failed to initialize payment. Please try again.': 'here',
  'Failed to create payment': 'project-setup',
  'Setting up...': 'here',
  'Processing...': 'here',
  'Pay $25.00': 'here',
  '(Charged $0.50 - card provider minimum)': 'here',
  'Payment Failed': 'here',
  'Your card was declined.': 'here',
  'Failed to process payment. Please try again.': 'here',
  'Something went wrong with your payment.': 'money',
  'Payment was not completed successfully': 'here',
  'Unlock Confirmation Failed': 'here',
  'Payment succeeded but confirmation failed. Please contact support.': 'here',
  'Payment Successful': 'here',
  'Contact Unlocked Successfully!': 'purchase',
  'VC contact information unlocked! You now have access to their contact details.': 'here',
  'Contact information has been unlocked.': 'money',
  'Payment Confirmed!': 'here',
  'Your VC contact has been unlocked successfully.': 'here',
  'Contact Unlocked': 'here',
  Error: 'here',
  'Processing Your Payment...': 'money',
  'Project Published Successfully!': 'money',
  'No payment session found.': 'money',
  'Failed to publish project. Please contact support.': 'money',
  'Failed to verify payment. Please contact support.': 'money',
  'Your project is now live on the Scout marketplace!': 'money',
  'Authentication Required': 'money',
}

const MARIT = '/vc/rec1xBsyPcZWn6QTr'
const GOOD = '4242 4242 4242 4242'

/** Asserts that the page shows each of the messages now. */
async function expectShown(page: Page, ...messages: string[]) {
  for (const message of messages) await expect(page.getByText(message, { exact: true }).first(), message).toBeVisible()
}

/**
 * Records whether a text is ever shown: a page that redirects immediately shows it for less time than a busy machine takes to
 * look.
 */
async function watchFor(page: Page, text: string) {
  await page.addInitScript((wanted) => {
    new MutationObserver((_, observer) => {
      if (!document.body?.textContent?.includes(wanted)) return
      observer.disconnect()
      sessionStorage.setItem('test-shown', wanted)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  }, text)
  return () => page.evaluate((wanted) => sessionStorage.getItem('test-shown') === wanted, text)
}

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

/** Delays the next call to an address until it is released. */
async function hold(page: Page, url: string) {
  const [gate, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const letThrough = async (route: Route) => {
    await gate.promise
    await route.continue()
    finished.resolve()
  }
  await page.route(url, letThrough, { times: 1 })
  return async () => {
    gate.resolve()
    await finished.promise
  }
}

test('an unlock shows its outcome: no payment, a refused card, a pending bank, a confirmation that fails', async ({
  browser,
}) => {
  const page = await openBrowser(browser, server)
  const create = '**/api/create-vc-unlock-payment'
  await page.goto(MARIT.replace('/vc/', '/investor/'))
  await page.getByRole('button', { name: 'Unlock for $25' }).click()
  const dialog = page.getByRole('dialog')
  const unlock = dialog.getByRole('button', { name: /^Unlock/ })

  await test.step('it cannot be set up', async () => {
    await page.route(create, (route) => route.abort())
    await unlock.click()
    await expectShown(page, 'Payment Setup Failed', 'Failed to setup payment. Please try again.')
    await page.unroute(create)
    await page.route(create, (route) => route.fulfill({ json: { clientSecret: '', amount: 2500 } }))
    await unlock.click()
    await expectShown(page, 'Failed to create payment intent')
    await page.unroute(create)
    const release = await hold(page, create)
    await unlock.click()
    await expectShown(page, 'Setting up...')
    await release()
  })

  const confirm = '**/sandbox/stripe/v1/**/confirm'
  await test.step('it is not paid', async () => {
    await fillCard(dialog, '4000 0000 0000 0002')
    const releaseHold = await hold(page, confirm)
    await expectShown(page, 'Pay $25.00')
    await dialog.getByRole('button', { name: 'Pay $25.00' }).click()
    await expectShown(page, 'Processing...')
    await releaseHold()
    await expectShown(page, 'Payment Failed', 'Your card was declined.')
    await page.route(confirm, (route) => route.abort())
    await dialog.getByRole('button', { name: 'Pay $25.00' }).click()
    await expectShown(page, 'Failed to process payment. Please try again.')
    await page.unroute(confirm)
    await page.route(confirm, (route) => route.fulfill({ json: { status: 'processing' } }))
    await dialog.getByRole('button', { name: 'Pay $25.00' }).click()
    await expectShown(page, 'Payment was not completed successfully')
    await page.unroute(confirm)
  })

  await test.step('it is paid, and this cannot be confirmed', async () => {
    await page.route('**/api/confirm-vc-unlock', (route) =>
      route.fulfill({ status: 409, json: { code: 'payments.mismatch', message: 'no' } }),
    )
    await page.route('**/api/sync/me', (route) => route.abort())
    await fillCard(dialog, GOOD)
    await dialog.getByRole('button', { name: 'Pay $25.00' }).click()
    await expectShown(page, 'Unlock Confirmation Failed')
    await expect(dialog.getByText('Payment succeeded but confirmation failed. Please contact support.')).toBeVisible()
    await page.unroute('**/api/sync/me')
    await page.unroute('**/api/confirm-vc-unlock')
  })

  await test.step('below the provider’s minimum the dialog shows the amount that is charged', async () => {
    let id = ''
    await change(server, async (sql) => {
      const [row] = await sql<{ id: string }[]>`
        update directory_investors set price = 30 where id = (
          select id from directory_investors where is_verified and meeting_link is null and unlisted_at is null and id <> ${MARIT.slice(4)} limit 1)
        returning id`
      id = row?.id ?? ''
    })
    await page.goto(`/vc/${id}`)
    // The page contains the new price. The device has stored the old one, which must not return.
    await page.getByRole('button', { name: 'Connect - $0.50' }).click()
    await expectShown(page, '(Charged $0.50 - card provider minimum)')
  })
})

test('the confirmation page in each of its states', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  await page.goto(MARIT.replace('/vc/', '/investor/'))
  await page.getByRole('button', { name: 'Unlock for $25' }).click()
  const dialog = page.getByRole('dialog')
  const created = page.waitForResponse('**/api/create-vc-unlock-payment')
  await startPayment(dialog)
  const { clientSecret } = (await (await created).json()) as { clientSecret: string }
  await fillCard(dialog, GOOD)
  await dialog.getByRole('button', { name: 'Pay $25.00' }).click()
  await expectShown(page, 'Payment Successful', 'VC contact information unlocked! You now have access to their contact details.')
  await expect(page.getByRole('heading', { name: 'Contact Information Unlocked' })).toBeVisible()

  const confirm = '**/api/confirm-vc-unlock'
  const release = await hold(page, confirm)
  // As a bank's page leads back: the secret is removed from the address before any request.
  await page.goto(
    `/payment-success?payment_intent=${clientSecret.split('_secret_')[0]}&payment_intent_client_secret=${clientSecret}`,
  )
  await expect(page.getByText('Confirming your payment…')).toBeVisible()
  expect(page.url()).not.toContain('secret')
  await release()
  await expectShown(page, 'Payment Confirmed!', 'Your VC contact has been unlocked successfully.', 'Contact Unlocked')
  await expect(page.getByRole('link', { name: 'Receipt and refund' })).toBeVisible()
  await page.reload()
  await expectShown(page, 'Contact Unlocked')

  const address = page.url()
  const ends: [code: string, title: string, message: string][] = [
    ['payments.not-completed', 'Payment Failed', 'Payment was not completed successfully'],
    ['payments.processing', 'Still being processed', 'Your payment is still being processed.'],
    ['payments.refunded', 'Refunded', 'This payment was refunded.'],
    ['payments.disputed', 'In dispute', "This payment is in dispute with the card's bank."],
    ['unlocks.limit-reached', 'Refund in progress', 'Your payment is being refunded.'],
  ]
  for (const [code, title, message] of ends) {
    await page.route(confirm, (route) => route.fulfill({ status: 409, json: { code, message } }))
    await page.goto(address)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expectShown(page, 'Error')
    await expect(page.getByText(message, { exact: true }).first()).toBeVisible()
    await page.unroute(confirm)
  }

  const stranger = await openBrowser(browser, server)
  const hasShown = await watchFor(stranger, 'Please sign in to see this payment…')
  await stranger.goto(address)
  await expect(stranger).toHaveURL(/\/auth\?next=%2Fpayment-success%2Fpi_/)
  expect(await hasShown()).toBe(true)
})

test('a founder reads why the $49 form does not load, and that a project that was taken off is not for sale', async ({
  browser,
}) => {
  const person = { email: 'words@founders.example', password: 'a long enough password' }
  await register(server, person)
  const page = await openBrowser(browser, server)
  await signIn(page, person)
  await page.evaluate(async () => {
    const body = JSON.stringify({ companyName: 'Lowtide', description: 'Ports.', email: 'ada@lowtide.example' })
    await fetch('/api/founder/project', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  })
  await page.route('**/api/create-project-payment', (route) => route.abort())
  await page.goto('/project-payment')
  await expectShown(page, 'Payment Setup Failed', 'Failed to initialize payment. Please try again.')
  await page.unroute('**/api/create-project-payment')
  await change(server, (sql) => sql`update projects set status = 'rejected' where company_name = 'Lowtide'`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/Our team removed this project from the marketplace/).first()).toBeVisible()
})

test('every message of the catalogues has a test', () => {
  const own = readFileSync(import.meta.filename, 'utf8')
  const tests = own.slice(own.indexOf('\n}\n'))
  const isShown = (message: string, file: string) =>
    file === 'here' ? tests.includes(`'${message}'`) : readFileSync(`tests/e2e/founder/${file}.e2e.ts`, 'utf8').includes(message)
  expect(Object.entries(MESSAGES).filter(([message, file]) => !isShown(message, file))).toEqual([])
})
