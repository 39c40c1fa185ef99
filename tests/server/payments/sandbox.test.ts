import { eq, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { beforeAll, describe, expect, test } from 'vitest'
import { sandboxDeliveries } from '#drizzle/schema/index.ts'
import { SANDBOX_SECRET_KEY } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { createSandbox } from '#server/payments/sandbox/sandbox.ts'
import { createStripePayments } from '#server/payments/stripe.ts'
import {
  authenticate,
  CARDS,
  deliver,
  eventsOf,
  intentOf,
  listInbox,
  listInvestor,
  orderOfIntent,
  payWithCard,
  rewriteIntent,
  startPayment,
} from '#tests/support/actors/money.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { listJobs } from '#tests/support/state/jobs.ts'
import { until } from '#tests/support/until.ts'

let app: TestApp
let stripe: Stripe
beforeAll(async () => {
  app = await startTestApp({ env: { LOG_LEVEL: 'silent' } })
  const { port } = new URL(app.url)
  // The SDK has no base path, so its requests are rewritten to this server; everything else is as shipped.
  const led = (input: string | URL | Request, init?: RequestInit) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return fetch(`http://127.0.0.1:${port}/sandbox/stripe${pathname}${search}`, init)
  }
  const httpClient = Stripe.createFetchHttpClient(Object.assign(led, { preconnect: fetch.preconnect }))
  stripe = new Stripe(SANDBOX_SECRET_KEY, { httpClient, maxNetworkRetries: 0, telemetry: false })
})

const params = { amount: 500, currency: 'usd', metadata: { orderId: 'ord_1' } }
const open = async () => {
  const intent = await stripe.paymentIntents.create(params)
  return { piId: intent.id, clientSecret: intent.client_secret ?? '' }
}

describe('idempotency keys, as at Stripe', () => {
  test('the same call repeats its answer, and another one with the same key is refused', async () => {
    const idempotencyKey = 'order:ord_1:1'
    const made = await Promise.all(Array.from({ length: 5 }, () => stripe.paymentIntents.create(params, { idempotencyKey })))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    const other = stripe.paymentIntents.create({ ...params, amount: 501 }, { idempotencyKey })
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  })
})

test('the error of an executed call is repeated for its key; a call that fails validation uses no key', async () => {
  const { piId } = await open()
  await rewriteIntent(app.database.db, piId, { status: 'processing' })
  const idempotencyKey = `cancel:${piId}`
  await expect(stripe.paymentIntents.cancel(piId, {}, { idempotencyKey })).rejects.toThrow('status of processing')
  await rewriteIntent(app.database.db, piId, { status: 'requires_payment_method' })
  await expect(stripe.paymentIntents.cancel(piId, {}, { idempotencyKey })).rejects.toThrow('status of processing')
  const again = 'order:ord_2:1'
  await expect(stripe.paymentIntents.create({ ...params, amount: 1 }, { idempotencyKey: again })).rejects.toThrow('at least')
  expect((await stripe.paymentIntents.create(params, { idempotencyKey: again })).amount).toBe(500)
})

test('a payment that could not be cancelled while it was processing is cancelled once its card is declined', async () => {
  const payments = createStripePayments({ ...app.world.env.stripe, sandboxUrl: () => app.url })
  const { piId } = await open()
  await rewriteIntent(app.database.db, piId, { status: 'processing' })
  expect(await payments.cancelIntent(piId)).toBe(false)
  await rewriteIntent(app.database.db, piId, { status: 'requires_payment_method' })
  expect(await payments.cancelIntent(piId)).toBe(true)
  expect(await payments.cancelIntent(piId)).toBe(true)
  expect((await stripe.paymentIntents.retrieve(piId)).status).toBe('canceled')
})

test('a public sandbox accepts no well-known key; the server uses its own generated keys', async () => {
  const shared = await startTestApp({ env: { PAYMENTS: 'sandbox', LOG_LEVEL: 'silent' } })
  const list = await fetch(`${shared.url}/sandbox/stripe/v1/payment_intents`, {
    headers: { authorization: `Bearer ${SANDBOX_SECRET_KEY}` },
  })
  expect(list.status).toBe(401)
  const vcId = await listInvestor(shared.database.db)
  const { body } = await startPayment(shared.visitor(), vcId)
  await payWithCard(shared, body.clientSecret, CARDS.good)
  // The provider’s own event settles it: it is signed with the key that the webhook checks.
  await until(
    () => orderOfIntent(shared.database.db, intentOf(body.clientSecret)),
    ({ status }) => status === 'paid',
  )
  const [event] = await eventsOf(shared.database.db, intentOf(body.clientSecret))
  expect((await deliver(shared, event)).status).toBe(400)
})

