import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { meetingBookings, vcs } from '#drizzle/schema/index.ts'
import { NOTICE_MS } from '#shared/bookings/slots.ts'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import {
  bookCall,
  confirmBooking,
  details,
  firstSlot,
  freeSlots,
  lastSlot,
  spanAt,
  startBooking,
} from '#tests/support/actors/bookings.ts'
import {
  atProvider,
  CARDS,
  confirmUnlock,
  hasUnlocked,
  intentOf,
  listInvestor,
  orderOfIntent,
  payWithCard,
  runJob,
  silenceWebhooks,
  startPayment,
} from '#tests/support/actors/money.ts'
import { listLegs } from '#tests/support/state/ledger.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { listGrants, listOrders } from '#tests/support/state/orders.ts'
import { disputeAtProvider } from '#tests/support/state/provider.ts'
import { until } from '#tests/support/until.ts'
import { setUp } from './setup.ts'

const { app, db, investor, callsOf, statusesOf, letRunOut } = await setUp()

const orderStatus = async (clientSecret: string) => (await orderOfIntent(db, intentOf(clientSecret))).status
const hasBecome = (clientSecret: string, status: string) =>
  until(
    () => orderStatus(clientSecret),
    (now) => now === status,
  )

describe('a founder books a call', () => {
  test('and gets the call, the mails and the receipt, once, and the contact later', async () => {
    const vcId = await investor({ timeZone: 'Europe/Berlin' })
    const founder = app.visitor()
    const slot = await firstSlot(founder, vcId)
    const started = await startBooking(founder, vcId, slot)
    expect(started).toMatchObject({ status: 200, body: { amount: 7500, clientSecret: expect.any(String) } })
    expect(Date.parse(started.body.heldUntil) - Date.now()).toBeGreaterThan(14 * 60_000)
    expect(await statusesOf(vcId)).toEqual(['held'])

    // P3: another click is the same payment.
    expect((await startBooking(founder, vcId, slot)).body.clientSecret).toBe(started.body.clientSecret)
    await payWithCard(app, started.body.clientSecret, CARDS.good)
    const confirm = () => confirmBooking(founder, started.body.clientSecret, vcId, slot)
    const [first] = await Promise.all([confirm(), confirm(), confirm()])
    expect(first?.body).toMatchObject({
      success: true,
      ics: expect.stringContaining('BEGIN:VCALENDAR'),
      booking: {
        role: 'founder',
        status: 'confirmed',
        start: slot.start,
        end: slot.end,
        amount: 7500,
        vcTimeZone: 'Europe/Berlin',
        founderTimeZone: 'America/New_York',
        // The contact of the investor is delivered when free cancellation ends.
        meetingLink: null,
        contactFrom: expect.any(String),
        message: details.message,
        isGeneratedSlot: true,
      },
    })
    expect(await hasUnlocked(founder, vcId)).toBe(false)
    expect(await listGrants(db, { vcId })).toEqual([])
    const { id } = await orderOfIntent(db, intentOf(started.body.clientSecret))
    const receipts = await listMails(db, { orderId: id })
    expect(receipts.map(({ template, recipient }) => [template, recipient])).toEqual([['receipt', 'noa@anvil.example']])
    await until(async () => (await listMails(db, { template: 'call-booked' })).some(({ text }) => text.includes('Alan Platform')))
    const legs = await listLegs(db, { orderId: id, transaction: 'capture' })
    expect(legs.map(({ amount }) => amount)).toEqual([7500, -6375, -1125])
  })

  test('with the browser closed, through the provider’s event alone (P11)', async () => {
    const vcId = await investor()
    const founder = app.visitor()
    const { body } = await startBooking(founder, vcId, await firstSlot(founder, vcId))
    await payWithCard(app, body.clientSecret, CARDS.good)
    await until(async () => (await statusesOf(vcId))[0] === 'confirmed')
  })

  test('and can book twice, even if the contact is already unlocked', async () => {
    const vcId = await investor()
    const founder = app.visitor()
    const unlock = (await startPayment(founder, vcId)).body
    await payWithCard(app, unlock.clientSecret, CARDS.good)
    await confirmUnlock(founder, unlock.clientSecret, vcId)
    for (const slot of (await freeSlots(founder, vcId)).slice(0, 2)) {
      expect((await bookCall(app, founder, vcId, slot)).confirmed.status).toBe(200)
    }
    expect(await statusesOf(vcId)).toEqual(['confirmed', 'confirmed'])
  })

  test('for fifty dollars if the investor set no price', async () => {
    const vcId = await investor({ price: null })
    const founder = app.visitor()
    expect((await startBooking(founder, vcId, await firstSlot(founder, vcId))).body.amount).toBe(5000)
  })

  test('and a declined card leaves the slot held for another attempt', async () => {
    const vcId = await investor()
    const founder = app.visitor()
    const slot = await firstSlot(founder, vcId)
    const { confirmed, clientSecret } = await bookCall(app, founder, vcId, slot, CARDS.declined)
    expect(confirmed).toMatchObject({ status: 409, body: { code: 'payments.not-completed' } })
    expect(await statusesOf(vcId)).toEqual(['held'])
    await payWithCard(app, clientSecret, CARDS.good)
    expect((await confirmBooking(founder, clientSecret, vcId, slot)).status).toBe(200)
  })
})

