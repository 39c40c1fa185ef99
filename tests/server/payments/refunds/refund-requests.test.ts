import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { meetingBookings, orders, refundRequests, sandboxObjects } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { ASK_FOR_MONEY } from '#server/features/refunds/job-kinds.ts'
import type { BookingId, OrderId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { WITHDRAWAL_WORDS } from '#shared/orders/withdrawal.ts'
import { account } from '#tests/support/actors/account.ts'
import { held } from '#tests/support/actors/listings.ts'
import { atProvider, CARDS, effectsOf, hasUnlocked, orderOfIntent, rewriteIntent, runJob } from '#tests/support/actors/money.ts'
import { begin, KINDS } from '#tests/support/actors/order-kinds.ts'
import { admin, ask, auditOf, bought, disputesOf, lettersTo, requestOf } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { until } from '#tests/support/until.ts'

const app = await startTestApp({ env: { LOG_LEVEL: 'silent' } })
const { db } = app.database
const boss = await admin(app)

/** The order as the buyer’s devices receive it. */
const orderOnDevice = async ({ buyer, orderId }: Awaited<ReturnType<typeof bought>>) =>
  (await held(buyer)).orders?.find(({ id }) => id === orderId)
const refundsAtProvider = async (piId: string) => {
  const all = await db.select().from(sandboxObjects).where(eq(sandboxObjects.type, 'refund'))
  return all.filter(({ body }) => body.payment_intent === piId)
}

describe.concurrent('the buyer', () => {
  test('requests once, gets the date of the answer, and a repeated request changes nothing', async () => {
    const purchase = await bought(app)
    const first = await ask(purchase.buyer, purchase.orderId, '  The number is not in service. ')
    expect(first).toMatchObject({ status: 200, body: { status: 'requested', reason: 'The number is not in service.' } })
    const again = await Promise.all([1, 2, 3].map(() => ask(purchase.buyer, purchase.orderId, 'Other words.')))
    expect(again.map(({ body }) => body)).toEqual([first.body, first.body, first.body])
    expect(await orderOnDevice(purchase)).toMatchObject({ status: 'paid', refund: first.body, paidAt: expect.any(String) })
    expect(new Date(first.body.replyDueAt) < new Date(first.body.refundDueAt)).toBe(true)
    // It stays readable until a decision.
    expect(await hasUnlocked(purchase.buyer, purchase.vcId)).toBe(true)
  })

  test('many concurrent clicks are one request', async () => {
    const { buyer, orderId } = await bought(app)
    const clicks = await Promise.all(Array.from({ length: 8 }, (_, at) => ask(buyer, orderId, `Click ${at}`)))
    expect(new Set(clicks.map(({ body }) => body.id)).size).toBe(1)
    expect(clicks.every(({ status }) => status === 200)).toBe(true)
  })

  test('can be a guest, with the cookie that owns the purchase; no other principal is accepted', async () => {
    const guest = app.visitor()
    const { orderId } = await bought(app, { buyer: guest })
    for (const stranger of [app.visitor(), await account(app), boss]) {
      expect(await ask(stranger, orderId)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    }
    expect(await ask(guest, orderId)).toMatchObject({ status: 200, body: { status: 'requested' } })
    expect((await ask(guest, 'ord_none')).status).toBe(404)
  })

  test('has seven calendar days by the server’s clock, and must give a reason', async () => {
    const [early, late] = [await bought(app), await bought(app)]
    const paid = (order: typeof late, paidAt: number) =>
      db
        .update(orders)
        .set({ paidAt: new Date(paidAt) })
        .where(eq(orders.id, order.orderId))
    const DAY = 24 * 60 * 60 * 1000
    const today = Math.floor(Date.now() / DAY) * DAY
    await paid(early, today - 7 * DAY)
    await paid(late, today - 7 * DAY - 1)
    expect((await ask(early.buyer, early.orderId)).status).toBe(200)
    expect(await ask(late.buyer, late.orderId)).toMatchObject({ status: 409, body: { code: 'refunds.too-late' } })
    for (const reason of ['', '  \u202e ', 'x'.repeat(1001)]) {
      expect((await ask(late.buyer, late.orderId, reason)).status).toBe(422)
    }
    expect(await requestOf(app, late.orderId)).toBeUndefined()
  })

  test('cannot request during a dispute, nor after a refund', async () => {
    const disputed = await bought(app, { card: CARDS.disputed })
    await disputed.becomes('disputed')
    expect((await ask(disputed.buyer, disputed.orderId)).body.code).toBe('refunds.dispute-open')
    const refunded = await bought(app)
    await atProvider(app, 'refunds', { payment_intent: refunded.piId })
    await refunded.becomes('refunded')
    expect((await ask(refunded.buyer, refunded.orderId)).body.code).toBe('refunds.not-refundable')
    expect(await db.$count(refundRequests, eq(refundRequests.orderId, refunded.orderId))).toBe(0)
  })

  test('agreed to the text at the pay button, which is stored with the order', async () => {
    const { order } = await bought(app)
    const { snapshot, createdAt } = await order()
    expect(snapshot.withdrawal).toEqual({ words: WITHDRAWAL_WORDS, shownAt: expect.any(String) })
    expect(Math.abs(createdAt.getTime() - Date.parse(snapshot.withdrawal?.shownAt ?? ''))).toBeLessThan(10_000)
  })
})

describe.concurrent('an admin', () => {
  test('approves: the money is refunded once, every device loses the contact, and the buyer is notified', async () => {
    const purchase = await bought(app)
    const { body } = await ask(purchase.buyer, purchase.orderId)
    expect((await held(purchase.buyer)).contacts).toHaveLength(1)
    const waiting = (await boss.refunds()).find(({ id }) => id === body.id)
    expect(waiting).toMatchObject({ status: 'requested', firstViewedAt: expect.any(String), refundsBefore: 0, origin: 'buyer' })

    const decided = await Promise.all([boss.approve(body.id), boss.approve(body.id, { note: 'Sorry.' })])
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(decided.find(({ status }) => status === 409)?.body.code).toBe('review.moved-on')
    await purchase.becomes('refunded')
    expect(await orderOnDevice(purchase)).toMatchObject({
      status: 'refunded',
      refund: { status: 'refunded', refundedAt: expect.any(String) },
    })
    expect((await held(purchase.buyer)).contacts).toBeUndefined()
    expect(await hasUnlocked(purchase.buyer, purchase.vcId)).toBe(false)
    expect(await refundsAtProvider(purchase.piId)).toHaveLength(1)
    const { balances } = await effectsOf(db, purchase.piId)
    expect([...new Set(Object.values(balances))]).toEqual([0])
    const [entry, ...others] = await auditOf(app, body.id)
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      actorId: boss.user.id,
      action: 'approved',
      before: { status: 'requested' },
      after: { status: 'approved' },
    })
    const { email } = (await boss.refunds()).find(({ id }) => id === body.id)?.buyer ?? {}
    expect((await lettersTo(app, email)).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['Your refund was approved', 'Your money is on its way back']),
    )
  })

  test('rejects with a reason, which the buyer receives; and may reverse the decision', async () => {
    const purchase = await bought(app)
    const { id } = (await ask(purchase.buyer, purchase.orderId)).body
    expect((await boss.reject(id, '  ')).status).toBe(422)
    expect((await boss.reject(id, 'The mailbox answers: we asked.')).status).toBe(200)
    expect(await orderOnDevice(purchase)).toMatchObject({
      refund: { status: 'rejected', note: 'The mailbox answers: we asked.' },
    })
    expect((await boss.reject(id, 'Again.')).body.code).toBe('review.moved-on')
    const { email } = (await boss.refunds()).find((one) => one.id === id)?.buyer ?? {}
    const mail = (await lettersTo(app, email)).find(({ subject }) => subject === 'About your request for a refund')
    expect(mail?.text).toContain('The mailbox answers: we asked.')
    expect((await boss.approve(id)).status).toBe(200)
    await purchase.becomes('refunded')
  })

  test('is required for every refund decision', async () => {
    const { buyer, orderId } = await bought(app)
    const { id } = (await ask(buyer, orderId)).body
    for (const path of [`/${id}/approve`, `/${id}/reject`, '']) {
      expect((await buyer.post(`/api/admin/refunds${path}`, { reason: 'x', orderId })).status).toBe(403)
    }
    expect((await buyer.get('/api/admin/refunds')).status).toBe(403)
    expect((await buyer.get('/api/admin/disputes')).status).toBe(403)
    expect((await boss.approve('rfd_none')).status).toBe(404)
  })

  test('P13: concurrent approvals on two nodes send the money once', async () => {
    const node = await app.anotherNode()
    const { buyer, orderId, piId, becomes } = await bought(app)
    const { id } = (await ask(buyer, orderId)).body
    const there = { ...(await account(node, { isAdmin: true })) }
    const approve = (where: typeof there) => where.post<{ code?: string }>(`/api/admin/refunds/${id}/approve`, {})
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => approve(at % 2 ? there : boss)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    await becomes('refunded')
    expect(await refundsAtProvider(piId)).toHaveLength(1)
    await node.stop()
  })

  test('grants a fourth refund within a year only with an explicit confirmation, also for several concurrent requests', async () => {
    const buyer = await account(app)
    const purchases = []
    for (let at = 0; at < 5; at += 1) purchases.push(await bought(app, { buyer }))
    const ids: string[] = []
    for (const { orderId } of purchases) ids.push((await ask(buyer, orderId)).body.id)
    const answers = await Promise.all(ids.map((id) => boss.approve(id)))
    const refused = ids.filter((_, at) => answers[at]?.body.code === 'refunds.over-cap')
    expect(refused).toHaveLength(2)
    // Refunding the order instead of its request requires the same.
    const over = (await boss.refunds()).find(({ id }) => id === refused[0])?.orderId ?? ''
    expect((await boss.refund(over)).body.code).toBe('refunds.over-cap')
    const listed = (await boss.refunds()).filter(({ id }) => refused.includes(id))
    expect(listed.map(({ refundsBefore }) => refundsBefore)).toEqual([3, 3])
    expect((await boss.approve(refused[0] ?? '', { overCap: true })).status).toBe(200)
    expect((await boss.approve(refused[1] ?? '')).body.code).toBe('refunds.over-cap')
  })
})