describe('permissions', () => {
  test('a wrong key has no access, and a browser only to its own intent', async () => {
    const { piId, clientSecret } = await open()
    const call = (path: string, init: RequestInit) => fetch(`${app.url}/sandbox/stripe/v1/${path}`, init)
    const wrongKey = { authorization: 'Bearer sk_test_other' }
    expect((await call('payment_intents', { method: 'POST', headers: wrongKey, body: 'amount=500' })).status).toBe(401)
    expect((await call('events', {})).status).toBe(401)
    expect((await call(`payment_intents/${piId}`, {})).status).toBe(400)
    expect((await call(`payment_intents/${piId}?client_secret=wrong`, {})).status).toBe(400)
    expect((await call(`payment_intents/${piId}?client_secret=${clientSecret}`, {})).status).toBe(200)
    expect((await call(`payment_intents/${piId}/cancel`, { method: 'POST', body: `client_secret=${clientSecret}` })).status).toBe(
      401,
    )
    expect((await payWithCard(app, `${piId}_secret_wrong`, CARDS.good)).status).toBe(400)
    expect((await payWithCard(app, 'pi_none_secret_x', CARDS.good)).body.error?.code).toBe('resource_missing')
  })

  test.each([
    ['GET', 'payment_intents/pi_%00?client_secret=x', undefined, 400],
    ['POST', 'payment_intents/pi_%00/confirm', 'client_secret=x', 400],
    ['POST', 'payment_intents', 'amount=500&currency=usd&metadata[orderId]=%00', 200],
    ['POST', 'payment_intents', 'amount=500&currency=usd&description=a%00b', 200],
    ['POST', 'refunds', 'payment_intent=%00', 400],
    ['GET', 'events?limit=1.5', undefined, 200],
    ['GET', 'events?starting_after=%00&created[gte]=-1e3', undefined, 400],
    ['GET', 'refunds?charge=%00', undefined, 400],
  ])('%s %s %s is %d: characters that the database cannot store cause no server error', async (method, path, body, status) => {
    const headers = { authorization: `Bearer ${SANDBOX_SECRET_KEY}`, 'idempotency-key': crypto.randomUUID() }
    const init = { method, headers, ...(body !== undefined && { body }) }
    expect((await fetch(`${app.url}/sandbox/stripe/v1/${path}`, init)).status).toBe(status)
  })

  test.each([
    [{ amount: 49, currency: 'usd' }, 'amount_too_small'],
    [{ amount: 100_000_000, currency: 'usd' }, 'amount_too_large'],
  ])('%j is refused', async (wrong, code) => {
    await expect(stripe.paymentIntents.create(wrong)).rejects.toMatchObject({ code, statusCode: 400 })
  })
})

describe('invalid cards', () => {
  test.each<[string, string, Record<string, string>, number, string]>([
    ['a number with a wrong digit', '4242424242424241', {}, 402, 'incorrect_number'],
    ['letters', 'not a card', {}, 402, 'incorrect_number'],
    ['no number', '', {}, 400, 'parameter_missing'],
    ['a thirteenth month', CARDS.good, { exp_month: '13' }, 402, 'invalid_expiry_month'],
    ['a past year', CARDS.good, { exp_year: '20' }, 402, 'invalid_expiry_year'],
    ['last month', CARDS.good, lastMonth(), 402, expect.stringMatching(/^invalid_expiry_(month|year)$/)],
    ['a short code', CARDS.good, { cvc: '1' }, 402, 'invalid_cvc'],
    ['an unknown test card', '4111111111111111', {}, 402, 'card_declined'],
  ])('%s', async (_, number, card, status, code) => {
    const { piId, clientSecret } = await open()
    expect(await payWithCard(app, clientSecret, number, card)).toMatchObject({ status, body: { error: { code } } })
    expect((await stripe.paymentIntents.retrieve(piId)).status).toBe('requires_payment_method')
    // The next card is accepted as the first one would have been.
    expect((await payWithCard(app, clientSecret, CARDS.good)).body.status).toBe('succeeded')
  })
})

function lastMonth() {
  const then = new Date()
  then.setUTCMonth(then.getUTCMonth() - 1, 1)
  return { exp_month: String(then.getUTCMonth() + 1), exp_year: String(then.getUTCFullYear()) }
}

test('a payment is made once, and its card number is not stored', async () => {
  const { piId, clientSecret } = await open()
  const tries = await Promise.all([1, 2, 3].map(() => payWithCard(app, clientSecret, CARDS.good)))
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  expect((await stripe.charges.list({ payment_intent: piId })).data).toHaveLength(1)
  const [found] = await app.database.db.execute<{ rows: string }>(sql`
    select coalesce(string_agg(body::text, ''), '') || (select coalesce(string_agg(body::text, ''), '') from sandbox_requests) as rows
    from sandbox_objects`)
  expect(found?.rows).toContain('"last4": "4242"')
  expect(found?.rows).not.toContain('4242424242424242')
  expect(found?.rows).not.toContain('4242 4242 4242 4242')
})

