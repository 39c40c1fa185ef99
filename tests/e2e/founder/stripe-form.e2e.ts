import { expect, test } from '@playwright/test'
import { openBrowser } from '#tests/e2e/support/accounts.ts'
import { fillDetails } from '#tests/e2e/support/pay.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { startProduct } from '#tests/e2e/support/server.ts'
import { stripeTestKey } from '#tests/support/runner/stripe-test-key.ts'

// cspell:ignore Expir

/**
 * The real card form, under the product's own headers: a source that is missing in the Content-Security-Policy leaves the form
 * empty, and no sandbox shows that. It needs `STRIPE_SECRET_KEY` (sk_test_…), `STRIPE_PUBLISHABLE_KEY` (pk_test_…) and a
 * connection to Stripe; otherwise it is skipped and the reason is reported.
 */
const testKey = stripeTestKey(process.env.STRIPE_SECRET_KEY)
const publishable = process.env.STRIPE_PUBLISHABLE_KEY?.trim() ?? ''
const missing =
  'reason' in testKey ? testKey.reason : /^pk_test_\w+$/.test(publishable) ? undefined : 'STRIPE_PUBLISHABLE_KEY is no test key'

test.use(ONLINE)

/** From the sample listing: verified, $25. */
const MARIT = { id: 'rec1xBsyPcZWn6QTr', name: 'Marit Moretti' }

test("Stripe's own card form mounts on our page, and takes a test card", async ({ browser }) => {
  test.skip(missing !== undefined, `The real card form was not tried: ${missing}`)
  test.setTimeout(180_000)
  const server = await startProduct({
    SEED: 'demo',
    STRIPE_SECRET_KEY: 'key' in testKey ? testKey.key : '',
    STRIPE_PUBLISHABLE_KEY: publishable,
    STRIPE_WEBHOOK_SECRET: 'whsec_no_event_reaches_this_server',
  })
  try {
    const page = await openBrowser(browser, server, { isStrict: true })
    const refused: string[] = []
    page.on('console', (message) => {
      if (/Content[- ]Security[- ]Policy/i.test(message.text())) refused.push(message.text())
    })
    await page.goto(`/vc/${MARIT.id}`)
    await page.getByRole('button', { name: 'Connect - $25' }).click()
    const dialog = page.getByRole('dialog')
    await fillDetails(dialog)
    await dialog.getByRole('button', { name: 'Continue to payment' }).click()

    const form = dialog.frameLocator('iframe[title="Secure payment input frame"]').first()
    await form.getByLabel('Card number').fill('4242 4242 4242 4242')
    await form.getByLabel(/Expir/).fill('12 / 34')
    await form.getByLabel(/CVC|Security code/).fill('123')
    // Requested where the card's country has them.
    const code = form.getByLabel(/ZIP|Postal code/)
    if (await code.isVisible()) await code.fill('12345')
    expect(refused).toEqual([])
    await dialog.getByRole('button', { name: 'Pay $25.00' }).click()
    await expect(page.getByText('marit@northgate-ventures.example').first()).toBeVisible({ timeout: 60_000 })
  } finally {
    await server.dispose()
  }
})
