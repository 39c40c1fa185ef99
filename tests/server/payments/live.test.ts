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

/** What the product asks of its provider, and how a test pays there with a card that is good. */
type Provider = { payments: Payments; pay: (intent: { id: string; clientSecret: string }) => Promise<unknown> }

const AMOUNT = cents(1234)
const WORDS = { description: 'Contact of an investor', receiptEmail: 'ada@example.com' }

/** The same promises of the sandbox and of Stripe: one that the sandbox alone keeps would be worth nothing. */
function keepsItsPromises(open: () => Promise<Provider>) {
  test('P4: one attempt is one intent, in the terms it was begun in', async () => {
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

  test('P5, P13: what was paid is read back with every field that is checked, and goes back once', async () => {
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

    const told = await until(
      () => eventsAbout(payments, intent.id, since),
      (types) => types.includes('payment_intent.succeeded') && types.includes('charge.refunded'),
    )
    expect(told.indexOf('payment_intent.succeeded')).toBeLessThan(told.indexOf('charge.refunded'))
  })

  test('a payment that nobody made is unknown', async () => {
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
  keepsItsPromises(async () => ({
    payments: stage.nodes[0].money.orders.payments,
    pay: ({ clientSecret }) => tryCard(stage, { secret: clientSecret }, 'good'),
  }))
})

const given = stripeTestKey(process.env.STRIPE_SECRET_KEY)
describe.skipIf('reason' in given)(`Stripe itself${'reason' in given ? `: not asked, because ${given.reason}` : ''}`, () => {
  keepsItsPromises(async () => {
    const secretKey = 'key' in given ? given.key : ''
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
  ])('%s asks nothing of Stripe, and says why', (_, key) => {
    expect(stripeTestKey(key)).toEqual({ reason: expect.stringContaining('STRIPE_SECRET_KEY') })
  })
  test('of the test mode does', () => {
    expect(stripeTestKey('sk_test_51Abc')).toEqual({ key: 'sk_test_51Abc' })
  })
  test.each(['sk_live_51Abc', 'rk_live_51Abc', 'pk_test_51Abc', 'nonsense'])('%s is refused aloud', (key) => {
    expect(() => stripeTestKey(key)).toThrow('no test key')
  })
})
