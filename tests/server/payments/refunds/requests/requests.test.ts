import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { orders } from '#drizzle/schema/index.ts'
import { WITHDRAWAL_WORDS } from '#shared/orders/withdrawal.ts'
import { account } from '#tests/support/actors/account.ts'
import { held } from '#tests/support/actors/listings.ts'
import { atProvider, CARDS, effectsOf, hasUnlocked, orderOfIntent } from '#tests/support/actors/money.ts'
import { begin, KINDS } from '#tests/support/actors/order-kinds.ts'
import { ask, bought, disputesOf, requestOf } from '#tests/support/actors/refunds.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { refundRequestsFor } from '#tests/support/state/orders.ts'
import { refundsAtProvider } from '#tests/support/state/provider.ts'
import { until } from '#tests/support/until.ts'
import { orderOnDevice, setUp } from './setup.ts'

const { app, db, boss } = await setUp()

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

  test('gets one mail that confirms the request, at the address of the receipt, and none for a repeated one', async () => {
    const { buyer, orderId } = await bought(app, { buyer: await account(app) })
    const { body } = await ask(buyer, orderId)
    await ask(buyer, orderId, 'Other words.')
    const mails = (await listMails(db, { template: 'refund-requested' })).filter(({ text }) => text.includes(orderId))
    expect(mails).toHaveLength(1)
    const day = new Date(body.replyDueAt).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })
    expect(mails[0]?.text).toContain(`We reply by ${day}.`)
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
    expect(await refundRequestsFor(db, refunded.orderId)).toEqual([])
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
    expect(await refundsAtProvider(db, purchase.piId)).toHaveLength(1)
    const { balances } = await effectsOf(db, purchase.piId)
    expect([...new Set(Object.values(balances))]).toEqual([0])
    const [entry, ...others] = await auditEntriesOf(db, body.id)
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      actorId: boss.user.id,
      action: 'approved',
      before: { status: 'requested' },
      after: { status: 'approved' },
    })
    const { email } = (await boss.refunds()).find(({ id }) => id === body.id)?.buyer ?? {}
    expect((await listMails(app.database.db, { recipient: email ?? '' })).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['Your refund was approved', 'Your refund was sent']),
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
    const mail = (await listMails(app.database.db, { recipient: email ?? '' })).find(
      ({ subject }) => subject === 'About your refund request',
    )
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
    expect(await refundsAtProvider(db, piId)).toHaveLength(1)
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
