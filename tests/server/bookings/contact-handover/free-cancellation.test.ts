import { describe, expect, test } from 'vitest'
import { buyerMarks } from '#drizzle/schema/index.ts'
import { cancelCall } from '#server/features/bookings/calls/cancel-call.ts'
import { cancelCallsOf } from '#server/features/bookings/calls/cancel-calls-of.ts'
import { showContact as show } from '#server/features/bookings/calls/hand-over-contact.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import type { OrderId, PrincipalId, VcId } from '#shared/ids.ts'
import { account } from '#tests/support/actors/account.ts'
import { freeSlots } from '#tests/support/actors/bookings.ts'
import { held } from '#tests/support/actors/listings.ts'
import {
  CARDS,
  confirmUnlock,
  hasUnlocked,
  intentOf,
  orderOfIntent,
  payWithCard,
  runJob,
  startPayment,
} from '#tests/support/actors/money.ts'
import { admin, ask } from '#tests/support/actors/refunds.ts'
import { anInvestor, callsAt } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { listGrants, refundRequestsFor } from '#tests/support/state/orders.ts'
import { storedText } from '#tests/support/state/rows.ts'
import { until } from '#tests/support/until.ts'
import { type About, cancel, DAY, HOUR, SECRET, setUp, showContact } from './setup.ts'

const { clock, app, db, anInvestorWithSecrets, book, rowOf, endFree, quiet, handOver, statusOf, becomes, mailsTo } = await setUp()

type Founder = Client & { user: { principalId: PrincipalId } }
/** A node with the given clock shows the contact. */
async function bookAndShow(founder: Founder, vcId: VcId, now: Date) {
  const call = await book(founder, vcId)
  await quiet()
  await show(callsAt(app, now), founder.user.principalId, call.id)
  return call
}
const requestOf = async (id: OrderId) => (await refundRequestsFor(db, id))[0]

describe('the contact of a call is handed over', () => {
  test('immediately at the founder’s request, which waives free cancellation permanently', async () => {
    const investor = await anInvestorWithSecrets()
    const founder = await account(app)
    const { id, orderId } = await book(founder, investor.listing)
    for (const other of [app.visitor(), await account(app), investor]) expect((await showContact(other, id)).status).toBe(404)
    const shown = await Promise.all([showContact(founder, id), showContact(founder, id)])
    expect(shown.map(({ status }) => status)).toEqual([200, 200])
    expect(shown[0]?.body).toMatchObject({ contactFrom: null, meetingLink: 'https://cal.example.com/secret' })
    expect(await listGrants(db, { orderId })).toHaveLength(1)

    // Moving it far ahead does not restore it.
    const to = (await freeSlots(founder, investor.listing)).at(-1)
    const moved = await founder.post<Booking>(`/api/bookings/${id}/reschedule`, { start: to?.start })
    expect(moved.body).toMatchObject({ start: to?.start, contactFrom: null })
    expect(Date.parse(moved.body.freeUntil ?? '')).toBeLessThanOrEqual(Date.now())
    expect((await cancel(founder, id, { paidBack: true })).body.code).toBe('bookings.no-refund-now')
    expect((await cancel(founder, id)).body).toMatchObject({ refund: 'none' })
    expect(await statusOf(orderId)).toBe('paid')
  })

  test('a node whose clock is behind refunds nothing once another node has shown the contact', async () => {
    const investor = await anInvestorWithSecrets()
    const founders = [await account(app), await account(app)] as const
    const now = clock.now()
    const calls = [
      await bookAndShow(founders[0], investor.listing, new Date(now.getTime() + 100)),
      await bookAndShow(founders[1], investor.listing, new Date(now.getTime() + 100)),
    ] as const
    const behind = callsAt(app, now)
    const [first, second] = [founders[0].user.principalId, founders[1].user.principalId]
    const promised = cancelCall(behind, first, calls[0].id, { paidBack: true })
    await expect(promised).rejects.toMatchObject({ code: 'bookings.no-refund-now' })
    expect(await cancelCall(behind, first, calls[0].id, {})).toMatchObject({ refund: 'none' })
    await db.transaction((tx) => cancelCallsOf(behind)(tx, { principalId: second, listings: [] }))
    expect((await rowOf(calls[1].id))?.refundOutcome).toBe('none')
    for (const { orderId } of calls) expect(await statusOf(orderId)).toBe('paid')
  })

  test('an investor who cancels still refunds the price, and the contact is revoked', async () => {
    const investor = await anInvestorWithSecrets()
    const founder = await account(app)
    const { id, orderId } = await book(founder, investor.listing)
    await showContact(founder, id)
    expect((await cancel(investor, id)).body).toMatchObject({
      status: 'cancelled',
      refund: expect.stringMatching('due|returned'),
    })
    await becomes(orderId, 'refunded')
    expect(await hasUnlocked(founder, investor.listing)).toBe(false)
  })

  test('free cancellation moves with a call that is moved before that', async () => {
    const investor = await anInvestorWithSecrets()
    const founder = await account(app)
    const { id } = await book(founder, investor.listing)
    const to = (await freeSlots(founder, investor.listing)).at(-1)
    const moved = await founder.post<Booking>(`/api/bookings/${id}/reschedule`, { start: to?.start })
    expect(Date.parse(moved.body.freeUntil ?? '')).toBe(Date.parse(to?.start ?? '') - DAY)
    expect(moved.body.contactFrom).toBe(moved.body.freeUntil)
  })

  test('a call with less than 24 hours left is free for 15 minutes after paying', async () => {
    const investor = await anInvestorWithSecrets()
    const founder = await account(app)
    const before = clock.now().getTime()
    const { id, hour, orderId } = await book(founder, investor.listing, { slot: 'first' })
    const freeUntil = (await rowOf(id))?.freeUntil?.getTime() ?? 0
    const grace = before + HOUR / 4
    const expected = Math.max(grace, Date.parse(hour.start) - DAY)
    expect(freeUntil - expected).toBeGreaterThanOrEqual(0)
    expect(freeUntil - expected).toBeLessThan(60_000)
    expect((await cancel(founder, id, { paidBack: true })).status).toBe(200)
    await becomes(orderId, 'refunded')
  })

  test('a buyer who owns the contact through another purchase keeps it, and sees the link of the call immediately', async () => {
    const investor = await anInvestorWithSecrets()
    const founder = await account(app)
    const unlock = (await startPayment(founder, investor.listing, { vcType: 'platform' })).body
    await payWithCard(app, unlock.clientSecret, CARDS.good)
    await confirmUnlock(founder, unlock.clientSecret, investor.listing)
    const { id, orderId, confirmed } = await book(founder, investor.listing)
    expect(confirmed.booking).toMatchObject({ contactFrom: null, meetingLink: 'https://cal.example.com/secret' })
    expect((await cancel(founder, id, { paidBack: true })).status).toBe(200)
    await becomes(orderId, 'refunded')
    expect(await hasUnlocked(founder, investor.listing)).toBe(true)
    expect((await orderOfIntent(db, intentOf(unlock.clientSecret))).status).toBe('paid')
  })
})

