import { afterEach, expect, test, vi } from 'vitest'
import { openKeyring } from '#server/crypto/keyring.ts'
import { SANDBOX_SECRET_KEY } from '#server/env.ts'
import { createLooks } from '#server/features/orders/settlement/looks.ts'
import { settleOrder } from '#server/features/orders/settlement/settle-order.ts'
import { RECONCILE_JOB } from '#server/payments/reconcile.ts'
import { createStripePayments } from '#server/payments/stripe.ts'
import { MINIMUM_CHARGE } from '#shared/money.ts'
import {
  CARDS,
  confirmUnlock,
  intentOf,
  listInvestor,
  orderOfIntent,
  payWithCard,
  silenceWebhooks,
  startPayment,
  stopLookWindows,
} from '#tests/support/actors/money.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { ownRoundsOver } from '#tests/support/rounds.ts'
import { FIXED_KEYS } from '#tests/support/vault.ts'

afterEach(() => vi.restoreAllMocks())

/** The number of times the server has read one intent from the provider. */
function countReads(piId: string) {
  const fetched = vi.spyOn(globalThis, 'fetch')
  return () =>
    fetched.mock.calls.filter(([input]) =>
      String(input instanceof Request ? input.url : input).includes(`/payment_intents/${piId}?`),
    ).length
}

async function unpaid(app: TestApp) {
  const vcId = await listInvestor(app.database.db)
  const buyer = app.visitor()
  const { clientSecret } = (await startPayment(buyer, vcId)).body
  return { vcId, buyer, clientSecret, piId: intentOf(clientSecret) }
}

test('200 concurrent confirm calls for one unpaid order read from the provider at most twice', async () => {
  const app = await startTestApp()
  await silenceWebhooks(app.database.db)
  await stopLookWindows(app.database.db)
  const { vcId, buyer, clientSecret, piId } = await unpaid(app)
  const reads = countReads(piId)
  const replies = await Promise.all(Array.from({ length: 200 }, () => confirmUnlock(buyer, clientSecret, vcId)))
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['409 payments.not-completed']))
  expect(reads()).toBeLessThanOrEqual(2)
  expect(reads()).toBeGreaterThan(0)
})

test('concurrent confirm calls at two nodes share the budget of one order', async () => {
  const app = await startTestApp()
  await silenceWebhooks(app.database.db)
  await stopLookWindows(app.database.db)
  const { vcId, buyer, clientSecret, piId } = await unpaid(app)
  const node = await app.anotherNode()
  await ownRoundsOver(app, RECONCILE_JOB)
  const there = { ...buyer, post: node.visitor().post }
  const cookie = [...buyer.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const body = { paymentIntentId: piId, vcId, vcType: 'airtable', email: 'x@y.example' }
  const reads = countReads(piId)
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      index % 2 ? confirmUnlock(buyer, clientSecret, vcId) : there.post('/api/confirm-vc-unlock', body, { headers: { cookie } }),
    ),
  )
  expect(reads()).toBeLessThanOrEqual(2)
})

test('a payment during other reads is detected immediately', async () => {
  const app = await startTestApp()
  await silenceWebhooks(app.database.db)
  const { vcId, buyer, clientSecret } = await unpaid(app)
  expect((await confirmUnlock(buyer, clientSecret, vcId)).body.code).toBe('payments.not-completed')
  await payWithCard(app, clientSecret, CARDS.good)
  expect((await confirmUnlock(buyer, clientSecret, vcId)).status).toBe(200)
})

test('repeated confirm calls for paid orders do not use up the quota at the provider', async () => {
  const app = await startTestApp()
  await silenceWebhooks(app.database.db)
  const { vcId, buyer, clientSecret, piId } = await unpaid(app)
  await payWithCard(app, clientSecret, CARDS.good)
  expect((await confirmUnlock(buyer, clientSecret, vcId)).status).toBe(200)
  const reads = countReads(piId)
  for (let call = 0; call < 12; call += 1) expect((await confirmUnlock(buyer, clientSecret, vcId)).status).toBe(200)
  expect(reads()).toBeLessThanOrEqual(4)
})

