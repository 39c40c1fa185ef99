import { describe, expect, test } from 'vitest'
import { meetingBookings } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { ASK_FOR_MONEY } from '#server/features/refunds/job-kinds.ts'
import type { BookingId, OrderId, VcId } from '#shared/ids.ts'
import { account } from '#tests/support/actors/account.ts'
import { CARDS, runJob } from '#tests/support/actors/money.ts'
import { ask, bought, requestOf } from '#tests/support/actors/refunds.ts'
import { until } from '#tests/support/until.ts'
import { orderOnDevice, setUp } from './setup.ts'

const { app, db, boss } = await setUp()

describe.concurrent('refunds and disputes together', () => {
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
})
