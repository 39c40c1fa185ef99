import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import {
  approveInvestor,
  authenticate,
  CARDS,
  confirmUnlock,
  effectsOf,
  hasUnlocked,
  intentOf,
  listInvestor,
  orderOfIntent,
  payWithCard,
  startPayment,
} from '#tests/support/actors/money.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { listOrders } from '#tests/support/state/orders.ts'
import { listProviderObjects, providerObject } from '#tests/support/state/provider.ts'

let app: TestApp
let vcId: string
beforeAll(async () => {
  app = await startTestApp()
  vcId = await listInvestor(app.database.db)
})

describe('buying a contact', () => {
  test('a visitor pays once and reads the contact, and no other visitor does', async () => {
    const [buyer, stranger] = [app.visitor(), app.visitor()]
    expect(await hasUnlocked(buyer, vcId)).toBe(false)
    const { body } = await startPayment(buyer, vcId)
    expect(body.amount).toBe(9900)
    expect((await payWithCard(app, body.clientSecret, CARDS.good)).body.status).toBe('succeeded')

    const confirmed = await confirmUnlock(buyer, body.clientSecret, vcId)
    expect(confirmed.status).toBe(200)
    expect(confirmed.body.contact).toMatchObject({ email: 'grace@harbour.example', telegram: '@grace_listed' })
    expect(confirmed.body.contact?.introTemplate).toContain('Hi Grace,')
    expect(await hasUnlocked(buyer, vcId)).toBe(true)
    expect(await hasUnlocked(stranger, vcId)).toBe(false)
    expect(await effectsOf(app.database.db, intentOf(body.clientSecret))).toEqual({
      status: 'paid',
      alert: null,
      grants: [{ status: 'completed' }],
      payments: [{ status: 'paid' }],
      mails: [],
      balances: { cash: 9900, investor_payable: -8415, platform_revenue: -1485 },
    })
  })

  test('a payment is confirmed by either name of the call', async () => {
    const buyer = app.visitor()
    const { clientSecret, amount } = (await startPayment(buyer, vcId, { bookingType: 'contact' })).body
    expect(amount).toBe(9900)
    const paid = { paymentIntentId: intentOf(clientSecret), vcId, vcType: 'airtable', email: 'anonymous@latchkey.example' }
    expect((await buyer.post('/api/confirm-vc-unlock-payment', paid)).status).toBe(409)
    await payWithCard(app, clientSecret, CARDS.good)
    const confirmed = await buyer.post('/api/confirm-vc-unlock-payment', paid)
    expect(confirmed).toMatchObject({ status: 200, body: { success: true, contact: { email: 'grace@harbour.example' } } })
    expect((await confirmUnlock(buyer, clientSecret, vcId)).body).toEqual(confirmed.body)
  })

  test.each([
    [CARDS.declined, 'Your card was declined.'],
    [CARDS.insufficient, 'Your card has insufficient funds.'],
  ])('card %s is declined with the message of the provider, and unlocks nothing', async (number, message) => {
    const buyer = app.visitor()
    const { body } = await startPayment(buyer, vcId)
    const refused = await payWithCard(app, body.clientSecret, number)
    expect(refused).toMatchObject({ status: 402, body: { error: { type: 'card_error', code: 'card_declined', message } } })
    expect(await confirmUnlock(buyer, body.clientSecret, vcId)).toMatchObject({
      status: 409,
      body: { code: 'payments.not-completed' },
    })
    expect(await hasUnlocked(buyer, vcId)).toBe(false)
  })
})

test('P1: the server charges and returns its own quote, for any amount that a browser sends', async () => {
  for (const amount of [1, -5, 1e9, '0', undefined]) {
    const { body } = await startPayment(app.visitor(), vcId, { amount })
    expect(body.amount).toBe(9900)
    const intent = await providerObject(app.database.db, intentOf(body.clientSecret))
    expect(intent).toMatchObject({ amount: 9900, metadata: { orderId: expect.stringMatching(/^ord_/) } })
    expect(Object.keys(intent.metadata)).toEqual(['orderId', 'installation'])
  }
})