describe.concurrent('refunds and disputes together', () => {
  test('P13: a dispute that opens after the request: no refund beside it, and a lost one is the refund', async () => {
    const purchase = await bought(app, { card: CARDS.disputed })
    const { id } = (await ask(purchase.buyer, purchase.orderId)).body
    await purchase.becomes('disputed')
    expect((await boss.approve(id)).body.code).toBe('refunds.dispute-open')
    expect(await orderOnDevice(purchase)).toMatchObject({ status: 'disputed', refund: { status: 'requested' } })
    const [dispute] = await disputesOf(app, purchase.orderId)
    expect(dispute).toMatchObject({ status: 'open', reason: 'fraudulent', amount: 9900, dueAt: expect.any(Date) })
    await atProvider(app, `disputes/${dispute?.id}/close`, { status: 'lost' })
    await purchase.becomes('revoked')
    expect(await orderOnDevice(purchase)).toMatchObject({ status: 'revoked', refund: { status: 'refunded' } })
    expect(await refundsAtProvider(purchase.piId)).toEqual([])
  })

  test('a dispute that the server does not know yet: the refund fails, is marked as failed, and is retried', async () => {
    const purchase = await bought(app)
    const { id } = (await ask(purchase.buyer, purchase.orderId)).body
    const [charge] = (await db.select().from(sandboxObjects).where(eq(sandboxObjects.type, 'charge'))).filter(
      ({ body }) => body.payment_intent === purchase.piId,
    )
    const dispute = {
      id: `dp_${purchase.orderId}`,
      object: 'dispute',
      created: 1,
      charge: charge?.id,
      payment_intent: purchase.piId,
      status: 'needs_response',
      amount: 9900,
      reason: 'general',
      is_charge_refundable: false,
      evidence_details: { due_by: null },
    }
    await db.insert(sandboxObjects).values({ id: dispute.id, type: 'dispute', body: dispute })
    await db
      .update(sandboxObjects)
      .set({ body: { ...charge?.body, disputed: true } })
      .where(eq(sandboxObjects.id, charge?.id ?? ''))
    expect((await boss.approve(id)).status).toBe(200)
    const failed = await until(
      () => requestOf(app, purchase.orderId),
      (request) => request?.status === 'failed',
    )
    expect(failed?.alert).toMatch(/did not take the refund/)
    await atProvider(app, `disputes/${dispute.id}/close`, { status: 'won' })
    await purchase.becomes('paid')
    expect((await boss.approve(id)).status).toBe(200)
    await purchase.becomes('refunded')
    expect(await refundsAtProvider(purchase.piId)).toHaveLength(1)
  })

  test('P13: a refund that the card’s bank returns: ledger and contact are restored, the team is alerted, and may retry', async () => {
    const purchase = await bought(app, { card: CARDS.unrefundable })
    const { id } = (await ask(purchase.buyer, purchase.orderId)).body
    const before = await effectsOf(db, purchase.piId)
    await boss.approve(id)
    await purchase.becomes('refunded')
    await purchase.becomes('paid')
    expect(await orderOnDevice(purchase)).toMatchObject({ status: 'paid', refund: { status: 'failed', refundedAt: null } })
    expect((await requestOf(app, purchase.orderId))?.alert).toMatch(/did not take the refund/)
    expect(await hasUnlocked(purchase.buyer, purchase.vcId)).toBe(true)
    expect((await effectsOf(db, purchase.piId)).balances).toEqual(before.balances)
    // Another attempt is a new refund: the failure of the previous one is not returned again.
    expect((await boss.approve(id)).status).toBe(200)
    await until(
      () => refundsAtProvider(purchase.piId),
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
    const purchase = await bought(app, { card: CARDS.disputed })
    const [requested] = await Promise.all([ask(purchase.buyer, purchase.orderId), purchase.becomes('disputed')])
    const request = await requestOf(app, purchase.orderId)
    expect(requested.status === 200).toBe(request !== undefined)
    if (request) expect((await boss.approve(request.id)).body.code).toBe('refunds.dispute-open')
    expect(await refundsAtProvider(purchase.piId)).toEqual([])
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
    expect(await refundsAtProvider(refunded.piId)).toHaveLength(1)
    expect(await hasUnlocked(refunded.buyer, refunded.vcId)).toBe(false)
    const warning = listed.find(({ orderId }) => orderId === left.orderId)
    expect((await boss.post(`/api/admin/warnings/${warning?.id}/leave-alone`)).status).toBe(200)
    expect((await boss.post(`/api/admin/warnings/${warning?.id}/leave-alone`)).status).toBe(409)
    const after = (await boss.doubts()).warnings
    expect(after.filter(({ id }) => listed.some((one) => one.id === id)).map(({ isOpen }) => isOpen)).toEqual([false, false])
    expect((await auditOf(app, warning?.id ?? ''))[0]).toMatchObject({ action: 'left alone' })
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

  const byRule = (orderId: OrderId, reason: string, origin: 'buyer' | 'team' = 'team') =>
    runJob(app, ASK_FOR_MONEY, { orderId, reason, origin })

  test('the text of a rule is not the buyer’s text: not on their devices, nor in the evidence for a bank', async () => {
    const purchase = await bought(app, { card: CARDS.inquired })
    await byRule(purchase.orderId, 'The investor has left.')
    expect(await requestOf(app, purchase.orderId)).toMatchObject({ origin: 'team', reason: 'The investor has left.' })
    expect((await orderOnDevice(purchase))?.refund).toMatchObject({ status: 'requested', reason: '' })
    expect((await boss.refunds()).find(({ orderId }) => orderId === purchase.orderId)?.reason).toBe('The investor has left.')
    const listed = await until(
      async () => (await boss.doubts()).disputes.find(({ orderId }) => orderId === purchase.orderId),
      (found) => found !== undefined,
    )
    expect(listed?.evidence).toContain('On record: "The investor has left."')
    expect(listed?.evidence).not.toContain('The buyer wrote')
  })

  test('a buyer’s complaint after a request by a rule, open or rejected, reaches the team, and makes it the buyer’s request', async () => {
    const [open, declined] = [await bought(app), await bought(app)]
    for (const { orderId } of [open, declined]) await byRule(orderId, 'Paid twice.')
    await boss.reject((await requestOf(app, declined.orderId))?.id ?? '', 'It answers.')
    for (const { buyer, orderId } of [open, declined]) {
      const reply = await ask(buyer, orderId, 'A wrong number.')
      expect(reply).toMatchObject({ status: 200, body: { status: 'requested', reason: 'A wrong number.' } })
      expect(await requestOf(app, orderId)).toMatchObject({ origin: 'buyer', status: 'requested', decidedAt: null })
      expect((await ask(buyer, orderId, 'Once more.')).body).toEqual(reply.body)
      expect((await boss.refunds()).find((one) => one.orderId === orderId)).toMatchObject({
        reason: 'A wrong number.',
        ruleReason: 'Paid twice.',
      })
    }
  })

  test('the devices of a buyer show if a complaint can be added to a request by a rule, and no longer once it is', async () => {
    const purchase = await bought(app)
    await byRule(purchase.orderId, 'Paid twice.')
    expect((await orderOnDevice(purchase))?.refund).toMatchObject({ status: 'requested', mayAdd: true })
    const { id = '' } = (await requestOf(app, purchase.orderId)) ?? {}
    await boss.reject(id, 'It answers.')
    expect((await orderOnDevice(purchase))?.refund).toMatchObject({ status: 'rejected', mayAdd: true })
    await ask(purchase.buyer, purchase.orderId, 'A wrong number.')
    expect((await orderOnDevice(purchase))?.refund).not.toHaveProperty('mayAdd')
    const approved = await bought(app)
    await byRule(approved.orderId, 'Paid twice.')
    await boss.approve((await requestOf(app, approved.orderId))?.id ?? '')
    expect((await orderOnDevice(approved))?.refund).not.toHaveProperty('mayAdd')
  })

  test('the text of a rule is not sent to a bank as the buyer’s text once the buyer complains as well', async () => {
    const purchase = await bought(app, { card: CARDS.inquired })
    await byRule(purchase.orderId, 'The investor has left.')
    await ask(purchase.buyer, purchase.orderId, 'A wrong number.')
    const listed = await until(
      async () => (await boss.doubts()).disputes.find(({ orderId }) => orderId === purchase.orderId),
      (found) => found !== undefined,
    )
    expect(listed?.evidence).toContain('The buyer wrote: "A wrong number." On record: "The investor has left."')
  })

  test.each(['before', 'after'])(
    'a complaint %s a request by a rule counts toward no cap, nor is it refused by it',
    async (when) => {
      const buyer = await account(app)
      const counted = [await bought(app, { buyer }), await bought(app, { buyer }), await bought(app, { buyer })]
      const [both, next] = [await bought(app, { buyer }), await bought(app, { buyer })]
      if (when === 'after') await byRule(both.orderId, 'Paid twice.')
      const { id } = (await ask(buyer, both.orderId, 'A wrong number.')).body
      if (when === 'before') for (const _ of [1, 2]) await byRule(both.orderId, 'Paid twice.')
      expect(await requestOf(app, both.orderId)).toMatchObject({
        origin: 'buyer',
        reason: 'A wrong number.',
        ruleReason: 'Paid twice.',
      })
      for (const { orderId } of counted) {
        expect((await boss.approve((await ask(buyer, orderId)).body.id)).status).toBe(200)
      }
      expect((await boss.approve(id)).status).toBe(200)
      await ask(buyer, next.orderId)
      expect((await boss.refunds()).find(({ orderId }) => orderId === next.orderId)?.refundsBefore).toBe(3)
    },
  )

  test('a repeated request after a rejection keeps what the buyer wrote and what the team answered', async () => {
    const { buyer, orderId } = await bought(app)
    const { body: request } = await ask(buyer, orderId, 'A wrong number.')
    await boss.reject(request.id, 'It answers.')
    await byRule(orderId, 'The investor did not come.', 'buyer')
    const joined = 'A wrong number.\n\nThe investor did not come.'
    expect(await requestOf(app, orderId)).toMatchObject({
      status: 'requested',
      reason: joined,
      note: 'It answers.',
      decidedAt: null,
    })
  })

  describe('a decision about a request that has changed since the admin read it', () => {
    const listed = async (orderId: OrderId) => (await boss.refunds()).find((one) => one.orderId === orderId)

    test('is refused with the current request, and is applied with its version', async () => {
      const purchase = await bought(app)
      const { id } = (await ask(purchase.buyer, purchase.orderId, 'A wrong number.')).body
      const { version } = (await listed(purchase.orderId)) ?? {}
      await byRule(purchase.orderId, 'The investor did not come.', 'buyer')
      const current = await listed(purchase.orderId)
      expect(current?.reason).toContain('did not come')
      for (const answer of [
        await boss.reject(id, 'It answers.', { version }),
        await boss.approve(id, { version }),
        await boss.refund(purchase.orderId, { version }),
        await boss.refund(purchase.orderId, { version: null }),
      ]) {
        expect(answer).toMatchObject({ status: 409, body: { code: 'review.moved-on', current } })
      }
      expect(await requestOf(app, purchase.orderId)).toMatchObject({ status: 'requested', note: null })
      expect(await boss.reject(id, 'It answers.', { version: current?.version })).toMatchObject({ status: 200 })
    })

    test('is applied without a version, as from a page of the last release', async () => {
      const { buyer, orderId } = await bought(app)
      const { id } = (await ask(buyer, orderId)).body
      await byRule(orderId, 'The investor did not come.', 'buyer')
      expect((await boss.reject(id, 'It answers.')).status).toBe(200)
    })

    test('is refused if the admin saw no request, and if a contest has been added to it', async () => {
      const { buyer, orderId, vcId, order } = await bought(app)
      expect((await boss.refund(orderId, { version: 1 })).body.code).toBe('review.moved-on')
      const { id } = (await ask(buyer, orderId)).body
      const { version } = (await listed(orderId)) ?? {}
      const [{ principalId }, meetingDateTime] = [await order(), new Date(Date.now() - 3_600_000)]
      await db.insert(meetingBookings).values({
        ...{ id: newId<BookingId>('bkg'), principalId, orderId, vcId: vcId as VcId, vcType: 'platform', status: 'confirmed' },
        ...{ meetingDateTime, endsAt: new Date(meetingDateTime.getTime() + 1_800_000) },
        ...{ noShowBy: 'investor', noShowReportedAt: new Date(), contestedAt: new Date(), contestReason: 'I was there.' },
      })
      const answer = await boss.reject(id, 'It answers.', { version })
      expect(answer.body).toMatchObject({ code: 'review.moved-on', current: { contest: { reason: 'I was there.' } } })
    })

    test('is applied if only the number of earlier refunds has changed', async () => {
      const buyer = await account(app)
      const [first, other] = [await bought(app, { buyer }), await bought(app, { buyer })]
      const { id } = (await ask(buyer, first.orderId)).body
      const { version } = (await listed(first.orderId)) ?? {}
      await boss.approve((await ask(buyer, other.orderId)).body.id)
      expect((await listed(first.orderId))?.refundsBefore).toBe(1)
      expect((await boss.approve(id, { version })).status).toBe(200)
    })
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

describe.concurrent.each(KINDS)('%s', (kind) => {
  test('is removed from every device with its money, by a refund as by a lost dispute', async () => {
    for (const card of [CARDS.good, CARDS.disputed]) {
      const begun = await begin(app, kind)
      const piId = await begun.pay(card)
      await begun.confirm()
      const { id: orderId } = await orderOfIntent(db, piId)
      const isShown = async () => {
        const { contacts = [], decisionMakers = [], ownProject = [] } = await held(begun.buyer)
        return contacts.length + decisionMakers.length + ownProject.filter(({ isPublished }) => isPublished).length > 0
      }
      if (card === CARDS.good) {
        expect(await isShown()).toBe(true)
        await boss.approve((await ask(begun.buyer, orderId)).body.id)
      } else {
        const [dispute] = await until(
          () => disputesOf(app, orderId),
          (found) => found.length > 0,
        )
        await atProvider(app, `disputes/${dispute?.id}/close`, { status: 'lost' })
      }
      const ended = card === CARDS.good ? 'refunded' : 'revoked'
      await until(
        () => orderOfIntent(db, piId),
        ({ status }) => status === ended,
      )
      expect(await isShown()).toBe(false)
      expect(await begun.isHeld()).toBe(false)
    }
  })
})
