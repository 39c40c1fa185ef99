import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { orders, sandboxRequests } from '#drizzle/schema/index.ts'
import {
  atProvider,
  CARDS,
  effectsOf,
  intentOf,
  orderOfIntent,
  payWithCard,
  rewriteIntent,
  runJob,
} from '#tests/support/actors/money.ts'
import { countCharges } from '#tests/support/actors/order-kinds.ts'
import {
  founder,
  isScoutPaid,
  payOnPage,
  publishedFounder,
  sessionOf,
  startScout,
  startVisibility,
} from '#tests/support/actors/publishing.ts'
import { listOrders } from '#tests/support/state/orders.ts'
import { disputeAtProvider } from '#tests/support/state/provider.ts'
import { until } from '#tests/support/until.ts'
import { setUp } from './setup.ts'

const { app, isPublished, statusesOf } = await setUp()

describe('P3: of both kinds only one can be paid', () => {
  test('50 parallel clicks open one page', async () => {
    const member = await founder(app)
    const replies = await Promise.all(Array.from({ length: 50 }, () => startScout(member)))
    expect(new Set(replies.map(({ body }) => body.url)).size).toBe(1)
    expect(await statusesOf(member.projectId)).toEqual(['pending'])
  })

  test('the last one opened; the other accepts no card any more', async () => {
    const member = await founder(app)
    const { url } = (await startScout(member)).body
    const { clientSecret } = (await startVisibility(member)).body
    expect((await payOnPage(url, CARDS.good)).page).toContain('expired')
    const next = (await startScout(member)).body.url
    expect((await payWithCard(app, clientSecret, CARDS.good)).body.error?.code).toBe('payment_intent_unexpected_state')
    await payOnPage(next, CARDS.good)
    await until(() => isPublished(member.projectId))
  })

  test('closing an order again succeeds, also after the provider has forgotten the idempotency key of the first call', async () => {
    const member = await founder(app)
    const { url } = (await startScout(member)).body
    const db = app.database.db
    const [order] = await db
      .update(orders)
      .set({ status: 'cancelled' })
      .where(eq(orders.sessionId, sessionOf(url)))
      .returning({ orderId: orders.id })
    await runJob(app, 'orders.close', order)
    await db.delete(sandboxRequests)
    await expect(runJob(app, 'orders.close', order)).resolves.toBeUndefined()
  })

  test('a payment in processing at its bank is waited for', async () => {
    const member = await founder(app)
    const { clientSecret } = (await startVisibility(member)).body
    await rewriteIntent(app.database.db, intentOf(clientSecret), { status: 'processing' })
    for (const reply of [await startScout(member), await startVisibility(member), await startScout(member)]) {
      expect(reply).toMatchObject({ status: 409, body: { code: 'payments.processing' } })
    }
  })

  test('concurrent payments from two devices charge once', async () => {
    const member = await founder(app)
    const started = await Promise.all([startScout(member), startVisibility(member), startScout(member), startVisibility(member)])
    await Promise.all(
      started.map(({ body }) =>
        'url' in body ? payOnPage(body.url, CARDS.good) : payWithCard(app, body.clientSecret ?? '', CARDS.good),
      ),
    )
    await until(() => isPublished(member.projectId))
    expect(await countCharges(app.database.db, member.projectId)).toBe(1)
  })

  test('a second payment that arrives anyway is refunded automatically', async () => {
    const { db } = app.database
    const member = await founder(app)
    const { clientSecret } = (await startVisibility(member)).body
    await db.execute(sql`update projects set is_published = true where id = ${member.projectId}`)
    await payWithCard(app, clientSecret, CARDS.good)
    const paymentIntentId = intentOf(clientSecret)
    const refused = await member.post<{ message: string }>('/api/confirm-project-payment', { paymentIntentId })
    expect(refused).toMatchObject({ status: 409, body: { code: 'projects.already-published' } })
    expect(refused.body.message).toContain('refunded')
    await until(
      () => orderOfIntent(db, paymentIntentId),
      ({ status }) => status === 'refunded',
    )
    expect(await isPublished(member.projectId)).toBe(true)
  })
})

describe('a refund or dispute unpublishes the project', () => {
  const whenStatus = (piId: string, expected: string) =>
    until(
      () => orderOfIntent(app.database.db, piId),
      ({ status }) => status === expected,
    )

  test('P12: a full refund does, a partial one does not, and it can be published again', async () => {
    const { piId, projectId, ...member } = await publishedFounder(app)
    await atProvider(app, 'refunds', { payment_intent: piId, amount: '100' })
    await until(
      () => effectsOf(app.database.db, piId),
      ({ balances }) => balances.cash === 800,
    )
    expect(await isPublished(projectId)).toBe(true)
    await atProvider(app, 'refunds', { payment_intent: piId })
    await whenStatus(piId, 'refunded')
    expect(await isPublished(projectId)).toBe(false)
    expect((await effectsOf(app.database.db, piId)).balances).toEqual({ cash: 0, platform_revenue: 0 })
    await payWithCard(app, (await startVisibility(member)).body.clientSecret, CARDS.good)
    await until(() => isPublished(projectId))
  })

  test.each([
    ['won', true, 'paid'],
    ['lost', false, 'revoked'],
  ])('P14: a dispute does, and %s decides', async (outcome, stays, status) => {
    const { piId, projectId } = await publishedFounder(app, CARDS.disputed)
    await whenStatus(piId, 'disputed')
    expect(await isPublished(projectId)).toBe(false)
    await atProvider(app, `disputes/${await disputeAtProvider(app.database.db, piId)}/close`, { status: outcome })
    await whenStatus(piId, status)
    expect(await isPublished(projectId)).toBe(stays)
  })

  test('a project that an admin unpublished stays unpublished, even if its payment is read repeatedly', async () => {
    const { projectId, ...member } = await publishedFounder(app)
    const [{ sessionId } = { sessionId: '' }] = await listOrders(app.database.db, { targetId: projectId })
    await app.database.db.execute(sql`update projects set is_published = false where id = ${projectId}`)
    expect(await isScoutPaid(member, sessionId ?? '')).toBe(true)
    expect(await isPublished(projectId)).toBe(false)
  })

  test('and cannot be paid for again, in either way; a payment that was in progress is refunded', async () => {
    const { db } = app.database
    const { projectId, ...member } = await publishedFounder(app)
    const refuse = () => db.execute(sql`update projects set is_published = false, status = 'rejected' where id = ${projectId}`)
    await refuse()
    for (const start of [startScout, startVisibility]) expect((await start(member)).body.code).toBe('projects.taken-off')
    // Also without a rejection: its payment is still valid.
    await db.execute(sql`update projects set status = 'under review' where id = ${projectId}`)
    expect((await startVisibility(member)).body.code).toBe('projects.taken-off')

    const late = await founder(app)
    const { clientSecret } = (await startVisibility(late)).body
    await db.execute(sql`update projects set status = 'rejected' where id = ${late.projectId}`)
    await payWithCard(app, clientSecret, CARDS.good)
    await whenStatus(intentOf(clientSecret), 'refunded')
    expect(await isPublished(late.projectId)).toBe(false)
    expect((await orderOfIntent(db, intentOf(clientSecret))).refusal).toBe('projects.taken-off')
  })
})