describe('P3: one purchase is one payment', () => {
  test('50 parallel clicks open one intent', async () => {
    const buyer = app.visitor()
    await startPayment(buyer, await listInvestor(app.database.db)) // First, so that the buyer has a cookie.
    const targetId = await listInvestor(app.database.db)
    const replies = await Promise.all(Array.from({ length: 50 }, () => startPayment(buyer, targetId)))
    expect(new Set(replies.map(({ body }) => body.clientSecret)).size).toBe(1)
    const made = await listOrders(app.database.db, { targetId })
    expect(made).toHaveLength(1)
    const ofOrder = { metadata: { orderId: made[0]?.id } }
    expect(await listProviderObjects(app.database.db, 'payment_intent', ofOrder)).toHaveLength(1)
  })

  test('an unlocked contact is not sold again', async () => {
    const buyer = app.visitor()
    const { body } = await startPayment(buyer, vcId)
    await payWithCard(app, body.clientSecret, CARDS.good)
    // Paid but not yet confirmed: the second click finds the payment.
    expect(await startPayment(buyer, vcId)).toMatchObject({ status: 409, body: { message: 'Already unlocked' } })
    expect(await startPayment(buyer, vcId)).toMatchObject({ status: 409, body: { code: 'unlocks.already-unlocked' } })
    expect(await hasUnlocked(buyer, vcId)).toBe(true)
  })
})

test('P4: a changed price cancels the old intent before it opens another', async () => {
  const { db } = app.database
  const targetId = await approveInvestor(db, { price: cents(2000) })
  const buyer = app.visitor()
  const before = (await startPayment(buyer, targetId)).body
  await db.execute(sql`update vcs set price = 3000 where id = ${targetId}`)
  const after = (await startPayment(buyer, targetId)).body
  expect([before.amount, after.amount]).toEqual([2000, 3000])
  expect(after.clientSecret).not.toBe(before.clientSecret)
  expect(await payWithCard(app, before.clientSecret, CARDS.good)).toMatchObject({
    status: 400,
    body: { error: { code: 'payment_intent_unexpected_state' } },
  })
  await payWithCard(app, after.clientSecret, CARDS.good)
  expect((await confirmUnlock(buyer, after.clientSecret, targetId)).status).toBe(200)
  expect(await orderOfIntent(db, intentOf(after.clientSecret))).toMatchObject({ attempt: 2, amount: 3000, status: 'paid' })
})

test('P6: a payment cannot be used by another principal or for another investor', async () => {
  const [buyer, thief] = [app.visitor(), app.visitor()]
  const moreExpensive = await listInvestor(app.database.db, { name: 'Very Dear', price: cents(99_900) })
  const { clientSecret } = (await startPayment(buyer, vcId)).body
  await startPayment(thief, vcId)
  await payWithCard(app, clientSecret, CARDS.good)
  const unknown = await confirmUnlock(buyer, 'pi_neverexisted_secret_x', vcId)
  for (const refused of [
    await confirmUnlock(thief, clientSecret, vcId),
    await confirmUnlock(buyer, clientSecret, moreExpensive),
  ]) {
    expect(refused.status).toBe(404)
    expect(refused.body).toEqual(unknown.body)
  }
  expect(await hasUnlocked(buyer, moreExpensive)).toBe(false)
  expect(await hasUnlocked(thief, vcId)).toBe(false)
  expect((await confirmUnlock(buyer, clientSecret, vcId)).status).toBe(200)
})

describe('P9: only a succeeded payment unlocks', () => {
  test('a payment that waits for its authentication does not, and does once it is authenticated', async () => {
    const buyer = app.visitor()
    const { clientSecret } = (await startPayment(buyer, vcId)).body
    expect((await payWithCard(app, clientSecret, CARDS.authenticates)).body.status).toBe('requires_action')
    expect((await confirmUnlock(buyer, clientSecret, vcId)).body.code).toBe('payments.not-completed')
    expect((await authenticate(app, clientSecret, 'fail')).body.error?.code).toBe('payment_intent_authentication_failure')
    expect(await hasUnlocked(buyer, vcId)).toBe(false)
    await payWithCard(app, clientSecret, CARDS.authenticates)
    expect((await authenticate(app, clientSecret, 'success')).body.status).toBe('succeeded')
    expect((await confirmUnlock(buyer, clientSecret, vcId)).status).toBe(200)
  })

  test('a declined card, then a valid one on the same intent, does', async () => {
    const buyer = app.visitor()
    const { clientSecret } = (await startPayment(buyer, vcId)).body
    await payWithCard(app, clientSecret, CARDS.declined)
    await confirmUnlock(buyer, clientSecret, vcId)
    expect((await orderOfIntent(app.database.db, intentOf(clientSecret))).status).toBe('failed')
    await payWithCard(app, clientSecret, CARDS.good)
    expect((await confirmUnlock(buyer, clientSecret, vcId)).status).toBe(200)
  })
})
