import { describe, expect, test } from 'vitest'
import { installation, payoutAccounts, stripeEvents } from '#drizzle/schema/index.ts'
import { createApp } from '#server/app.ts'
import { parseEnv } from '#server/env.ts'
import { listPayable } from '#server/features/earnings/payouts/payable.ts'
import { account } from '#tests/support/actors/account.ts'
import { buy, DAY_MS } from '#tests/support/actors/earnings.ts'
import { intentOf, orderOfIntent, runJob, startPayment } from '#tests/support/actors/money.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { anInvestor } from '#tests/support/calls.ts'
import { findPayoutAccount } from '#tests/support/state/earnings.ts'
import { receivedEvent } from '#tests/support/state/inbox.ts'
import { listOrders, orderById } from '#tests/support/state/orders.ts'

const keysOf = (mode: 'test' | 'live') => ({
  STRIPE_SECRET_KEY: `sk_${mode}_1`,
  STRIPE_PUBLISHABLE_KEY: `pk_${mode}_1`,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
})

/** The next start on the same database; it does not listen. */
const restart = ({ world }: TestApp, keys: Record<string, string> = {}) =>
  createApp({ ...world, env: parseEnv({ NODE_ENV: 'test', SEED: 'none', LOG_LEVEL: 'silent', ...keys }) })

const REFUSED = /holds orders that were paid in .* "live"/

describe('a database with a paid order', async () => {
  const app = await startTestApp()
  const { db } = app.database
  const investor = await anInvestor(app, { createdAt: new Date(Date.now() - 400 * DAY_MS) })
  const { id } = await orderOfIntent(db, await buy(app, app.visitor(), investor.listing))

  test('does not start with keys of another mode, even after repeated attempts; a refused start stores nothing', async () => {
    await expect(restart(app, keysOf('live'))).rejects.toThrow(REFUSED)
    await expect(restart(app, keysOf('test'))).rejects.toThrow(/the mode "sandbox".*"test"/)
    await restart(app)
    expect(await orderById(db, id)).toMatchObject({ status: 'paid' })
  })

  test('a copy whose installation row was deleted starts with test keys, and never with live ones', async () => {
    await db.delete(installation)
    await expect(restart(app, keysOf('live'))).rejects.toThrow(REFUSED)
    await restart(app, keysOf('test'))
    await expect(restart(app, keysOf('live'))).rejects.toThrow(REFUSED)
    await db.update(installation).set({ mode: 'sandbox' })
  })

  test('a sale that an earlier release took with test keys is not payable under live ones', async () => {
    const later = new Date(Date.now() + 40 * DAY_MS)
    const payable = async () => (await listPayable(db, later)).find(({ vcId }) => vcId === investor.listing)?.payable
    expect(await payable()).toBeGreaterThan(0)
    await db.update(installation).set({ mode: 'live' })
    expect(await payable()).toBeUndefined()
    await db.update(installation).set({ mode: 'sandbox' })
  })
})

test('without a paid order the keys may change: open payments are cancelled, and no job reads them from the provider again', async () => {
  const app = await startTestApp()
  const { db } = app.database
  const owner = await account(app, { userType: 'vc', isApprovedInvestor: true })
  await db.insert(payoutAccounts).values({ userId: owner.user.id, providerId: 'acct_of_the_sandbox' })
  const investor = await anInvestor(app)
  const { body } = await startPayment(app.visitor(), investor.listing)
  const { id } = await orderOfIntent(db, intentOf(body.clientSecret))
  const event = { source: 'webhook', eventId: 'evt_waits', type: 'payment_intent.succeeded', livemode: false } as const
  await db.insert(stripeEvents).values({ ...event, objectId: 'pi_of_the_sandbox' })

  await restart(app, keysOf('live'))
  expect(await receivedEvent(db, event.eventId)).toMatchObject({ status: 'ignored' })
  expect(await orderById(db, id)).toMatchObject({ status: 'cancelled', piId: null })
  expect(await findPayoutAccount(db, owner.user.id)).toBeUndefined()
  // With the previous keys: the order is unknown to them as to the new ones.
  await runJob(app, 'orders.close', { orderId: id })
  await runJob(app, 'payments.reconcile')
  expect((await listOrders(db)).filter(({ alertCode }) => alertCode !== null)).toEqual([])
})
