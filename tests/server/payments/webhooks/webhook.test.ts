import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { beforeAll, describe, expect, test } from 'vitest'
import { orders } from '#drizzle/schema/index.ts'
import { SANDBOX_WEBHOOK_SECRET } from '#server/env.ts'
import { createStripePayments } from '#server/payments/stripe.ts'
import { Problem } from '#shared/problem.ts'
import {
  CARDS,
  deliver,
  deliverSigned,
  effectsOf,
  eventsOf,
  intentOf,
  listInvestor,
  orderOfIntent,
  payWithCard,
  runJob,
  silenceWebhooks,
  startPayment,
} from '#tests/support/actors/money.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { receivedEvent } from '#tests/support/state/inbox.ts'
import { until } from '#tests/support/until.ts'

let app: TestApp
let vcId: string
beforeAll(async () => {
  app = await startTestApp()
  vcId = await listInvestor(app.database.db)
  await silenceWebhooks(app.database.db)
})

const paidEvent = async () => {
  const { clientSecret } = (await startPayment(app.visitor(), vcId)).body
  await payWithCard(app, clientSecret, CARDS.good)
  const piId = intentOf(clientSecret)
  const event = (await eventsOf(app.database.db, piId)).find(({ type }) => type === 'payment_intent.succeeded')
  if (!event) throw new Error('The provider has nothing to tell')
  return { event, piId }
}
const findEvent = (id: string) => receivedEvent(app.database.db, id)
const MINUTE = 60
const secondsNow = () => Math.floor(Date.now() / 1000)

describe('P10: the webhook', () => {
  test('verifies the signature of the raw bytes, with any JSON whitespace', async () => {
    const { event, piId } = await paidEvent()
    const reordered = Object.fromEntries(Object.entries(event).reverse())
    expect(await deliver(app, reordered, { spaces: 3 })).toEqual({ status: 200, body: { received: true } })
    await until(
      () => orderOfIntent(app.database.db, piId),
      ({ status }) => status === 'paid',
    )
  })

  test('accepts events of connected accounts with the secret of their endpoint, and reads the account', async () => {
    const secrets = { webhookSecret: SANDBOX_WEBHOOK_SECRET, connectWebhookSecret: 'whsec_connect' }
    const payments = createStripePayments({ secretKey: 'sk_test_sandbox', ...secrets })
    const object = { id: 'po_1', object: 'payout' }
    const payload = JSON.stringify({ id: 'evt_c', type: 'payout.failed', livemode: false, account: 'acct_1', data: { object } })
    const signed = (secret: string) => Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret })
    for (const secret of Object.values(secrets)) {
      expect(await payments.readWebhook(payload, await signed(secret))).toMatchObject({
        objectId: 'acct_1',
        objectKind: 'account',
      })
    }
    await expect(payments.readWebhook(payload, await signed('whsec_another'))).rejects.toThrow(Problem)
  })

  test.each<[string, Parameters<typeof deliver>[2]]>([
    ['with another secret', { secret: 'whsec_another' }],
    ['more than five minutes ago', { timestamp: secondsNow() - 6 * MINUTE }],
  ])('refuses an event that was signed %s', async (_, signing) => {
    const { event } = await paidEvent()
    expect(await deliver(app, event, signing)).toMatchObject({ status: 400, body: { code: 'payments.bad-signature' } })
    expect(await findEvent(event.id)).toBeUndefined()
  })

  test.each<[string, string | undefined]>([
    ['no signature', ''],
    ['no signature at all in it', 'nonsense'],
    ['an empty one', 't=,v1='],
  ])('refuses %s', async (_, signature) => {
    const { event } = await paidEvent()
    expect((await deliverSigned(app, JSON.stringify(event), signature ?? '')).status).toBe(400)
  })

  test('refuses bytes that were changed after signing, and signed bytes that are no event', async () => {
    const { event } = await paidEvent()
    const signed = JSON.stringify(event)
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload: signed, secret: SANDBOX_WEBHOOK_SECRET })
    expect((await deliverSigned(app, signed.replace('"livemode":false', '"livemode":true'), signature)).status).toBe(400)
    for (const nothing of ['text', [], {}, { id: 'evt_1', type: 'payment_intent.succeeded', data: {} }]) {
      expect((await deliver(app, nothing)).status).toBe(400)
    }
  })

  test('does not exist without a secret to verify with', async () => {
    const payments = createStripePayments({ secretKey: 'sk_test_x', webhookSecret: undefined })
    await expect(payments.readWebhook('{}', 't=1,v1=x')).rejects.toEqual(new Problem('not-found'))
  })

  test('keeps an event of an unknown order, and processes it once the order exists', async () => {
    const { event, piId } = await paidEvent()
    const order = await orderOfIntent(app.database.db, piId)
    // The order’s own row does not exist yet: another node is about to commit it.
    await app.database.db.delete(orders).where(eq(orders.id, order.id))
    expect((await deliver(app, event)).status).toBe(200)
    await until(
      () => findEvent(event.id),
      (row) => (row?.attempts ?? 0) > 0,
    )
    expect(await findEvent(event.id)).toMatchObject({ status: 'pending', processedAt: null })

    await app.database.db.insert(orders).values(order)
    await runJob(app, 'payments.event', { eventId: event.id })
    expect(await findEvent(event.id)).toMatchObject({ status: 'done' })
    expect((await effectsOf(app.database.db, piId)).status).toBe('paid')
  })

  test('keeps an event of an unknown payment', async () => {
    const { event } = await paidEvent()
    const foreign = { ...event, id: 'evt_unknown', data: { object: { id: 'pi_unknown', object: 'payment_intent' } } }
    expect((await deliver(app, foreign)).status).toBe(200)
    await expect(runJob(app, 'payments.event', { eventId: 'evt_unknown' })).rejects.toThrow('No order is known')
    expect(await findEvent('evt_unknown')).toMatchObject({ status: 'pending' })
  })

  test('records an event that is not about money, and ignores it', async () => {
    const about = {
      id: 'evt_customer',
      type: 'customer.created',
      livemode: false,
      data: { object: { id: 'cus_1', object: 'customer' } },
    }
    expect((await deliver(app, about)).status).toBe(200)
    expect(await findEvent('evt_customer')).toMatchObject({ status: 'ignored' })
  })
})
