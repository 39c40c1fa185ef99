import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { directoryInvestors, meetingBookings, orders, vcs } from '#drizzle/schema/index.ts'
import { ADVISORY_LOCKS } from '#server/database/advisory-lock.ts'
import { meetingFulfilment } from '#server/features/bookings/fulfilment.ts'
import { REFUND_JOB } from '#server/features/orders/settlement/refund-jobs.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import type { PayoutBatch } from '#shared/earnings/admin.ts'
import type { OrderId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { account } from '#tests/support/actors/account.ts'
import { bookCall, confirmBooking, lastSlot, startBooking } from '#tests/support/actors/bookings.ts'
import { buy, DAY_MS, movableClock, staySignedIn } from '#tests/support/actors/earnings.ts'
import {
  CARDS,
  confirmUnlock,
  hasUnlocked,
  intentOf,
  listInvestor,
  orderOfIntent,
  payWithCard,
  runJob,
  startPayment,
} from '#tests/support/actors/money.ts'
import { admin } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor, enterCall } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'
import { untilWaiting } from '#tests/support/in-order.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { findCall } from '#tests/support/state/calls.ts'
import { findRecord } from '#tests/support/state/investors.ts'
import { listJobs } from '#tests/support/state/jobs.ts'
import { orderById, refundRequestsFor } from '#tests/support/state/orders.ts'
import { until } from '#tests/support/until.ts'

const clock = movableClock()
const app = await startTestApp({ world: { now: clock.now } })
const { db } = app.database
const boss = await admin(app)

const forwardTo = async (at: number) => {
  clock.forwardDays((at - clock.now().getTime()) / DAY_MS)
  await staySignedIn(db, clock.now())
}
const leave = async (client: Client, query = '') => {
  await staySignedIn(db, clock.now())
  return client.send(`/api/auth/delete-account${query}`, { method: 'DELETE' })
}
const GIVE_UP = '?giveUpEarnings=yes'
const orderNow = (id: OrderId | null) => orderById(db, id)
const callNow = (id: Booking['id']) => findCall(db, id)
const becomes = (id: OrderId | null, status: string) =>
  until(
    () => orderNow(id),
    (order) => order.status === status,
  )
const requestsOf = (id: OrderId | null) => refundRequestsFor(db, id)
const payOut = async () => {
  const { body: batch } = await boss.post<PayoutBatch>('/api/admin/payouts')
  expect((await boss.post(`/api/admin/payouts/${batch.id}/pay`, { reference: 'BANK-1' })).status).toBe(200)
  return batch
}

describe('earlier sales', () => {
  test('an investor who was paid for a call and leaves does not cause a refund of it', async () => {
    const [investor, founder] = [await anInvestor(app, { price: cents(40_000) }), await account(app)]
    await staySignedIn(db, clock.now())
    const slot = await lastSlot(founder, investor.listing)
    const { confirmed } = await bookCall(app, founder, investor.listing, slot)
    const { orderId } = confirmed.body.booking
    await forwardTo(Date.parse(slot.start) - DAY_MS + 60_000)
    await runJob(app, 'bookings.hand-over')
    await forwardTo(Date.parse(slot.end) + 60_000)
    // Its unlock is a day old and the payment nearly two weeks. Until then it waits for a report of the founder in any case.
    expect((await leave(investor)).status).toBe(409)
    expect((await leave(investor, GIVE_UP)).status).toBe(200)
    expect(await listJobs(db, { kind: REFUND_JOB, key: orderId ?? '' })).toEqual([])
    expect(await orderNow(orderId)).toMatchObject({ status: 'paid', owedBackSince: null })
  })

  test('a sale whose share was paid out is queued for the team when the investor leaves, and counts toward no buyer’s refunds', async () => {
    const [investor, buyer] = [await anInvestor(app, { price: cents(10_000) }), await account(app)]
    await staySignedIn(db, clock.now())
    const order = await orderOfIntent(db, await buy(app, buyer, investor.listing))
    await forwardTo(clock.now().getTime() + 8 * DAY_MS)
    await payOut()
    // As if the payout had been made before the buyer’s rights ended, as payouts of an earlier release were.
    await db
      .update(orders)
      .set({ paidAt: new Date(clock.now().getTime() - DAY_MS) })
      .where(eq(orders.id, order.id))
    expect((await leave(investor, GIVE_UP)).status).toBe(200)
    const [request] = await until(
      () => requestsOf(order.id),
      ([one]) => one !== undefined,
    )
    expect(request).toMatchObject({ status: 'requested', origin: 'team', reason: expect.stringContaining('paid out') })
    expect(await orderNow(order.id)).toMatchObject({ status: 'paid', owedBackSince: null })
  })

  test('a sale whose share was not paid out is refunded automatically, even if older ones were paid out', async () => {
    const [investor, buyer] = [await anInvestor(app, { price: cents(10_000) }), await account(app)]
    await staySignedIn(db, clock.now())
    await buy(app, await account(app), investor.listing)
    await forwardTo(clock.now().getTime() + 8 * DAY_MS)
    const order = await orderOfIntent(db, await buy(app, buyer, investor.listing))
    await payOut()
    expect((await leave(investor, GIVE_UP)).status).toBe(200)
    await becomes(order.id, 'refunded')
    expect(await requestsOf(order.id)).toEqual([])
  })
})