test('a read that begins before a payment does not answer a request after it', async () => {
  const app = await startTestApp()
  const { db } = app.database
  await silenceWebhooks(db)
  const { clientSecret, piId } = await unpaid(app)
  const payments = createStripePayments({ secretKey: SANDBOX_SECRET_KEY, webhookSecret: undefined, sandboxUrl: () => app.url })
  const [hasRead, mayContinue] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = {
    ...payments,
    readIntent: async (id: string) => {
      const intent = await payments.readIntent(id)
      hasRead.resolve()
      await mayContinue.promise
      return intent
    },
  }
  const { log, now } = app.world
  const deps = {
    db,
    log,
    now,
    payments: slow,
    looks: createLooks(db, FIXED_KEYS),
    keyring: await openKeyring(db),
    isLiveMode: false,
    minimumCharge: MINIMUM_CHARGE,
    base: () => 'http://127.0.0.1',
    fulfilments: {},
    subscribers: [],
  }
  const { id } = await orderOfIntent(db, piId)
  const before = settleOrder(deps, id)
  await hasRead.promise
  await payWithCard(app, clientSecret, CARDS.declined)
  const after = settleOrder(deps, id)
  mayContinue.resolve()
  expect([(await before)?.status, (await after)?.status]).toEqual(['pending', 'failed'])
})

test('many concurrent events of one order cause two reads, for any number of waiting handlers', async () => {
  const app = await startTestApp()
  const { db } = app.database
  await silenceWebhooks(db)
  const { piId } = await unpaid(app)
  const payments = createStripePayments({ secretKey: SANDBOX_SECRET_KEY, webhookSecret: undefined, sandboxUrl: () => app.url })
  let reads = 0
  const counting = {
    ...payments,
    readIntent: (id: string) => {
      reads += 1
      return payments.readIntent(id)
    },
  }
  const { log, now } = app.world
  const same = {
    db,
    log,
    now,
    looks: createLooks(db, FIXED_KEYS),
    keyring: await openKeyring(db),
    isLiveMode: false,
    minimumCharge: MINIMUM_CHARGE,
    base: () => 'http://127.0.0.1',
    fulfilments: {},
    subscribers: [],
  }
  const { id } = await orderOfIntent(db, piId)
  await Promise.all(Array.from({ length: 50 }, () => settleOrder({ ...same, payments: counting }, id)))
  expect(reads).toBe(2)
})

test('a read that finds no change writes nothing', async () => {
  const app = await startTestApp()
  const { db } = app.database
  await silenceWebhooks(db)
  const { vcId, buyer, clientSecret, piId } = await unpaid(app)
  const stampOf = async () => (await db.execute(`select xmin::text as stamp from orders where pi_id = '${piId}'`))[0]?.stamp
  const opened = await stampOf()
  await confirmUnlock(buyer, clientSecret, vcId)
  expect(await stampOf()).toBe(opened)
  await payWithCard(app, clientSecret, CARDS.good)
  await confirmUnlock(buyer, clientSecret, vcId)
  const paid = await stampOf()
  expect(paid).not.toBe(opened)
  const stampsOf = () => db.execute(`select xmin::text from vc_unlocks union all select xmin::text from payments`)
  const granted = await stampsOf()
  await app.app.jobs['payments.reconcile']?.({})
  await confirmUnlock(buyer, clientSecret, vcId)
  expect([await stampOf(), await stampsOf()]).toEqual([paid, granted])
})

test('confirm calls are limited per payment and per principal', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } })
  await silenceWebhooks(app.database.db)
  const { vcId, buyer, clientSecret } = await unpaid(app)
  const confirm = async () => (await confirmUnlock(buyer, clientSecret, vcId)).status
  const statuses = []
  for (let count = 0; count < 31; count += 1) statuses.push(await confirm())
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  const others = Array.from({ length: 30 }, (_, index) => confirmUnlock(buyer, `pi_other${index}_secret_x`, vcId))
  const answered = (await Promise.all(others)).map(({ status }) => status)
  expect(answered.filter((status) => status === 404)).toHaveLength(29)
  expect(answered.filter((status) => status === 429)).toHaveLength(1)
})
