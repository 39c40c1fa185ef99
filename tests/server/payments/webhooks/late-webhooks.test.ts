import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { orders, sandboxObjects, sandboxRequests, stripeEvents } from '#drizzle/schema/index.ts'
import { processEvent } from '#server/payments/webhook-inbox.ts'
import type { OrderId, PrincipalId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import {
  atProvider,
  backdate,
  CARDS,
  confirmUnlock,
  deliver,
  effectsOf,
  eventsOf,
  hasUnlocked,
  intentOf,
  listInvestor,
  orderOfIntent,
  payWithCard,
  reconcile,
  rewriteIntent,
  runJob,
  silenceWebhooks,
  startPayment,
} from '#tests/support/actors/money.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { receivedEvent } from '#tests/support/state/inbox.ts'
import { orderById } from '#tests/support/state/orders.ts'
import { until } from '#tests/support/until.ts'

/** The provider sends no events by itself here: each test delivers them. */
let app: TestApp
let vcId: string
beforeAll(async () => {
  app = await startTestApp()
  vcId = await listInvestor(app.database.db)
  await silenceWebhooks(app.database.db)
})

const begin = async () => {
  const buyer = app.visitor()
  const { clientSecret } = (await startPayment(buyer, vcId)).body
  return { buyer, clientSecret, piId: intentOf(clientSecret) }
}
const bought = async () => {
  const begun = await begin()
  await payWithCard(app, begun.clientSecret, CARDS.good)
  return begun
}
const isPaid = ({ status }: { status: string }) => status === 'paid'

const ALL_THERE = {
  status: 'paid',
  alert: null,
  grants: [{ status: 'completed' }],
  payments: [{ status: 'paid' }],
  mails: [],
  balances: { cash: 9900, investor_payable: -8415, platform_revenue: -1485 },
}

describe('P2: the order is committed before the provider is called', () => {
  test('the database contains it at that moment', async () => {
    // The sandbox writes on a separate connection, which sees committed rows only.
    await app.database.sql.unsafe(`
      create function refuse_unknown_order() returns trigger language plpgsql as $$ begin
        if not exists (select from orders where id = new.body->'metadata'->>'orderId') then
          raise exception 'the order is not there yet';
        end if;
        return new;
      end $$;
      create trigger refuse_unknown_order before insert on sandbox_objects
        for each row when (new.id like 'pi\\_%') execute function refuse_unknown_order()`)
    expect((await startPayment(app.visitor(), vcId)).status).toBe(200)
    await app.database.sql`drop function refuse_unknown_order cascade`
  })

  test('a crash before the intent was created is repaired by the reconciler, with one intent', async () => {
    const { buyer, clientSecret } = await begin()
    const { principalId } = await orderOfIntent(app.database.db, intentOf(clientSecret))
    const other = await listInvestor(app.database.db)
    const id = 'ord_crashedbefore' as OrderId
    await app.database.db.insert(orders).values({
      id,
      principalId: principalId as PrincipalId,
      kind: 'vc_unlock',
      targetType: 'airtable',
      targetId: other,
      amount: cents(9900),
      snapshot: { title: 'x', vcType: 'airtable' },
      createdAt: sql`now() - interval '6 minutes'`,
    })
    await reconcile(app)
    const { piId } = await orderById(app.database.db, id)
    expect(piId).toMatch(/^pi_/)
    const again = await startPayment(buyer, other)
    expect(intentOf(again.body.clientSecret)).toBe(piId)
  })

  test('a crash before the intent id was saved is repaired by the webhook alone', async () => {
    const { buyer, clientSecret, piId } = await begin()
    await app.database.db.update(orders).set({ piId: null }).where(eq(orders.piId, piId))
    // The provider stores keys for a day only.
    await app.database.db.delete(sandboxRequests)
    await payWithCard(app, clientSecret, CARDS.good)
    for (const event of await eventsOf(app.database.db, piId)) await deliver(app, event)
    await until(() => hasUnlocked(buyer, vcId))
    expect(await effectsOf(app.database.db, piId)).toEqual(ALL_THERE)
  })
})

describe('P5: nothing is granted for a payment that does not match this order exactly', () => {
  test.each<[field: string, Record<string, unknown>]>([
    ['amount', { amount_received: 9899 }],
    ['currency', { currency: 'eur' }],
    ['order', { metadata: { orderId: 'ord_somebodyelses' } }],
    ['order', { metadata: {} }],
    ['mode', { livemode: true }],
  ])('a wrong %s raises an alert', async (field, change) => {
    const { buyer, clientSecret, piId } = await bought()
    await rewriteIntent(app.database.db, piId, change)
    expect(await confirmUnlock(buyer, clientSecret, vcId)).toMatchObject({ status: 409, body: { code: 'payments.mismatch' } })
    await reconcile(app)
    expect(await hasUnlocked(buyer, vcId)).toBe(false)
    expect(await effectsOf(app.database.db, piId)).toMatchObject({
      alert: `payment-mismatch: ${field}`,
      grants: [],
      balances: {},
    })
  })
})

test('P7: every event five times, in parallel with five confirms, has each effect once', async () => {
  const { buyer, clientSecret, piId } = await begin()
  await payWithCard(app, clientSecret, CARDS.declined)
  await payWithCard(app, clientSecret, CARDS.good)
  const events = await eventsOf(app.database.db, piId)
  expect(events.map(({ type }) => type)).toContain('payment_intent.payment_failed')
  await Promise.all([
    ...events.flatMap((event) => Array.from({ length: 5 }, () => deliver(app, event))),
    ...Array.from({ length: 5 }, () => confirmUnlock(buyer, clientSecret, vcId)),
    ...events.map(({ id }) => runJob(app, 'payments.event', { eventId: id })),
    reconcile(app),
  ])
  expect(await effectsOf(app.database.db, piId)).toEqual(ALL_THERE)
})

describe('P9: an intermediate state never unlocks', () => {
  test.each([
    'processing',
    'requires_action',
    'requires_confirmation',
    'requires_capture',
    'requires_payment_method',
    'canceled',
  ])('%s', async (status) => {
    const { buyer, clientSecret, piId } = await begin()
    // Even one that claims to have received the money.
    await rewriteIntent(app.database.db, piId, { status, amount_received: 9900 })
    expect((await confirmUnlock(buyer, clientSecret, vcId)).status).toBe(409)
    await backdate(app.database.db, piId, '6 minutes')
    await reconcile(app)
    expect(await hasUnlocked(buyer, vcId)).toBe(false)
    expect((await effectsOf(app.database.db, piId)).grants).toEqual([])
  })
})

describe('P11: the result is the same for every channel', () => {
  test('by webhook alone, with the browser closed', async () => {
    const { piId } = await bought()
    for (const event of await eventsOf(app.database.db, piId)) expect((await deliver(app, event)).status).toBe(200)
    await until(() => orderOfIntent(app.database.db, piId), isPaid)
    expect(await effectsOf(app.database.db, piId)).toEqual(ALL_THERE)
  })

  test('by confirmation alone, without webhooks', async () => {
    const { buyer, clientSecret, piId } = await bought()
    expect((await confirmUnlock(buyer, clientSecret, vcId)).status).toBe(200)
    expect(await effectsOf(app.database.db, piId)).toEqual(ALL_THERE)
  })

  test.each(['6 minutes', '400 days'])('by the reconciler alone, %s later', async (age) => {
    const { piId } = await bought()
    await reconcile(app)
    expect((await orderOfIntent(app.database.db, piId)).status).toBe('pending')
    await backdate(app.database.db, piId, age)
    await reconcile(app)
    expect(await effectsOf(app.database.db, piId)).toEqual(ALL_THERE)
  })
})

test('an event whose job was lost is found again by the reconciler', async () => {
  const { buyer, clientSecret, piId } = await bought()
  await confirmUnlock(buyer, clientSecret, vcId)
  await atProvider(app, 'refunds', { payment_intent: piId })
  const event = { source: 'webhook', eventId: `evt_${piId}`, type: 'charge.refunded', objectId: piId, livemode: false } as const
  await app.database.db.insert(stripeEvents).values(event)
  await reconcile(app)
  await until(
    () => orderOfIntent(app.database.db, piId),
    ({ status }) => status === 'refunded',
  )
})

describe('an order that stays open', () => {
  test('and unpaid for a day can no longer be paid', async () => {
    const { clientSecret, piId } = await begin()
    await backdate(app.database.db, piId, '25 hours')
    await reconcile(app)
    expect((await orderOfIntent(app.database.db, piId)).status).toBe('cancelled')
    expect((await payWithCard(app, clientSecret, CARDS.good)).body.error?.code).toBe('payment_intent_unexpected_state')
  })

  test('and undecided for a day requires manual review, and can still become paid', async () => {
    const { buyer, clientSecret, piId } = await bought()
    await rewriteIntent(app.database.db, piId, { status: 'processing' })
    await backdate(app.database.db, piId, '25 hours')
    await reconcile(app)
    expect(await orderOfIntent(app.database.db, piId)).toMatchObject({
      status: 'processing',
      alertCode: 'unresolved',
    })
    expect((await confirmUnlock(buyer, clientSecret, vcId)).body.code).toBe('payments.processing')
    await rewriteIntent(app.database.db, piId, { status: 'succeeded' })
    await reconcile(app)
    expect(await hasUnlocked(buyer, vcId)).toBe(true)
    expect((await orderOfIntent(app.database.db, piId)).refusal).toBeNull()
  })

  test('needs no review once its payment is cancelled: old alerts would hide new ones', async () => {
    const { piId } = await bought()
    await rewriteIntent(app.database.db, piId, { status: 'processing' })
    await backdate(app.database.db, piId, '25 hours')
    await reconcile(app)
    expect((await orderOfIntent(app.database.db, piId)).alertCode).toBe('unresolved')
    await rewriteIntent(app.database.db, piId, { status: 'canceled' })
    await reconcile(app)
    expect(await orderOfIntent(app.database.db, piId)).toMatchObject({ status: 'cancelled', alertCode: null })
  })
})

test('a mismatch of a payment stays recorded for the team, even if it cannot be closed a day later', async () => {
  const { piId } = await bought()
  await rewriteIntent(app.database.db, piId, { amount_received: 1 })
  await backdate(app.database.db, piId, '25 hours')
  await reconcile(app)
  expect(await orderOfIntent(app.database.db, piId)).toMatchObject({ alertCode: 'payment-mismatch', alertDetail: 'amount' })
})

test('L2: a refund without an event is read from the provider’s list', async () => {
  const { buyer, clientSecret, piId } = await bought()
  await confirmUnlock(buyer, clientSecret, vcId)
  await atProvider(app, 'refunds', { payment_intent: piId })
  await reconcile(app)
  expect(await hasUnlocked(buyer, vcId)).toBe(true)
  await runJob(app, 'payments.list-events')
  await until(
    () => hasUnlocked(buyer, vcId),
    (has) => !has,
  )
})

test('a server that dies between payment and grant grants after its restart, without a request', async () => {
  const { piId } = await bought()
  await app.stop()
  // The provider may even fail to create an event for it.
  await app.database.db.delete(sandboxObjects).where(eq(sandboxObjects.type, 'event'))
  expect((await orderOfIntent(app.database.db, piId)).status).toBe('pending')
  await app.anotherNode()
  await until(() => orderOfIntent(app.database.db, piId), isPaid)
  expect(await effectsOf(app.database.db, piId)).toEqual(ALL_THERE)
})

test('the stored reason of a failed event contains no query parameters', async () => {
  const { db } = app.database
  const event = { id: 'evt_failing', type: 'account.updated', objectId: 'acct_failing', livemode: false }
  await db.insert(stripeEvents).values({ ...event, eventId: event.id, source: 'webhook', status: 'pending' })
  const refresh = () => db.execute(sql`select * from nowhere where email = ${'ada@secret.example'}`)
  const deps = { db, payees: { refresh } } as unknown as Parameters<typeof processEvent>[0]
  await expect(processEvent(deps)({ eventId: event.id })).rejects.toThrow()
  const kept = await receivedEvent(db, event.id)
  expect(kept?.lastError).toContain('Failed query: select * from nowhere')
  expect(kept?.lastError).not.toContain('ada@secret.example')
})
