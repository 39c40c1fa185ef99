import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs, sandboxObjects } from '#drizzle/schema/index.ts'
import { readLedgerChecks, runLedgerChecks } from '#server/features/earnings/ledger-checks/run-checks.ts'
import { settleOrder } from '#server/features/orders/settlement/settle-order.ts'
import { startUnlock } from '#server/features/unlocks/service.ts'
import { effectsOf, orderOfIntent, rewriteIntent } from '#tests/support/actors/money.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { type Actors, type Buyer, createActors } from '#tests/support/histories/actors.ts'
import { closeDispute, dispute, failRefund, intentOf, tryCard } from '#tests/support/histories/provider.ts'
import { openSetup, type Setup } from '#tests/support/histories/setup.ts'
import { receivedEvent } from '#tests/support/state/inbox.ts'
import { listJobs } from '#tests/support/state/jobs.ts'
import { providerObject, refundsAtProvider } from '#tests/support/state/provider.ts'

/** The provider sends no events by itself here, and no worker runs: each test performs the next step. */
let stage: Setup
let cast: Actors
beforeAll(async () => {
  stage = await openSetup(await testDatabase())
  cast = await createActors(stage.database.db, stage.now)
})
afterAll(() => stage.stop())

const money = () => stage.nodes[0].money
const db = () => stage.database.db
const orderOf = (piId: string) => orderOfIntent(db(), piId)
const settle = async (piId: string) => settleOrder(money().orders, (await orderOf(piId)).id)
const promise = async (piId: string) => money().jobs['orders.refund']?.({ orderId: (await orderOf(piId)).id })

async function buy(): Promise<string> {
  const { principalId } = (await createActors(db(), stage.now)).buyers[2] as Buyer
  const input = { kind: 'vc_unlock', vcId: cast.listed, receiptEmail: 'buyer@example.com' } as const
  const { clientSecret: secret } = await startUnlock({ orders: money().orders }, principalId, input)
  await tryCard(stage, { secret }, 'good')
  await settle(intentOf(secret))
  return intentOf(secret)
}

/**
 * Runs the pending order jobs once.
 *
 * @returns their number
 */
async function work(): Promise<number> {
  const waiting = (await listJobs(db(), { doneAt: null })).filter(({ kind }) => kind.startsWith('orders.'))
  for (const { id, kind, payload } of waiting) {
    await money().jobs[kind]?.(payload)
    await db().update(jobs).set({ doneAt: new Date() }).where(eq(jobs.id, id))
  }
  return waiting.length
}

const check = async () => {
  await runLedgerChecks({ db: db(), log: money().orders.log, now: () => stage.now })
  return readLedgerChecks({ db: db() })
}

test('a promised refund that met a dispute is resumed once the dispute is won', async () => {
  const piId = await buy()
  await dispute(stage, piId)
  await promise(piId)
  expect(await orderOf(piId)).toMatchObject({ status: 'disputed', owedBackSince: expect.any(Date) })
  expect(await work()).toBe(0)
  await closeDispute(stage, piId, 'won')
  await settle(piId)
  expect(await work()).toBe(1)
  expect(await effectsOf(db(), piId)).toMatchObject({ status: 'refunded', balances: { cash: 0 } })
})

test('also if the dispute was lost first, and won by an appeal', async () => {
  const piId = await buy()
  await dispute(stage, piId)
  await promise(piId)
  await closeDispute(stage, piId, 'lost')
  await settle(piId)
  expect(await orderOf(piId)).toMatchObject({ status: 'revoked' })
  await closeDispute(stage, piId, 'appeal_under_review')
  await closeDispute(stage, piId, 'won')
  await settle(piId)
  await work()
  expect(await effectsOf(db(), piId)).toMatchObject({ status: 'refunded', balances: { cash: 0 } })
})

test('a promised refund whose job was lost is found by the reconciler', async () => {
  const piId = await buy()
  await dispute(stage, piId)
  await promise(piId)
  await closeDispute(stage, piId, 'won')
  await settle(piId)
  await stage.database.sql`delete from jobs`
  stage.now = new Date(stage.now.getTime() + 10 * 60_000)
  await money().jobs['payments.reconcile']?.({})
  await work()
  expect((await orderOf(piId)).status).toBe('refunded')
})