describe('a buyer’s own cancellations count toward the year’s refunds', () => {
  /**
   * Cancels bookings in time.
   *
   * @returns the outcome of each, with the reply of its cancellation
   */
  async function cancelAll(bookings: (() => Promise<[Client, Awaited<ReturnType<typeof book>>]>)[]) {
    const outcomes = []
    for (const make of bookings) {
      const [client, call] = await make()
      const { body } = await cancel(client, call.id)
      outcomes.push({ ...call, client, body })
    }
    return outcomes
  }

  test('after three the call ends and the team decides about the money', async () => {
    const boss = await admin(app)
    const founder = await account(app)
    const investor = await anInvestorWithSecrets()
    const make = async (): Promise<[Client, Awaited<ReturnType<typeof book>>]> => [
      founder,
      await book(founder, investor.listing, { email: founder.user.email }),
    ]
    const outcomes = await cancelAll([make, make, make, make])
    expect(outcomes.map(({ body }) => [body.status, body.refund === 'none', body.isRefundAsked ?? false])).toEqual([
      ['cancelled', false, false],
      ['cancelled', false, false],
      ['cancelled', false, false],
      ['cancelled', true, true],
    ])
    const fourth = outcomes[3]
    if (!fourth) throw new Error('There is no fourth')
    const request = await until(
      () => requestOf(fourth.orderId),
      (found) => found !== undefined,
    )
    expect(request).toMatchObject({ status: 'requested', origin: 'buyer' })
    expect((await boss.refunds()).find(({ orderId }) => orderId === fourth.orderId)).toMatchObject({ refundsBefore: 3 })
    expect((await boss.approve(request?.id ?? '')).body.code).toBe('refunds.over-cap')
    expect(JSON.stringify(await held(founder))).not.toMatch(SECRET)
    const mails = (await mailsTo(founder.user.email)).filter(({ template }) => template === 'call-cancelled')
    expect(mails.filter(({ text }) => text.includes('our team reviews this refund'))).toHaveLength(1)

    // If the refund is rejected, the price is kept, and so it bought the contact.
    await boss.reject(request?.id ?? '', 'A fourth time.')
    await handOver()
    expect(await hasUnlocked(founder, investor.listing)).toBe(true)
  })

  test('a new guest with the same card does not start a new year', async () => {
    const investor = await anInvestorWithSecrets()
    const asGuest = (about: About) => async (): Promise<[Client, Awaited<ReturnType<typeof book>>]> => {
      const guest = app.visitor()
      return [guest, await book(guest, investor.listing, about)]
    }
    const byCard = await cancelAll(Array.from({ length: 4 }, () => asGuest({ fingerprint: 'one-card' })))
    expect(byCard.map(({ body }) => body.isRefundAsked ?? false)).toEqual([false, false, false, true])
    expect(await storedText(db, buyerMarks)).not.toMatch(/one-card/)
  })

  test('a stranger who types the address of a verified account uses up none of its refunds', async () => {
    const boss = await admin(app)
    const investor = await anInvestorWithSecrets()
    const victim = await account(app, { emailVerifiedAt: new Date() })
    const { email } = victim.user
    for (const stranger of [app.visitor(), await account(app), await account(app, { emailVerifiedAt: new Date() })]) {
      const { id, orderId } = await book(stranger, investor.listing, { email, fingerprint: 'card-of-stranger' })
      expect((await cancel(stranger, id)).body.isRefundAsked ?? false).toBe(false)
      await becomes(orderId, 'refunded')
    }
    const own = await book(victim, investor.listing, { email, fingerprint: 'card-of-victim' })
    const { body } = await ask(victim, own.orderId)
    expect((await boss.refunds()).find(({ id }) => id === body.id)).toMatchObject({ refundsBefore: 0 })
    const next = await book(victim, investor.listing, { email, fingerprint: 'card-of-victim' })
    expect((await cancel(victim, next.id)).body).not.toHaveProperty('isRefundAsked')
    await becomes(next.orderId, 'refunded')
  })

  test('approved refund requests count too', async () => {
    const boss = await admin(app)
    const founder = await account(app)
    const investor = await anInvestorWithSecrets()
    const calls = []
    for (let at = 0; at < 3; at += 1) calls.push(await book(founder, investor.listing, { email: founder.user.email }))
    for (const { orderId } of calls) {
      const { body } = await founder.post<{ id: string }>('/api/refunds', { orderId, reason: 'No.' })
      expect((await boss.approve(body.id)).status).toBe(200)
    }
    const fourth = await book(founder, investor.listing, { email: founder.user.email })
    expect((await cancel(founder, fourth.id)).body).toMatchObject({ isRefundAsked: true })
  })
})

