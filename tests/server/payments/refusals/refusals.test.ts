import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { orders } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import type { OrderId } from '#shared/ids.ts'
import { cents, MAXIMUM_CHARGE } from '#shared/money.ts'
import { held } from '#tests/support/actors/listings.ts'
import {
  approveInvestor,
  atProvider,
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
import { listIntroRequests } from '#tests/support/state/contacts.ts'
import { listOrders } from '#tests/support/state/orders.ts'
import { disputeAtProvider } from '#tests/support/state/provider.ts'
import { until } from '#tests/support/until.ts'
import { setUp } from './setup.ts'

const { app, vcId, buy } = await setUp()

describe('P19: no payment is opened', () => {
  test.each<[string, status: number, code: string, () => Promise<string>]>([
    ['an unknown investor', 404, 'not-found', async () => 'rec_unknown'],
    ['an unlisted one', 404, 'not-found', () => listInvestor(app.database.db, { unlistedAt: new Date() })],
    ['an unverified one', 409, 'unlocks.not-verified', () => listInvestor(app.database.db, { isVerified: false })],
    ['one under review', 409, 'unlocks.not-verified', () => approveInvestor(app.database.db, { isVerified: false })],
    ['one who paused', 409, 'unlocks.not-verified', () => approveInvestor(app.database.db, { isActive: false })],
    [
      'one above the maximum charge',
      409,
      'unlocks.not-purchasable',
      () => listInvestor(app.database.db, { price: cents(MAXIMUM_CHARGE + 1) }),
    ],
  ])('for %s', async (_, status, code, make) => {
    const targetId = await make()
    expect(await startPayment(app.visitor(), targetId)).toMatchObject({ status, body: { code } })
    expect(await listOrders(app.database.db, { targetId })).toEqual([])
  })

  test('for the own profile', async () => {
    const investor = await app.member({ userType: 'vc' })
    const own = await approveInvestor(app.database.db, { userId: investor.user.id })
    expect(await startPayment(investor, own)).toMatchObject({ status: 409, body: { code: 'unlocks.own-profile' } })
  })
})

test('an investor’s limit: a full week is refused before a charge, and a late payment is refunded automatically', async () => {
  const { db } = app.database
  const targetId = await approveInvestor(db, { weeklyIntroLimit: 1 })
  const [first, second, third] = [app.visitor(), app.visitor(), app.visitor()]
  const late = (await startPayment(second, targetId, { email: 'late@example.com' })).body
  expect((await buy(first, targetId)).confirmed.status).toBe(200)
  expect(await startPayment(third, targetId)).toMatchObject({ status: 409, body: { code: 'unlocks.limit-reached' } })

  await payWithCard(app, late.clientSecret, CARDS.good)
  const refused = await confirmUnlock(second, late.clientSecret, targetId)
  expect(refused).toMatchObject({ status: 409, body: { code: 'unlocks.limit-reached' } })
  expect(refused.body.message).toContain('refunded')
  const piId = intentOf(late.clientSecret)
  await until(
    () => orderOfIntent(db, piId),
    ({ status }) => status === 'refunded',
  )
  expect(await effectsOf(db, piId)).toMatchObject({ grants: [], mails: [{ template: 'returned' }], balances: { cash: 0 } })
  expect(await hasUnlocked(second, targetId)).toBe(false)
  expect((await held(second)).notices).toMatchObject([{ kind: 'payment-returned', facts: { amount: expect.any(Number) } }])
})

test('an undeliverable call takes no place, even while its payment is in dispute', async () => {
  const { db } = app.database
  const targetId = await approveInvestor(db, { weeklyIntroLimit: 1 })
  const { clientSecret } = (await startPayment(app.visitor(), await listInvestor(db))).body
  const { principalId } = await orderOfIntent(db, intentOf(clientSecret))
  await db.insert(orders).values({
    ...{ id: newId<OrderId>('ord'), principalId, kind: 'meeting', targetType: 'platform', targetId, amount: cents(500) },
    ...{ status: 'disputed', refusal: 'bookings.slot-taken', paidAt: new Date(), snapshot: { title: 'Call' } },
  })
  expect((await startPayment(app.visitor(), targetId)).status).toBe(200)
})

test('a week later there is a place again', async () => {
  const targetId = await approveInvestor(app.database.db, { weeklyIntroLimit: 1 })
  await buy(app.visitor(), targetId)
  await app.database.db.execute(sql`update vc_unlocks set created_at = created_at - interval '8 days' where vc_id = ${targetId}`)
  expect((await buy(app.visitor(), targetId)).confirmed.status).toBe(200)
})

describe('a refund or dispute revokes its own grant', () => {
  test('P12: a full refund does, a partial one does not', async () => {
    const buyer = app.visitor()
    const { clientSecret } = await buy(buyer, vcId)
    await atProvider(app, 'refunds', { payment_intent: intentOf(clientSecret), amount: '100' })
    await confirmUnlock(buyer, clientSecret, vcId)
    expect(await hasUnlocked(buyer, vcId)).toBe(true)
    await atProvider(app, 'refunds', { payment_intent: intentOf(clientSecret) })
    await until(
      () => hasUnlocked(buyer, vcId),
      (has) => !has,
    )
    expect(await effectsOf(app.database.db, intentOf(clientSecret))).toMatchObject({
      status: 'refunded',
      grants: [{ status: 'refunded' }],
      balances: { cash: 0, investor_payable: 0, platform_revenue: 0 },
    })
    // A refunded contact can be bought again.
    expect((await buy(buyer, vcId)).confirmed.status).toBe(200)
  })

  test.each([
    ['won', true, 'paid'],
    ['lost', false, 'revoked'],
  ])('P14: a dispute suspends it, and %s decides', async (outcome, keeps, status) => {
    const buyer = app.visitor()
    const { clientSecret } = await buy(buyer, vcId, CARDS.disputed)
    const piId = intentOf(clientSecret)
    await until(
      () => orderOfIntent(app.database.db, piId),
      (order) => order.status === 'disputed',
    )
    expect(await hasUnlocked(buyer, vcId)).toBe(false)
    await atProvider(app, `disputes/${await disputeAtProvider(app.database.db, piId)}/close`, { status: outcome })
    await until(
      () => orderOfIntent(app.database.db, piId),
      (order) => order.status === status,
    )
    expect(await hasUnlocked(buyer, vcId)).toBe(keeps)
  })
})

test('a recorded request counts once a day, with the server’s own figures', async () => {
  const member = await app.member()
  const claim = { vcId, vcType: 'platform', founderEmail: 'x@y.example', founderScore: 1e6, tags: ['Fame'], amount: 1 }
  for (const requestType of ['unlock', 'unlock', 'intro']) {
    expect((await member.post('/api/vc-request', { ...claim, requestType })).status).toBe(200)
  }
  const rows = await listIntroRequests(app.database.db, { principalId: member.user.principalId })
  expect(rows.map(({ requestType, amount }) => [requestType, amount]).sort()).toEqual([
    ['intro', 0],
    ['unlock', 9900],
  ])
  for (const row of rows) {
    expect(row).toMatchObject({ vcType: 'airtable', founderScore: 75, tags: ['DeFi'], founderEmail: member.user.email })
  }
})

test('a request of a guest has the score of the table, for any input', async () => {
  const targetId = await listInvestor(app.database.db)
  const sent = { vcId: targetId, vcType: 'airtable', founderScore: 75, requestType: 'unlock' }
  expect((await app.visitor().post('/api/vc-request', sent)).status).toBe(200)
  expect(await listIntroRequests(app.database.db, { vcId: targetId })).toMatchObject([{ founderScore: 50 }])
})

test('invalid input to every payment call is a 4xx with a message, in one format', async () => {
  const member = await app.member()
  const bodies: unknown[] = [
    undefined,
    null,
    [],
    'text',
    7,
    {},
    { vcId: '' },
    { vcId: '../etc' },
    { vcId: 'x'.repeat(65) },
    { vcId: { a: 1 } },
  ]
  const calls = [
    'create-vc-unlock-payment',
    'create-vc-payment',
    'confirm-vc-unlock',
    'confirm-vc-unlock-payment',
    'confirm-payment',
    'vc-request',
  ]
  const wrongPayments = ['pi_', 'ch_1', "pi_1' or 1=1", 'pi_\u0000', 5].map((paymentIntentId) => ({ vcId, paymentIntentId }))
  for (const call of calls) {
    for (const body of [...bodies, ...(call.startsWith('confirm') ? wrongPayments : [])]) {
      const reply = await member.post<{ message: unknown; code: unknown }>(`/api/${call}`, body)
      expect([call, body, reply.status >= 400 && reply.status < 500]).toEqual([call, body, true])
      expect(reply.body).toMatchObject({ message: expect.any(String), code: expect.any(String) })
      expect(JSON.stringify(reply.body)).not.toMatch(/at .*\.ts|select |postgres/i)
    }
  }
  for (const query of ['', '?vcId=', '?vcId=a&vcType=other']) {
    expect((await member.get(`/api/check-vc-unlock${query}`)).status).toBe(422)
  }
  expect((await member.get('/api/check-vc-unlock?vcId=%00')).status).toBe(400)
})

test('pages get the payment configuration', async () => {
  expect((await app.visitor().get('/api/config')).body).toEqual({
    stripe: { isSandbox: true, publishableKey: 'pk_test_sandbox' },
    homeVariant: 'a',
    headerVariant: 'get-started',
    errorSampleRate: 1,
  })
})