test('a guest who returns from a bank redirect with only the payment id gets the call and the slot that it is for', async () => {
  const vcId = await investor()
  const guest = app.visitor()
  const slot = await firstSlot(guest, vcId)
  const { clientSecret } = (await startBooking(guest, vcId, slot)).body
  const ask = (who: typeof guest) => who.get(`/api/payments/${intentOf(clientSecret)}`)
  const { start, end } = slot
  expect((await ask(guest)).body).toEqual({ kind: 'meeting', targetId: vcId, vcType: 'platform', slot: { start, end } })
  for (const other of [app.visitor(), await app.member()]) expect((await ask(other)).status).toBe(404)
})

test('P6: a call is confirmed only to its buyer, for its own slot and its own investor', async () => {
  const vcId = await investor()
  const founder = app.visitor()
  const [slot, other] = await freeSlots(founder, vcId)
  const { clientSecret } = (await startBooking(founder, vcId, slot)).body
  await payWithCard(app, clientSecret, CARDS.good)
  const wrong = [
    await confirmBooking(app.visitor(), clientSecret, vcId, slot),
    await confirmBooking(founder, clientSecret, vcId, other),
    await confirmBooking(founder, clientSecret, vcId, { ...slot, end: other?.end }),
    await confirmBooking(founder, clientSecret, await investor(), slot),
  ]
  expect(wrong.map(({ status, body }) => [status, body.code])).toEqual(Array(4).fill([404, 'not-found']))
  expect((await confirmBooking(founder, clientSecret, vcId, slot)).status).toBe(200)
})

describe('P15: money that arrives after its hold', () => {
  async function latePayment(beforePayment: (vcId: VcId, slot: Awaited<ReturnType<typeof firstSlot>>) => Promise<unknown>) {
    const vcId = await investor({ weeklyIntroLimit: 1 })
    const founder = app.visitor()
    const slot = await lastSlot(founder, vcId)
    const { clientSecret } = (await startBooking(founder, vcId, slot)).body
    await letRunOut(vcId)
    await beforePayment(vcId, slot)
    await payWithCard(app, clientSecret, CARDS.good)
    const confirmed = await confirmBooking(founder, clientSecret, vcId, slot)
    return { vcId, founder, clientSecret, confirmed }
  }

  test('books the slot again if it is still free', async () => {
    const { confirmed, vcId } = await latePayment(async (id) => {
      await runJob(app, 'bookings.lapse')
      expect(await statusesOf(id)).toEqual(['expired'])
    })
    expect(confirmed.status).toBe(200)
    expect(await statusesOf(vcId)).toEqual(['confirmed'])
  })

  /** Moves the call closer: its slot is no longer offered. */
  const beginsSoon = (vcId: VcId) =>
    db
      .update(meetingBookings)
      .set(spanAt(new Date(Date.now() + NOTICE_MS - 60_000)))
      .where(eq(meetingBookings.vcId, vcId))

  test('is refunded if the slot begins within the notice period, because the investor would be notified too late', async () => {
    const late = await latePayment(async (vcId) => {
      await runJob(app, 'bookings.lapse')
      await beginsSoon(vcId)
    })
    expect(late.confirmed).toMatchObject({ status: 409, body: { code: 'bookings.too-late' } })
    await hasBecome(late.clientSecret, 'refunded')
    expect(await statusesOf(late.vcId)).toEqual(['expired'])
  })

  test('is in time for a slot that is still held for it, even if that begins soon', async () => {
    const { confirmed, vcId } = await latePayment(beginsSoon)
    expect(confirmed.status).toBe(200)
    expect(await statusesOf(vcId)).toEqual(['confirmed'])
  })

  test('is refunded, with a message, if another buyer has booked the slot', async () => {
    const late = await latePayment(async (vcId, slot) => {
      await db.update(vcs).set({ weeklyIntroLimit: 10 }).where(eq(vcs.id, vcId))
      expect((await bookCall(app, app.visitor(), vcId, slot)).confirmed.status).toBe(200)
    })
    expect(late.confirmed).toMatchObject({ status: 409, body: { code: 'bookings.slot-taken' } })
    expect(late.confirmed.body.message).toContain('being refunded')
    await hasBecome(late.clientSecret, 'refunded')
    expect(await statusesOf(late.vcId)).toEqual(['confirmed', 'expired'])
    expect(await hasUnlocked(late.founder, late.vcId)).toBe(false)
    const { id } = await orderOfIntent(db, intentOf(late.clientSecret))
    const mails = await listMails(db, { orderId: id })
    expect(mails.map(({ template }) => template)).toEqual(['returned'])
  })

  test('is refunded if the week is full', async () => {
    const late = await latePayment(async (vcId) => {
      await runJob(app, 'bookings.lapse')
      const another = app.visitor()
      const [, slot] = await freeSlots(another, vcId)
      if (slot) await bookCall(app, another, vcId, slot)
    })
    expect(late.confirmed.body.code).toBe('unlocks.limit-reached')
    await hasBecome(late.clientSecret, 'refunded')
  })

  test('a hold that was paid for when it expired becomes a call, not a free slot', async () => {
    const vcId = await investor()
    const founder = app.visitor()
    const slot = await firstSlot(founder, vcId)
    const { clientSecret } = (await startBooking(founder, vcId, slot)).body
    await silenceWebhooks(db)
    await payWithCard(app, clientSecret, CARDS.good)
    await letRunOut(vcId)
    await runJob(app, 'bookings.lapse')
    await db.execute(sql`drop trigger delay_delivery on sandbox_deliveries`)
    expect(await statusesOf(vcId)).toEqual(['confirmed'])
  })

  test('a buyer cannot hold an expired slot again, but can still pay for it', async () => {
    const vcId = await investor()
    const founder = app.visitor()
    const slot = await firstSlot(founder, vcId)
    const { clientSecret } = (await startBooking(founder, vcId, slot)).body
    await letRunOut(vcId)
    expect((await startBooking(founder, vcId, slot)).body.code).toBe('bookings.held-before')
    await payWithCard(app, clientSecret, CARDS.good)
    expect((await confirmBooking(founder, clientSecret, vcId, slot)).status).toBe(200)
  })
})