test('texts of a deleted user about a call are deleted, and not those of the other participant', async () => {
  const [investor, founder, other] = [await anInvestor(app), await account(app), await account(app)]
  await staySignedIn(db, clock.now())
  const past = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  const ended = (endedBy: 'founder' | 'investor') =>
    ({ status: 'cancelled', endedBy, endReason: `Call my ${endedBy} line.` }) as const
  const missed = (noShowBy: 'founder' | 'investor') => ({ noShowBy, contestReason: `Ask the ${noShowBy} desk.` })
  const ids = [
    await enterCall(app, founder, investor.listing, past(2), { ...ended('founder'), meetingTitle: 'Call with Alan' }),
    await enterCall(app, founder, investor.listing, past(3), missed('founder')),
    await enterCall(app, other, investor.listing, past(4), ended('investor')),
    await enterCall(app, other, investor.listing, past(5), missed('investor')),
  ]
  const texts = async () =>
    (await Promise.all(ids.map(callNow))).map((call) => [call?.meetingTitle, call?.endReason, call?.contestReason].join(''))
  expect((await leave(founder)).status).toBe(200)
  expect(await texts()).toEqual(['', '', 'Call my investor line.', 'Ask the investor desk.'])
  expect((await leave(investor)).status).toBe(200)
  expect(await texts()).toEqual(['', '', '', ''])
})