describe('deleting the account bypasses no rule', () => {
  const leave = (client: Client) => client.send('/api/auth/delete-account', { method: 'DELETE' })

  test('in time it refunds what a cancellation refunds; later it refunds nothing', async () => {
    const investor = await anInvestorWithSecrets()
    const [early, late] = [await account(app), await account(app)]
    const [first, second] = [await book(early, investor.listing), await book(late, investor.listing)]
    await endFree(second.id)
    for (const client of [early, late]) expect((await leave(client)).status).toBe(200)
    await becomes(first.orderId, 'refunded')
    expect(await rowOf(second.id)).toMatchObject({ status: 'cancelled', refundOutcome: 'none' })
    await runJob(app, 'payments.reconcile')
    expect(await statusOf(second.orderId)).toBe('paid')
  })

  test.each([
    ['a verified address, tagged or not,', { emailVerifiedAt: new Date() }, {}],
    ['a card', {}, { fingerprint: 'one-card-again' }],
  ])('%s that is used again continues its count', async (_, about, paying) => {
    const investor = await anInvestorWithSecrets()
    const outcomes = []
    for (let at = 0; at < 4; at += 1) {
      const email = `again${at % 2 ? '+tag' : ''}@anvil.example`
      const founder = await account(app, { ...about, email })
      const call = await book(founder, investor.listing, { email, ...paying })
      expect((await leave(founder)).status).toBe(200)
      outcomes.push((await rowOf(call.id))?.refundOutcome)
    }
    expect(outcomes).toEqual(['due', 'due', 'due', 'asked'])
  })
})

test('a call counts against the limit from its payment on, before its contact is handed over', async () => {
  const investor = await anInvestor(app, { weeklyIntroLimit: 1 })
  await book(app.visitor(), investor.listing)
  expect((await startPayment(app.visitor(), investor.listing)).body.code).toBe('unlocks.limit-reached')
})
