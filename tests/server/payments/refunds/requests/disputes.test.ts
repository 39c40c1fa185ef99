import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { orders, refundRequests } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { ASK_FOR_MONEY } from '#server/features/refunds/job-kinds.ts'
import type { OrderId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { atProvider, CARDS, effectsOf, hasUnlocked, rewriteIntent, runJob } from '#tests/support/actors/money.ts'
import { admin, ask, bought, disputesOf, requestOf } from '#tests/support/actors/refunds.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { refundsAtProvider } from '#tests/support/state/provider.ts'
import { until } from '#tests/support/until.ts'
import { disputeUnknownToServer, orderOnDevice, setUp } from './setup.ts'

const { app, db, boss } = await setUp()

describe.concurrent('refunds and disputes together', () => {
  test('P13: a dispute that opens after the request: no refund beside it, and a lost one is the refund', async () => {
    const purchase = await bought(app, { card: CARDS.disputed, holds: true })
    const { id } = (await ask(purchase.buyer, purchase.orderId)).body
    await purchase.release()
    await purchase.becomes('disputed')
    expect((await boss.approve(id)).body.code).toBe('refunds.dispute-open')
    expect(await orderOnDevice(purchase)).toMatchObject({ status: 'disputed', refund: { status: 'requested' } })
    const [dispute] = await disputesOf(app, purchase.orderId)
    expect(dispute).toMatchObject({ status: 'open', reason: 'fraudulent', amount: 9900, dueAt: expect.any(Date) })
    await atProvider(app, `disputes/${dispute?.id}/close`, { status: 'lost' })
    await purchase.becomes('revoked')
    expect(await orderOnDevice(purchase)).toMatchObject({ status: 'revoked', refund: { status: 'refunded' } })
    expect(await refundsAtProvider(db, purchase.piId)).toEqual([])
  })

  test('a dispute that the server does not know yet: the refund fails, is marked as failed, and is retried', async () => {
    const purchase = await bought(app)
    const { id } = (await ask(purchase.buyer, purchase.orderId)).body
    const dispute = await disputeUnknownToServer(db, purchase)
    expect((await boss.approve(id)).status).toBe(200)
    const failed = await until(
      () => requestOf(app, purchase.orderId),
      (request) => request?.status === 'failed',
    )
    expect(failed?.alert).toMatch(/rejected the refund/)
    await atProvider(app, `disputes/${dispute.id}/close`, { status: 'won' })
    await purchase.becomes('paid')
    expect((await boss.approve(id)).status).toBe(200)
    await purchase.becomes('refunded')
    expect(await refundsAtProvider(db, purchase.piId)).toHaveLength(1)
  })

  test('P13: a refund that the card’s bank returns: ledger and contact are restored, the team is alerted, and may retry', async () => {
    const purchase = await bought(app, { card: CARDS.unrefundable, holds: true })
    const { id } = (await ask(purchase.buyer, purchase.orderId)).body
    const before = await effectsOf(db, purchase.piId)
    await boss.approve(id)
    await purchase.becomes('refunded')
    await purchase.release()
    await purchase.becomes('paid')
    expect(await orderOnDevice(purchase)).toMatchObject({ status: 'paid', refund: { status: 'failed', refundedAt: null } })
    expect((await requestOf(app, purchase.orderId))?.alert).toMatch(/rejected the refund/)
    expect(await hasUnlocked(purchase.buyer, purchase.vcId)).toBe(true)
    expect((await effectsOf(db, purchase.piId)).balances).toEqual(before.balances)
    // Another attempt is a new refund: the failure of the previous one is not returned again.
    expect((await boss.approve(id)).status).toBe(200)
    await until(
      () => refundsAtProvider(db, purchase.piId),
      (refunds) => refunds.length === 2,
    )
  })

  test('a failed refund may be rejected: the buyer keeps the contact, gets the reason, and it counts as no refund', async () => {
    const purchase = await bought(app, { card: CARDS.unrefundable })
    const { id } = (await ask(purchase.buyer, purchase.orderId)).body
    await boss.approve(id)
    await until(
      () => requestOf(app, purchase.orderId),
      (request) => request?.status === 'failed',
    )
    expect(await boss.reject(id, 'Your card takes no money back.')).toMatchObject({
      status: 200,
      body: { status: 'rejected', alert: null },
    })
    expect(await orderOnDevice(purchase)).toMatchObject({ status: 'paid', refund: { status: 'rejected' } })
    expect(await hasUnlocked(purchase.buyer, purchase.vcId)).toBe(true)
    expect((await boss.reject(id, 'Again.')).body.code).toBe('review.moved-on')
    const next = await bought(app, { buyer: purchase.buyer })
    await ask(next.buyer, next.orderId)
    expect((await boss.refunds()).find(({ orderId }) => orderId === next.orderId)?.refundsBefore).toBe(0)
    // A later decision in the buyer’s favour is still possible.
    expect((await boss.approve(id)).status).toBe(200)
  })

  test('not during a dispute: then the dispute is the answer', async () => {
    const purchase = await bought(app, { card: CARDS.disputed })
    await purchase.becomes('disputed')
    const requestedAt = new Date()
    const dates = { requestedAt, replyDueAt: requestedAt, refundDueAt: requestedAt }
    const request = {
      id: newId<string>('rfd'),
      orderId: purchase.orderId,
      status: 'failed',
      origin: 'buyer',
      reason: '',
    } as const
    await db.insert(refundRequests).values({ ...request, ...dates })
    expect((await boss.reject(request.id, 'The bank decides.')).body.code).toBe('refunds.dispute-open')
  })

  test('a request and a dispute at the same time leave one consistent state', async () => {
    const purchase = await bought(app, { card: CARDS.disputed, holds: true })
    const [requested] = await Promise.all([ask(purchase.buyer, purchase.orderId), purchase.release()])
    await purchase.becomes('disputed')
    const request = await requestOf(app, purchase.orderId)
    expect(requested.status === 200).toBe(request !== undefined)
    if (request) expect((await boss.approve(request.id)).body.code).toBe('refunds.dispute-open')
    expect(await refundsAtProvider(db, purchase.piId)).toEqual([])
  })

  test('an early fraud warning flags the order, suspends nothing, and is refunded with one click or dismissed', async () => {
    const [refunded, left] = [await bought(app, { card: CARDS.warned }), await bought(app, { card: CARDS.warned })]
    const listed = await until(
      async () => (await boss.doubts()).warnings.filter(({ orderId }) => [refunded.orderId, left.orderId].includes(orderId)),
      (warnings) => warnings.length === 2,
    )
    expect(listed[0]).toMatchObject({ fraudType: 'made_with_stolen_card', isOpen: true, orderStatus: 'paid' })
    expect(await hasUnlocked(refunded.buyer, refunded.vcId)).toBe(true)
    const clicks = await Promise.all([boss.refund(refunded.orderId), boss.refund(refunded.orderId)])
    expect(clicks.map(({ status }) => status).sort()).toEqual([200, 409])
    await refunded.becomes('refunded')
    expect(await refundsAtProvider(db, refunded.piId)).toHaveLength(1)
    expect(await hasUnlocked(refunded.buyer, refunded.vcId)).toBe(false)
    const warning = listed.find(({ orderId }) => orderId === left.orderId)
    expect((await boss.post(`/api/admin/warnings/${warning?.id}/leave-alone`)).status).toBe(200)
    expect((await boss.post(`/api/admin/warnings/${warning?.id}/leave-alone`)).status).toBe(409)
    const after = (await boss.doubts()).warnings
    expect(after.filter(({ id }) => listed.some((one) => one.id === id)).map(({ isOpen }) => isOpen)).toEqual([false, false])
    expect((await auditEntriesOf(db, warning?.id ?? '')).at(-1)).toMatchObject({ action: 'dismissed' })
  })

  test('one admin refunds at most $5,000 a day without a request; another admin may, and requested refunds are not limited', async () => {
    const [first, second, third, requested] = [await bought(app), await bought(app), await bought(app), await bought(app)]
    const [one, other] = [await admin(app), await admin(app)]
    // As if they had cost that much; no other test reads this ledger.
    const cost = (orderId: string, amount: number) =>
      db
        .update(orders)
        .set({ amount: cents(amount) })
        .where(eq(orders.id, orderId as OrderId))
    await cost(first.orderId, 600_000)
    expect((await one.refund(first.orderId)).status).toBe(200)
    const refused = await Promise.all([one.refund(second.orderId), one.refund(third.orderId)])
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([409, 'refunds.needs-second-admin']))
    expect((await other.refund(second.orderId)).status).toBe(200)
    const { body: request } = await ask(requested.buyer, requested.orderId)
    expect((await one.approve(request.id)).status).toBe(200)
    const paidTwice = await bought(app)
    await runJob(app, ASK_FOR_MONEY, { orderId: paidTwice.orderId, reason: 'Paid twice.', origin: 'team' })
    expect((await one.approve((await requestOf(app, paidTwice.orderId))?.id ?? '')).status).toBe(200)
    // A rejected earlier request does not count as a request.
    const { body: old } = await ask(third.buyer, third.orderId)
    await one.reject(old.id, 'It answers.')
    expect((await one.approve(old.id)).body.code).toBe('refunds.needs-second-admin')
  })

  test('an admin retries a failed refund of any size: it is not counted twice', async () => {
    const [purchase, one] = [await bought(app), await admin(app)]
    const cost = { amount: cents(600_000) }
    await db.update(orders).set(cost).where(eq(orders.id, purchase.orderId))
    const { id } = (await one.refund(purchase.orderId)).body
    // As if the provider had not accepted it.
    await db.update(refundRequests).set({ status: 'failed' }).where(eq(refundRequests.id, id))
    expect(await one.approve(id)).toMatchObject({ status: 200 })
  })

  test('an inquiry is listed with its due date, and revokes nothing', async () => {
    const purchase = await bought(app, { card: CARDS.inquired })
    await until(
      () => disputesOf(app, purchase.orderId),
      (found) => found.length === 1,
    )
    const listed = (await boss.doubts()).disputes.find(({ orderId }) => orderId === purchase.orderId)
    expect(listed).toMatchObject({ status: 'inquiry', orderStatus: 'paid', dueAt: expect.any(String) })
    expect(listed?.evidence).toContain("first delivered to the buyer's device")
    expect(await hasUnlocked(purchase.buyer, purchase.vcId)).toBe(true)
  })

  test.each([
    ['won', 'paid', true],
    ['lost', 'revoked', false],
  ] as const)('a dispute that is %s without an event is found by the daily check', async (status, becomes, isReadable) => {
    const purchase = await bought(app, { card: CARDS.disputed })
    await purchase.becomes('disputed')
    const [dispute] = await disputesOf(app, purchase.orderId)
    await rewriteIntent(db, dispute?.id ?? '', { status })
    await runJob(app, 'refunds.look-at-inquiries')
    expect((await purchase.order()).status).toBe(becomes)
    expect(await hasUnlocked(purchase.buyer, purchase.vcId)).toBe(isReadable)
  })

  test('an inquiry that ends without a dispute is closed: no answer is needed, and a refund can be sent', async () => {
    const purchase = await bought(app, { card: CARDS.inquired })
    const [inquiry] = await until(
      () => disputesOf(app, purchase.orderId),
      (found) => found.length === 1,
    )
    await atProvider(app, `disputes/${inquiry?.id}/close`, { status: 'warning_closed' })
    await until(
      () => disputesOf(app, purchase.orderId),
      ([found]) => found?.status === 'closed',
    )
    const listed = (await boss.doubts()).disputes.find(({ orderId }) => orderId === purchase.orderId)
    expect(listed).toMatchObject({ status: 'closed', orderStatus: 'paid', disputedAmount: 9900 })
    expect(await hasUnlocked(purchase.buyer, purchase.vcId)).toBe(true)
    await boss.refund(purchase.orderId)
    await purchase.becomes('refunded')
  })
})
