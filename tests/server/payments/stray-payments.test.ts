import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders } from '#drizzle/schema/index.ts'
import { findOrder, saveIntent, startAttempt } from '#server/features/orders/queries.ts'
import { cents } from '#shared/money.ts'
import {
  CARDS,
  deliver,
  eventsOf,
  intentOf,
  listInbox,
  listInvestor,
  orderOfIntent,
  payWithCard,
  runJob,
  startPayment,
} from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { openViolations, sumsByAccount } from '#tests/support/state/ledger.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { listGrants } from '#tests/support/state/orders.ts'
import { refundsAtProvider } from '#tests/support/state/provider.ts'
import { until } from '#tests/support/until.ts'

const app = await startTestApp({ env: { LOG_LEVEL: 'silent' } })
const { db } = app.database
const eventFor = async (piId: string, type: string) =>
  (await listInbox(db)).find((event) => event.objectId === piId && event.type === type)

test('an attempt is not abandoned once a parallel request has returned its payment', async () => {
  const vcId = await listInvestor(db)
  const { clientSecret } = (await startPayment(app.visitor(), vcId)).body
  const piId = intentOf(clientSecret)
  const order = await orderOfIntent(db, piId)
  // As the other tab read it: before the first one had saved the payment.
  expect(await startAttempt(db, { ...order, piId: null }, order)).toBeUndefined()
  expect(await findOrder(db, order.id)).toMatchObject({ piId, attempt: order.attempt })
  await payWithCard(app, clientSecret, CARDS.good)
  await until(
    () => orderOfIntent(db, piId),
    ({ status }) => status === 'paid',
  )
})

/** An order whose first payment is still payable, and that has a newer one. */
async function replaced() {
  const buyer = app.visitor()
  const vcId = await listInvestor(db, { price: cents(9900) })
  const first = (await startPayment(buyer, vcId, { email: 'twice@example.com' })).body.clientSecret
  const { id, attempt } = await orderOfIntent(db, intentOf(first))
  await db
    .update(orders)
    .set({ piId: null, attempt: attempt + 1, status: 'pending' })
    .where(eq(orders.id, id))
  const second = (await startPayment(buyer, vcId)).body.clientSecret
  expect(intentOf(second)).not.toBe(intentOf(first))
  return { id, vcId, first, second }
}

test('a payment that no longer belongs to its order is refunded automatically, and its event is not done before', async () => {
  const { id, vcId, first, second } = await replaced()
  const piId = intentOf(first)
  expect((await payWithCard(app, first, CARDS.good)).body).toMatchObject({ status: 'succeeded' })
  await until(
    () => eventFor(piId, 'payment_intent.succeeded'),
    (event) => event?.status === 'done',
  )
  expect(await refundsAtProvider(db, piId)).toMatchObject([{ amount: 9900 }])
  expect(await listMails(db, { orderId: id })).toMatchObject([{ template: 'returned' }])
  expect(await findOrder(db, id)).toMatchObject({ status: 'pending', piId: intentOf(second) })
  expect(await listGrants(db, { vcId })).toEqual([])
  // The order itself can be paid as before.
  await payWithCard(app, second, CARDS.good)
  await until(
    () => orderOfIntent(db, intentOf(second)),
    ({ status }) => status === 'paid',
  )
  expect(await listGrants(db, { vcId })).toHaveLength(1)

  // The ledger explains the movements of the provider for both, and its fees.
  await runJob(app, 'books.read-balance')
  await runJob(app, 'books.read-balance')
  expect(await openViolations(db)).toEqual([])
  const sums = await sumsByAccount(db, { orderId: null })
  expect(sums).toEqual([
    ['cash', expect.any(Number)],
    ['returned_payments', 0],
    ['stripe_fees', expect.any(Number)],
  ])
  expect(sums.reduce((total, [, sum]) => total + sum, 0)).toBe(0)
})

test('one that was only declined can no longer be paid', async () => {
  const { first } = await replaced()
  const piId = intentOf(first)
  await payWithCard(app, first, CARDS.declined)
  await until(
    () => eventFor(piId, 'payment_intent.payment_failed'),
    (event) => event?.status === 'done',
  )
  expect((await payWithCard(app, first, CARDS.good)).body.error?.code).toBe('payment_intent_unexpected_state')
})

test('a cancelled payment of an abandoned attempt is not assigned to the current one', async () => {
  const { id, first } = await replaced()
  const piId = intentOf(first)
  const { piId: current, attempt } = (await findOrder(db, id)) ?? {}
  await db.update(orders).set({ piId: null }).where(eq(orders.id, id))
  await payWithCard(app, first, CARDS.declined)
  await db.execute(sql`update sandbox_objects set body = body || '{"status": "canceled"}' where id = ${piId}`)
  const [event] = await eventsOf(db, piId)
  await deliver(app, { ...event, id: 'evt_canceled', type: 'payment_intent.canceled' })
  await until(
    () => eventFor(piId, 'payment_intent.canceled'),
    (taken) => taken?.status === 'done',
  )
  expect((await findOrder(db, id))?.piId).not.toBe(piId)
  await saveIntent(db, id, attempt ?? 0, current ?? '')
})
