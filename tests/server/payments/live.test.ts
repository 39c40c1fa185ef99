import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/database/new-id.ts'
import { PAYMENT_EVENTS } from '#server/payments/event-types.ts'
import type { PaymentEvent, Payments } from '#server/payments/payments-port.ts'
import { createStripePayments } from '#server/payments/stripe.ts'
import type { OrderId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { tryCard } from '#tests/support/histories/provider.ts'
import { openSetup, type Setup } from '#tests/support/histories/setup.ts'
import { stripeTestKey } from '#tests/support/runner/stripe-test-key.ts'
import { until } from '#tests/support/until.ts'

/** The payments port, and a function that pays an intent there with a valid card. */
type Provider = { payments: Payments; pay: (intent: { id: string; clientSecret: string }) => Promise<unknown> }

const AMOUNT = cents(1234)
const WORDS = { description: 'Contact of an investor', receiptEmail: 'ada@example.com', descriptorSuffix: 'CONTACT' }

/** The same tests for the sandbox and for Stripe: behaviour of the sandbox alone would be worthless. */
function providerTests(open: () => Promise<Provider>) {
  test('P4: one attempt is one intent, with the terms of its first call', async () => {
    const { payments } = await open()
    const attempt = { orderId: newId<OrderId>('ord'), attempt: 1, amount: AMOUNT, ...WORDS }
    const [first, again] = [await payments.openIntent(attempt), await payments.openIntent(attempt)]
    if (first === 'key-taken' || again === 'key-taken') throw new Error('A repeated call is not another one')
    expect(again).toEqual(first)
    expect(first).toMatchObject({ status: 'requires_payment_method', amount: AMOUNT, currency: 'usd', orderId: attempt.orderId })
    expect(await payments.openIntent({ ...attempt, amount: cents(4321) })).toBe('key-taken')
    expect(await payments.cancelIntent(first.id)).toBe(true)
    expect(await payments.readIntent(first.id)).toMatchObject({ status: 'canceled', amountReceived: 0 })
  })

  test('P5, P13: a payment is read back with every checked field, and is refunded once', async () => {
    const { payments, pay } = await open()
    const since = new Date(Date.now() - 60_000)
    const orderId = newId<OrderId>('ord')
    const intent = await payments.openIntent({ orderId, attempt: 1, amount: AMOUNT, ...WORDS })
    if (intent === 'key-taken') throw new Error('A new order has no attempt yet')
    await pay(intent)
    const paid = { status: 'succeeded', amountReceived: AMOUNT, currency: 'usd', livemode: false, orderId }
    expect(await payments.readIntent(intent.id)).toMatchObject({ ...paid, refunds: [], cases: [] })
    expect(await payments.cancelIntent(intent.id)).toBe(false)

    const key = `return:${orderId}`
    expect([await payments.refundIntent(intent.id, key), await payments.refundIntent(intent.id, key)]).toEqual([true, true])
    expect(await payments.refundIntent(intent.id, `${key}:again`)).toBe(false)
    expect((await payments.readIntent(intent.id))?.refunds).toMatchObject([{ amount: AMOUNT }])

    const types = await until(
      () => eventsAbout(payments, intent.id, since),
      (all) => all.includes('payment_intent.succeeded') && all.includes('charge.refunded'),
    )
    expect(types.indexOf('payment_intent.succeeded')).toBeLessThan(types.indexOf('charge.refunded'))
  })

  test('a payment that does not exist is unknown', async () => {
    const { payments } = await open()
    expect(await payments.readIntent('pi_3nobodymadethisone')).toBeUndefined()
  })
}

async function eventsAbout(payments: Payments, piId: string, since: Date) {
  const types: PaymentEvent['type'][] = []
  for await (const event of payments.listEvents(since, { types: PAYMENT_EVENTS }))
    if (event.objectId === piId) types.push(event.type)
  return types
}

describe('the sandbox', () => {
  let stage: Setup
  beforeAll(async () => {
    stage = await openSetup(await testDatabase())
    stage.now = new Date()
  })
  afterAll(() => stage.stop())
  providerTests(async () => ({
    payments: stage.nodes[0].money.orders.payments,
    pay: ({ clientSecret }) => tryCard(stage, { secret: clientSecret }, 'good'),
  }))
})

const testKey = stripeTestKey(process.env.STRIPE_SECRET_KEY)
describe.skipIf('reason' in testKey)(`Stripe itself${'reason' in testKey ? `: not run, because ${testKey.reason}` : ''}`, () => {
  providerTests(async () => {
    const secretKey = 'key' in testKey ? testKey.key : ''
    const stripe = new Stripe(secretKey)
    const payments = createStripePayments({ secretKey, webhookSecret: undefined })
    return { payments, pay: ({ id }) => stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }) }
  })
})

describe('a key', () => {
  test.each([
    ['none', undefined],
    ['an empty one', ' '],
    ['that of the sandbox', 'sk_test_sandbox'],
  ])('%s runs no test with Stripe, and gives the reason', (_, key) => {
    expect(stripeTestKey(key)).toEqual({ reason: expect.stringContaining('STRIPE_SECRET_KEY') })
  })
  test('of the test mode does', () => {
    expect(stripeTestKey('sk_test_51Abc')).toEqual({ key: 'sk_test_51Abc' })
  })
  test.each(['sk_live_51Abc', 'rk_live_51Abc', 'pk_test_51Abc', 'nonsense'])('%s is refused with an error', (key) => {
    expect(() => stripeTestKey(key)).toThrow('no test key')
  })
})
