import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { orders } from '#drizzle/schema/index.ts'
import { account } from '#tests/support/actors/account.ts'
import {
  atProvider,
  backdate,
  CARDS,
  deliver,
  effectsOf,
  eventsOf,
  forgetLooks,
  orderOfIntent,
  reconcile,
  rewriteIntent,
  runJob,
  silenceWebhooks,
} from '#tests/support/actors/money.ts'
import { begin, countCharges, KINDS, PRICES } from '#tests/support/actors/order-kinds.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'
import { untilWaiting } from '#tests/support/in-order.ts'
import { listOrders } from '#tests/support/state/orders.ts'
import { providerObject } from '#tests/support/state/provider.ts'
import { until } from '#tests/support/until.ts'

/** The provider sends no events by itself here: each test delivers them. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { LOG_LEVEL: 'silent' } })
  await silenceWebhooks(app.database.db)
})

const orderIdAt = async (piId: string) => {
  const { metadata } = await providerObject(app.database.db, piId)
  return metadata.orderId
}

describe.each(KINDS)('%s', (kind) => {
  const price = PRICES[kind]
  const paid = async () => {
    const begun = await begin(app, kind)
    return { ...begun, piId: await begun.pay(CARDS.good) }
  }
  const deliverAll = async (piId: string) => {
    const events = await eventsOf(app.database.db, piId)
    await Promise.all(events.map((event) => deliver(app, event)))
    await Promise.all(events.map(({ id }) => runJob(app, 'payments.event', { eventId: id })))
    return events
  }

  test('P1, P2: the server’s own price, for any requested amount; the provider receives the ids of the order and the installation only', async () => {
    const { again, pay } = await begin(app, kind)
    for (const amount of [1, -5, '1e9']) expect((await again({ amount })).reply.status).toBe(200)
    const piId = await pay(CARDS.declined)
    const intent = await providerObject(app.database.db, piId)
    expect(intent).toMatchObject({ amount: price, metadata: { orderId: expect.stringMatching(/^ord_/) } })
    expect(Object.keys(intent.metadata)).toEqual(['orderId', 'installation'])
  })

  test('P3: 8 parallel clicks are one payment, and what is owned is not sold again', async () => {
    const { targetId, again, pay, isHeld } = await begin(app, kind)
    const clicks = await Promise.all(Array.from({ length: 8 }, () => again()))
    expect(new Set(clicks.map(({ payment }) => payment)).size).toBe(1)
    expect(clicks[0]?.payment).toBeTruthy()
    await pay(CARDS.good)
    for (const { reply } of [await again(), await again()]) {
      expect(reply.status).toBe(409)
      expect(reply.body.code).toMatch(/already-(unlocked|published)$/)
    }
    expect(await isHeld()).toBe(true)
    expect(await listOrders(app.database.db, { targetId })).toHaveLength(1)
    expect(await countCharges(app.database.db, targetId)).toBe(1)
  })

  test('P3: a click that was checked before the first payment was settled opens no second one', async () => {
    const { pay, confirm, again, isHeld } = await begin(app, kind)
    const held = await openTransaction(app.database)
    await held.lock('users')
    const next = again()
    await untilWaiting(app.database, 1)
    await pay(CARDS.good)
    await confirm()
    expect(await isHeld()).toBe(true)
    await held.end('commit')
    expect((await next).reply).toMatchObject({ status: 409, body: { code: expect.stringMatching(/already/) } })
  })

  test('P5: a payment that does not match this order exactly grants nothing and requires manual review', async () => {
    const { db } = app.database
    const { piId, confirm, isHeld } = await paid()
    const right = { amount_received: price, currency: 'usd', metadata: { orderId: await orderIdAt(piId) }, livemode: false }
    for (const [field, change] of [
      ['amount', { amount_received: price - 1 }],
      ['currency', { currency: 'eur' }],
      ['order', { metadata: { orderId: 'ord_somebodyelses' } }],
      ['mode', { livemode: true }],
    ] as const) {
      await rewriteIntent(db, piId, { ...right, ...change })
      await forgetLooks(db)
      expect(await confirm()).toBe(false)
      expect(await isHeld()).toBe(false)
      expect(await effectsOf(db, piId)).toMatchObject({ alert: `payment-mismatch: ${field}`, balances: {} })
    }
    await rewriteIntent(db, piId, right)
    await forgetLooks(db)
    expect(await confirm()).toBe(true)
  })

  test('P6: a confirmation by another principal is refused', async () => {
    const { confirm, isHeld } = await paid()
    expect(await confirm(await account(app))).toBe(false)
    expect(await confirm()).toBe(true)
    expect(await isHeld()).toBe(true)
  })

  test('the target of a payment is returned to its owner only', async () => {
    const { buyer, targetId, piId, confirm } = await paid()
    expect(await confirm()).toBe(true)
    const ask = (who: Client, id = piId) => who.get(`/api/payments/${id}`)
    expect(await ask(buyer)).toMatchObject({ status: 200, body: { kind, targetId } })
    for (const other of [await account(app), app.visitor()]) expect((await ask(other)).status).toBe(404)
    expect((await ask(buyer, 'pi_none')).status).toBe(404)
  })

  test('P7: every event twice, in parallel with two confirms, has each effect once', async () => {
    const { piId, confirm } = await paid()
    const work = Array.from({ length: 2 }, () => [deliverAll(piId), confirm()]).flat()
    await Promise.all([...work, reconcile(app)])
    const { balances, ...effects }: { balances: Record<string, number> } = await effectsOf(app.database.db, piId)
    expect(effects).toMatchObject({
      status: 'paid',
      alert: null,
      payments: [{ status: 'paid' }],
      mails: [{ template: 'receipt' }],
    })
    expect(Object.values(balances).reduce((sum, amount) => sum + amount, 0)).toBe(0)
    expect(balances.cash).toBe(price)
    // Only an investor has a share.
    expect(balances.investor_payable ?? 0).toBe(kind.startsWith('vc_') ? -Math.floor((price * 85) / 100) : 0)
  })

  test('P8, P12: refunds in any order end in the provider’s state', async () => {
    const { piId, isHeld, confirm } = await paid()
    await atProvider(app, 'refunds', { payment_intent: piId, amount: '30' })
    await deliverAll(piId)
    expect(await isHeld()).toBe(true)
    await atProvider(app, 'refunds', { payment_intent: piId })
    const events = await eventsOf(app.database.db, piId)
    for (const event of events.reverse()) await deliver(app, event)
    await deliverAll(piId)
    expect(await isHeld()).toBe(false)
    expect(await confirm()).toBe(false)
    const { status, balances } = await effectsOf(app.database.db, piId)
    expect([status, ...new Set(Object.values(balances))]).toEqual(['refunded', 0])
  })

  test('P9: neither a declined card nor an intermediate state grants anything; a payment does', async () => {
    const { pay, confirm, isHeld } = await begin(app, kind)
    await pay(CARDS.declined)
    expect(await confirm()).toBe(false)
    const piId = await pay(CARDS.good)
    for (const status of ['processing', 'requires_action', 'requires_capture']) {
      await rewriteIntent(app.database.db, piId, { status })
      await forgetLooks(app.database.db)
      expect(await confirm()).toBe(false)
      expect(await isHeld()).toBe(false)
    }
    await rewriteIntent(app.database.db, piId, { status: 'succeeded' })
    await forgetLooks(app.database.db)
    expect(await confirm()).toBe(true)
    expect(await isHeld()).toBe(true)
  })

  test('P11: by webhook alone, by confirmation alone, or by the reconciler alone', async () => {
    const [hook, confirmed, late] = [await paid(), await paid(), await paid()]
    await deliverAll(hook.piId)
    expect(await confirmed.confirm()).toBe(true)
    await app.database.db.update(orders).set({ piId: late.piId }).where(eq(orders.targetId, late.targetId))
    await backdate(app.database.db, late.piId, '400 days')
    await reconcile(app)
    const states = await Promise.all([hook, confirmed, late].map(({ piId }) => effectsOf(app.database.db, piId)))
    expect(states[1]).toEqual(states[0])
    expect(states[2]).toEqual(states[0])
    expect(await Promise.all([hook, confirmed, late].map(({ isHeld }) => isHeld()))).toEqual([true, true, true])
  })

  test('P14: a dispute suspends it', async () => {
    const { pay, confirm, isHeld } = await begin(app, kind)
    const piId = await pay(CARDS.disputed)
    await confirm()
    await until(
      async () => {
        await deliverAll(piId)
        return orderOfIntent(app.database.db, piId)
      },
      ({ status }) => status === 'disputed',
    )
    expect(await isHeld()).toBe(false)
  })
})