describe('an investor who took over a listed record', () => {
  async function aRecord(listing: Partial<typeof vcs.$inferInsert> = {}) {
    const record = await listInvestor(db, {
      price: cents(30_000),
      email: 'grace@erased.example',
      meetingLink: 'https://cal.example.com/grace',
    })
    const [founder, buyer] = [await account(app), await account(app)]
    await staySignedIn(db, clock.now())
    const slot = await lastSlot(founder, record)
    const { confirmed } = await bookCall(app, founder, record, slot)
    const order = await orderOfIntent(db, await buy(app, buyer, record))
    const investor = await anInvestor(app, { price: cents(30_000), replacesId: record, ...listing })
    return { record, founder, buyer, call: confirmed.body.booking, order, investor }
  }
  const isListed = async (id: string) => (await findRecord(db, id)) !== undefined

  test('leaves: calls and sales of the record are cancelled and refunded, and no personal data remains', async () => {
    const { record, founder, buyer, call, order, investor } = await aRecord()
    expect((await leave(investor, GIVE_UP)).status).toBe(200)
    expect(await callNow(call.id)).toMatchObject({ status: 'cancelled', refundOutcome: 'due', vcEmail: null, meetingLink: null })
    for (const id of [call.orderId, order.id]) await becomes(id, 'refunded')
    expect(await hasUnlocked(buyer, record)).toBe(false)
    expect(await isListed(record)).toBe(false)
    await staySignedIn(db, clock.now())
    expect(JSON.stringify((await founder.post(`/api/bookings/${call.id}/show-contact`, {})).body)).not.toContain('grace')
  })

  test('leaves while the profile is in review again, and the record is removed too', async () => {
    const { record, call, order, investor } = await aRecord({
      isVerified: false,
      reviewStatus: 'pending',
      replacedAt: clock.now(),
    })
    expect((await leave(investor, GIVE_UP)).status).toBe(200)
    for (const id of [call.orderId, order.id]) await becomes(id, 'refunded')
    expect(await isListed(record)).toBe(false)
  })

  test('waits for a running import, and locks nothing of the account during that time', async () => {
    const { investor } = await aRecord()
    const importing = await openTransaction(app.database)
    await importing.write((sql) => sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.import})`)
    const left = leave(investor, GIVE_UP)
    await untilWaiting(app.database, 1)
    const free = await app.database.sql`select 1 from users where id = ${investor.user.id} for update skip locked`
    expect(free.length).toBe(1)
    await importing.end('commit')
    expect((await left).status).toBe(200)
  })

  test.each(['pending', 'rejected'] as const)('leaves with a claim that is %s, and the record stays', async (reviewStatus) => {
    const { record, call, order, investor } = await aRecord({ isVerified: false, reviewStatus })
    expect((await leave(investor, GIVE_UP)).status).toBe(200)
    expect(await isListed(record)).toBe(true)
    expect(await callNow(call.id)).toMatchObject({ status: 'confirmed', vcEmail: 'grace@erased.example' })
    expect(await orderNow(order.id)).toMatchObject({ status: 'paid', owedBackSince: null })
  })

  test('leaves with a claim that was rejected, and the record of another account stays', async () => {
    const { record, order } = await aRecord()
    const other = await anInvestor(app, { replacesId: record, isVerified: false, reviewStatus: 'rejected' })
    expect((await leave(other, GIVE_UP)).status).toBe(200)
    expect(await isListed(record)).toBe(true)
    expect(await orderNow(order.id)).toMatchObject({ status: 'paid', owedBackSince: null })
  })
})

describe('payments for an investor who has left', () => {
  test('an open payment form is closed, and takes no money', async () => {
    const [investor, buyer] = [await anInvestor(app, { price: cents(9_900) }), await account(app)]
    const { body } = await startPayment(buyer, investor.listing, { vcType: 'platform' })
    expect((await leave(investor)).status).toBe(200)
    const order = await orderOfIntent(db, intentOf(body.clientSecret))
    await becomes(order.id, 'cancelled')
    expect((await payWithCard(app, body.clientSecret, CARDS.good)).status).not.toBe(200)
  })

  test('a payment for the contact that arrives at the same time is refunded', async () => {
    const [investor, buyer] = [await anInvestor(app, { price: cents(9_900) }), await account(app)]
    const { body } = await startPayment(buyer, investor.listing, { vcType: 'platform' })
    await makeErased(investor.listing)
    await payWithCard(app, body.clientSecret, CARDS.good)
    expect((await confirmUnlock(buyer, body.clientSecret, investor.listing)).body.code).toBe('unlocks.gone')
    await becomes((await orderOfIntent(db, intentOf(body.clientSecret))).id, 'refunded')
  })

  test.each(['platform', 'airtable'])(
    'a payment that is settled while the %s investor is leaving is refunded',
    async (source) => {
      const isPlatform = source === 'platform'
      const listing = isPlatform ? (await anInvestor(app, { price: cents(9_900) })).listing : await listInvestor(db)
      const buyer = await account(app)
      const { body } = await startPayment(buyer, listing, { vcType: source })
      const confirmed = await db.transaction(async (tx) => {
        if (isPlatform) {
          await tx.select().from(vcs).where(eq(vcs.id, listing)).for('update')
          await tx.update(vcs).set(ERASED).where(eq(vcs.id, listing))
        } else await tx.delete(directoryInvestors).where(eq(directoryInvestors.id, listing))
        await payWithCard(app, body.clientSecret, CARDS.good)
        const reply = confirmUnlock(buyer, body.clientSecret, listing)
        await untilWaiting(app.database, 1)
        return [reply]
      })
      expect((await confirmed[0])?.body.code).toBe('unlocks.gone')
      await becomes((await orderOfIntent(db, intentOf(body.clientSecret))).id, 'refunded')
    },
  )

  test('a late payment for a call is refunded', async () => {
    const [investor, founder] = [await anInvestor(app, { price: cents(20_000) }), await account(app)]
    await staySignedIn(db, clock.now())
    const slot = await lastSlot(founder, investor.listing)
    const { body } = await startBooking(founder, investor.listing, slot)
    await forwardTo(clock.now().getTime() + 20 * 60_000)
    await runJob(app, 'bookings.lapse')
    await makeErased(investor.listing)
    await payWithCard(app, body.clientSecret, CARDS.good)
    expect((await confirmBooking(founder, body.clientSecret, investor.listing, slot)).status).not.toBe(200)
    await becomes((await orderOfIntent(db, intentOf(body.clientSecret))).id, 'refunded')
  })

  test('a call whose money is returned to the platform is not reinstated', async () => {
    const [investor, founder] = [await anInvestor(app, { price: cents(20_000) }), await account(app)]
    await staySignedIn(db, clock.now())
    const slot = await lastSlot(founder, investor.listing)
    const { confirmed } = await bookCall(app, founder, investor.listing, slot)
    const { id, orderId } = confirmed.body.booking
    await makeErased(investor.listing)
    const order = await orderNow(orderId)
    if (!order) throw new Error('There is no order')
    for (const status of ['disputed', 'refunded', 'revoked'] as const) {
      // In one transaction, so that payment events are processed before or after it.
      const refused = await db.transaction(async (tx) => {
        await tx.update(meetingBookings).set({ status }).where(eq(meetingBookings.id, id))
        return meetingFulfilment.findBlocker?.(tx, { ...order, status }, clock.now())
      })
      expect(refused).toBe('unlocks.gone')
    }
  })

  /** The state of a listing after erasure, without the closing of its open orders. */
  const ERASED = {
    userId: null,
    isActive: false,
    isVerified: false,
    reviewStatus: 'revoked',
    email: null,
    meetingLink: null,
  } as const
  const makeErased = (listing: (typeof vcs.$inferSelect)['id']) => db.update(vcs).set(ERASED).where(eq(vcs.id, listing))
})

test('forfeited earnings are recorded with their amount', async () => {
  const investor = await anInvestor(app, { price: cents(10_000) })
  await buy(app, app.visitor(), investor.listing)
  expect((await leave(investor, GIVE_UP)).status).toBe(200)
  const log = await auditEntriesOf(db, investor.user.principalId)
  expect(log).toMatchObject([{ action: 'gave up earnings', before: { amount: 8500 }, after: { amount: 0 } }])
})