describe('the call follows its money (P12, P14)', () => {
  async function booked(card: string = CARDS.good) {
    const vcId = await investor()
    const founder = app.visitor()
    const call = await bookCall(app, founder, vcId, await firstSlot(founder, vcId), card)
    return { vcId, founder, ...call }
  }

  test('a full refund ends it and revokes the contact, a partial one does not', async () => {
    const { vcId, founder, clientSecret } = await booked()
    const payment_intent = intentOf(clientSecret)
    await atProvider(app, 'refunds', { payment_intent, amount: '100' })
    await runJob(app, 'payments.reconcile')
    expect(await statusesOf(vcId)).toEqual(['confirmed'])
    await atProvider(app, 'refunds', { payment_intent })
    await hasBecome(clientSecret, 'refunded')
    expect(await callsOf(vcId)).toMatchObject([{ status: 'refunded', endedBy: 'system', sequence: 1 }])
    expect(await hasUnlocked(founder, vcId)).toBe(false)
    expect((await freeSlots(app.visitor(), vcId)).length).toBeGreaterThan(0)
  })

  test.each([
    ['won', 'paid', 'confirmed'],
    ['lost', 'revoked', 'revoked'],
  ])('a dispute suspends it and keeps its slot; %s, it is %s', async (outcome, order, status) => {
    const { vcId, clientSecret } = await booked(CARDS.disputed)
    await hasBecome(clientSecret, 'disputed')
    expect(await statusesOf(vcId)).toEqual(['disputed'])
    const dispute = await disputeAtProvider(db, intentOf(clientSecret))
    await atProvider(app, `disputes/${dispute}/close`, { status: outcome })
    await hasBecome(clientSecret, order)
    expect(await statusesOf(vcId)).toEqual([status])
  })
})

describe('P19: calls that are not for sale', () => {
  test('open no payment', async () => {
    const open = await investor()
    const founder = app.visitor()
    const slot = await firstSlot(founder, open)
    const owner = await app.member({ userType: 'vc' })
    const own = await investor({ userId: owner.user.id })
    const cases = [
      [await startBooking(founder, 'vc_nobody' as VcId, slot), 404, 'not-found'],
      [await startBooking(founder, await investor({ isVerified: false }), slot), 409, 'unlocks.not-verified'],
      [await startBooking(founder, await investor({ isActive: false }), slot), 409, 'unlocks.not-verified'],
      [await startBooking(owner, own, slot), 409, 'unlocks.own-profile'],
      [await startBooking(founder, await listInvestor(db, { meetingLink: null }), slot), 409, 'bookings.no-calls'],
      [await startBooking(founder, await investor({ price: cents(100_000_000) }), slot), 409, 'unlocks.not-purchasable'],
    ] as const
    expect(cases.map(([{ status, body }]) => [status, body.code])).toEqual(cases.map(([, status, code]) => [status, code]))
    for (const targetId of ['vc_nobody', own]) expect(await listOrders(db, { kind: 'meeting', targetId })).toEqual([])
  })
})
