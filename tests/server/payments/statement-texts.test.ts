import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#server/database/new-id.ts'
import { INTENT_TEXTS } from '#server/features/orders/checkout/payment-attempt.ts'
import { createStripePayments } from '#server/payments/stripe.ts'
import type { OrderId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { account } from '#tests/support/actors/account.ts'
import { CARDS } from '#tests/support/actors/money.ts'
import { intentOfSession, payOnPage, sessionOf, startScout } from '#tests/support/actors/publishing.ts'
import { startTestApp } from '#tests/support/app.ts'
import { providerObject } from '#tests/support/state/provider.ts'

const app = await startTestApp()
const { db } = app.database
const SECRET = 'sk_test_sandbox'
const attempt = () => ({ orderId: newId<OrderId>('ord'), attempt: 1, amount: cents(900) })
const texts = { description: 'Listing of a project', descriptorSuffix: 'LISTING' }
const pages = { title: 'Listing', successUrl: `${app.url}/scout-success`, cancelUrl: `${app.url}/scout` }

/** The provider, which rejects requests that have one of these parameters. */
function openStrict(rejected: Record<string, { code?: string }>) {
  const asked: string[][] = []
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const body = await request.text()
      const names = [...new URLSearchParams(body).keys()]
      asked.push(names)
      const param = Object.keys(rejected).find((name) => names.includes(name))
      const error = { type: 'invalid_request_error', message: 'It is invalid.', param }
      if (param) return Response.json({ error: { ...error, ...rejected[param] } }, { status: 400 })
      const { method, headers } = request
      return fetch(`${app.url}${pathname}${search}`, { method, headers, body: body || null })
    },
  })
  onTestFinished(() => server.stop(true))
  const sandboxUrl = () => server.url.origin
  return { payments: createStripePayments({ secretKey: SECRET, webhookSecret: undefined, sandboxUrl }), asked }
}

test.each(Object.entries(INTENT_TEXTS))(
  'the suffix of %s fits on a card statement with every prefix',
  (_, { descriptorSuffix }) => {
    expect(descriptorSuffix).toMatch(/^[A-Z]{1,10}$/)
  },
)

test('a payment on the provider’s page has the same texts as one in the app', async () => {
  const { url } = (await startScout(await account(app))).body
  await payOnPage(url, CARDS.good)
  const intent = await providerObject(db, await intentOfSession(db, sessionOf(url)))
  expect(intent).toMatchObject({ description: 'Listing of a project', statement_descriptor_suffix: 'LISTING' })
})

test('a text that the provider rejects is left out, and the payment is opened with the others', async () => {
  const { payments, asked } = openStrict({
    receipt_email: { code: 'email_invalid' },
    statement_descriptor_suffix: {},
  })
  const opened = await payments.openIntent({ ...attempt(), ...texts, receiptEmail: 'ada@example.com' })
  if (opened === 'key-taken') throw new Error('A rejected request took the key')
  expect(asked).toHaveLength(3)
  const intent = await providerObject(db, opened.id)
  expect(intent).toMatchObject({ amount: 900, description: 'Listing of a project', receipt_email: null })
  expect(intent.statement_descriptor_suffix).toBeNull()
})

test('so is one of a page of the provider', async () => {
  const { payments, asked } = openStrict({ 'payment_intent_data[statement_descriptor_suffix]': {} })
  const opened = await payments.openCheckout({ ...attempt(), ...texts, ...pages, note: undefined })
  expect(opened).toMatchObject({ id: expect.stringMatching(/^cs_/) })
  expect(asked).toHaveLength(2)
})

test('another refusal is not repeated', async () => {
  const { payments, asked } = openStrict({ amount: {} })
  await expect(payments.openIntent({ ...attempt(), ...texts, receiptEmail: undefined })).rejects.toThrow('It is invalid.')
  expect(asked).toHaveLength(1)
})

test.each(['x'.repeat(23), '<LISTING>', '123'])(
  'the sandbox rejects the suffix %j, as the provider does',
  async (descriptorSuffix) => {
    const { payments, asked } = openStrict({})
    const opened = await payments.openIntent({ ...attempt(), ...texts, descriptorSuffix, receiptEmail: undefined })
    if (opened === 'key-taken') throw new Error('A rejected request took the key')
    expect(asked).toHaveLength(2)
    expect((await providerObject(db, opened.id)).statement_descriptor_suffix).toBeNull()
  },
)