test('authentication is required, and can fail', async () => {
  const { clientSecret } = await open()
  expect((await payWithCard(app, clientSecret, CARDS.authenticates)).body.status).toBe('requires_action')
  expect(await authenticate(app, clientSecret, 'fail')).toMatchObject({ status: 402, body: { error: { type: 'card_error' } } })
  await payWithCard(app, clientSecret, CARDS.authenticates)
  expect((await authenticate(app, clientSecret, 'success')).body.status).toBe('succeeded')
})

test('refunds are limited to what was paid, and the balance shows each movement', async () => {
  const { piId, clientSecret } = await open()
  await payWithCard(app, clientSecret, CARDS.good)
  await stripe.refunds.create({ payment_intent: piId, amount: 200 })
  await expect(stripe.refunds.create({ payment_intent: piId, amount: 301 })).rejects.toMatchObject({ statusCode: 400 })
  await stripe.refunds.create({ payment_intent: piId })
  await expect(stripe.refunds.create({ payment_intent: piId })).rejects.toMatchObject({ code: 'charge_already_refunded' })
  const charge = (await stripe.charges.list({ payment_intent: piId })).data[0]
  expect(charge).toMatchObject({ amount_refunded: 500, refunded: true })
  const moved = (await stripe.balanceTransactions.list({ limit: 100 })).data
  const refunds = (await stripe.refunds.list({ payment_intent: piId })).data.map(({ id }) => id)
  const ofThis = moved.filter(({ source }) => source === charge?.id || refunds.includes(String(source)))
  expect(ofThis.map(({ amount }) => amount)).toEqual([-300, -200, 500])
})

test('card 0259 is disputed within two seconds', async () => {
  const { piId, clientSecret } = await open()
  await payWithCard(app, clientSecret, CARDS.disputed)
  const disputes = await until(
    () => stripe.disputes.list({ payment_intent: piId }),
    ({ data }) => data.length > 0,
  )
  // When the job was due: a worker of a busy machine may be late.
  const { latest_charge } = await stripe.paymentIntents.retrieve(piId)
  const [job] = await listJobs(app.database.db, { key: String(latest_charge) })
  expect((job?.runAt.getTime() ?? Number.POSITIVE_INFINITY) - (job?.createdAt.getTime() ?? 0)).toBeLessThanOrEqual(2000)
  expect(disputes.data).toHaveLength(1)
  await expect(stripe.refunds.create({ payment_intent: piId })).rejects.toMatchObject({ code: 'charge_disputed' })
})

test('events are listed newest first, page by page', async () => {
  const seen: string[] = []
  for await (const event of stripe.events.list({ limit: 3 })) seen.push(event.id)
  expect(seen.length).toBeGreaterThan(10)
  expect(seen).toEqual([...new Set(seen)].sort().reverse())
})

test('a webhook that is not accepted is delivered again', async () => {
  const { db } = app.database
  await db.execute(sql`alter table stripe_events add constraint closed check (event_id = 'none') not valid`)
  const { piId, clientSecret } = await open()
  await payWithCard(app, clientSecret, CARDS.good)
  const paid = (await eventsOf(db, intentOf(clientSecret))).at(-1)
  const delivery = async () =>
    (
      await db
        .select()
        .from(sandboxDeliveries)
        .where(eq(sandboxDeliveries.eventId, paid?.id ?? ''))
    )[0]
  expect(await until(delivery, (row) => (row?.attempts ?? 0) > 0)).toMatchObject({ isDelivered: false })
  expect((await deliver(app, paid)).status).toBe(500)
  await db.execute(sql`alter table stripe_events drop constraint closed`)
  await until(delivery, (row) => row?.isDelivered)
  expect((await listInbox(db)).map(({ objectId }) => objectId)).toContain(piId)
})

test('a fault of the sandbox itself is not an answer of the provider', async () => {
  const database = await testDatabase()
  const sandbox = createSandbox({
    db: database.db,
    log: createLog('silent'),
    webhookSecret: 'whsec_sandbox',
    ownUrl: () => undefined,
    secretKey: SANDBOX_SECRET_KEY,
    now: () => new Date(),
  })
  await database.sql`drop table sandbox_objects cascade`
  const reply = await sandbox.routes.handle(
    new Request('http://localhost/sandbox/stripe/v1/payment_intents/pi_1', {
      headers: { authorization: `Bearer ${SANDBOX_SECRET_KEY}` },
    }),
  )
  expect(reply.status).toBe(500)
})