test('a refund that its card refuses three times is on the admin’s screen and in the ledger checks', async () => {
  const piId = await buy()
  const { id } = await orderOf(piId)
  for (let count = 0; count < 3; count += 1) {
    if (count === 0) await promise(piId)
    else await work()
    expect((await orderOf(piId)).status).toBe('refunded')
    await failRefund(stage, piId)
    await settle(piId)
    stage.now = new Date(stage.now.getTime() + 1000)
  }
  expect(await work()).toBe(1)
  await settle(piId)
  // A later event starts the job again, and no fourth refund is made: the money has to be returned manually.
  await work()
  expect(await refundsAtProvider(db(), piId)).toHaveLength(3)
  await stage.database.sql`update orders set owed_back_since = owed_back_since - interval '2 hours' where id = ${id}`
  const books = await check()
  expect(books.alerts).toMatchObject([{ orderId: id, alert: 'return-failed', detail: '3 refunds were returned' }])
  expect(books.violations).toMatchObject([{ rule: 'held-without-reason', subject: id }])
})

test('a promised refund whose charge lost a partial dispute requires manual review, and is sent when an appeal is won', async () => {
  const piId = await buy()
  await dispute(stage, piId, 1000)
  await promise(piId)
  await closeDispute(stage, piId, 'lost')
  await settle(piId)
  expect(await work()).toBe(1)
  expect(await orderOf(piId)).toMatchObject({
    status: 'paid',
    alertCode: 'return-failed',
    alertDetail: 'the provider refuses the refund',
  })
  expect(await work()).toBe(0)

  await closeDispute(stage, piId, 'appeal_under_review')
  await closeDispute(stage, piId, 'won')
  await settle(piId)
  await work()
  expect(await orderOf(piId)).toMatchObject({ status: 'refunded', alertCode: null })
})

test('the code refund_disputed_payment counts as a dispute, and not as a fault', async () => {
  const piId = await buy()
  const fetched = globalThis.fetch
  globalThis.fetch = Object.assign(
    async (...args: Parameters<typeof fetch>) => {
      const isRefund = String(args[0]).endsWith('/v1/refunds')
      const error = { type: 'invalid_request_error', code: 'refund_disputed_payment', message: 'This payment is disputed.' }
      return isRefund ? Response.json({ error }, { status: 400 }) : fetched(...args)
    },
    { preconnect: fetched.preconnect },
  )
  try {
    expect(await money().orders.payments.refundIntent(piId, 'refund:x')).toBe(false)
  } finally {
    globalThis.fetch = fetched
  }
})

test('events of another installation on the same account are acknowledged, ignored, and never read again', async () => {
  const piId = await buy()
  const { id } = await orderOf(piId)
  const body = await providerObject(db(), piId)
  expect(body.metadata).toEqual({ orderId: id, installation: expect.stringMatching(/^ins_/) })

  const foreign = 'pi_foreign'
  await db()
    .insert(sandboxObjects)
    .values({ id: foreign, type: 'payment_intent', body: { ...body, id: foreign } })
  await rewriteIntent(db(), foreign, { metadata: { orderId: 'ord_of_staging', installation: 'ins_staging' } })
  await stage.database.sql`insert into stripe_events (source, event_id, type, object_id, livemode)
    values ('webhook', 'evt_foreign', 'payment_intent.succeeded', ${foreign}, false)`
  await money().jobs['payments.event']?.({ eventId: 'evt_foreign' })
  expect((await receivedEvent(db(), 'evt_foreign'))?.status).toBe('ignored')
})

test('a payment with the name of another installation is never assigned to an order', async () => {
  const piId = await buy()
  await rewriteIntent(db(), piId, { metadata: { orderId: (await orderOf(piId)).id, installation: 'ins_staging' } })
  expect((await money().orders.payments.readIntent(piId))?.orderId).toBeUndefined()
})
