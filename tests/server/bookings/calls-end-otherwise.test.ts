import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { meetingBookings, orders } from '#drizzle/schema/index.ts'
import { openKeyring } from '#server/crypto/keyring.ts'
import { cancelCallsOf } from '#server/features/bookings/calls/cancel-calls-of.ts'
import { sendConfirmation } from '#server/features/bookings/calls/confirmation-mails.ts'
import { reportMissing } from '#server/features/bookings/calls/report-no-show.ts'
import { meetingFulfilment } from '#server/features/bookings/fulfilment.ts'
import { withdraw } from '#server/features/profile-requests/remove-profile.ts'
import { initialHours } from '#shared/bookings/call-hours.ts'
import type { VcId } from '#shared/ids.ts'
import { bookCall as bookWithCard, details, firstSlot, lastSlot, movableSlot, spanAt } from '#tests/support/actors/bookings.ts'
import { held } from '#tests/support/actors/listings.ts'
import { atProvider, intentOf, listInvestor, orderOfIntent, runJob } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { aFounder, anInvestor, bookCall, callsAt, enterCall } from '#tests/support/calls.ts'
import { closeDispute, dispute, failRefund } from '#tests/support/histories/provider.ts'
import { mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { findCall } from '#tests/support/state/calls.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { orderById, refundRequestsFor } from '#tests/support/state/orders.ts'
import { until } from '#tests/support/until.ts'

const app = await startTestApp()
const { db } = app.database

const DAY = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * DAY)

/** Mails about calls that an address received, oldest first, with their attachments. */
const callMailsTo = async (recipient: string) =>
  (await listMails(db, { recipient })).filter(({ template }) => template.startsWith('call-'))
const isRefunded = (piId: string) =>
  until(
    async () => (await orderOfIntent(db, piId)).status,
    (status) => status === 'refunded',
  )

test('a paid call is announced to both participants, with an invitation, and is on their devices', async () => {
  const [investor, founder] = [await anInvestor(app), await aFounder(app)]
  const slot = await movableSlot(founder, investor.listing)
  const { confirmed } = await bookWithCard(app, founder, investor.listing, slot)
  const { booking } = confirmed.body
  const mine = await until(
    () => callMailsTo(details.email),
    (mails) => mails.length > 0,
  )
  expect(mine).toMatchObject([{ template: 'call-booked', calendar: booking.ics }])
  // The text in the database is erased once it is sent, because it has a link that replies.
  expect((await mailTo(app, investor.user.email, /is booked/)).text).toMatch(
    /has paid for a call with you \(\$50\.00\)[\s\S]*Message: Ports[\s\S]*Cancel at any time before it starts/,
  )
  expect(mine[0]?.text).toContain('You can move it until 24 hours before it starts.')
  expect((await held(founder)).bookings).toMatchObject([{ ...booking, version: expect.any(Number) }])
  expect((await held(investor)).bookings).toMatchObject([{ id: booking.id, start: slot.start, role: 'investor' }])

  // Moved according to the booking rules: to a slot that is offered now, in the investor’s time zone.
  const { body } = await founder.post<{ slots: { start: string; available: boolean }[] }>('/api/calendly/availability', {
    vcId: investor.listing,
  })
  const to = body.slots.filter(({ available }) => available).at(-1)
  expect((await founder.post(`/api/bookings/${booking.id}/reschedule`, { start: to?.start })).body).toMatchObject({
    start: to?.start,
  })
})

test('the mail about a call that is 17 hours away offers only what is still possible', async () => {
  const [investor, founder] = [await anInvestor(app), await aFounder(app)]
  const start = new Date(Date.now() + 17 * 60 * 60 * 1000)
  const bookingId = await enterCall(app, founder, investor.listing, start)
  const deps = { db, base: () => 'https://latchkey.example', organizer: 'calls@latchkey.example', now: () => new Date() }
  await sendConfirmation(deps)({ bookingId })
  const [mine] = await callMailsTo(founder.user.email)
  expect(mine?.text).toContain('If the investor cancels it, you get a full refund.')
  expect(mine?.text).toContain('You can propose another time in the app.')
  expect(mine?.text).not.toMatch(/You can move it|You can cancel it for a full refund/)
  const theirs = await mailTo(app, investor.user.email, /is booked/)
  expect(theirs.text).toContain('You can propose another time in the app. Cancel at any time before it starts')
  expect(theirs.text).not.toMatch(/decline/i)
})

test('a refund from elsewhere cancels the call, and both participants are notified once', async () => {
  const [investor, founder] = [await anInvestor(app), await aFounder(app)]
  const { body } = await bookWithCard(app, founder, investor.listing, await firstSlot(founder, investor.listing)).then(
    ({ confirmed }) => confirmed,
  )
  await until(
    () => callMailsTo(investor.user.email),
    (mails) => mails.length === 1,
  )
  const { piId } = await orderById(db, body.booking.orderId)
  await atProvider(app, 'refunds', { payment_intent: piId ?? '' })
  const mails = await until(
    () => callMailsTo(investor.user.email),
    (all) => all.length > 1,
  )
  expect(mails.map(({ template }) => template)).toEqual(['call-booked', 'call-cancelled'])
  expect(mails[1]).toMatchObject({
    text: expect.stringContaining('its payment was returned'),
    calendar: expect.stringMatching(/METHOD:CANCEL/),
  })
  expect((await held(founder)).bookings).toMatchObject([
    { status: 'refunded', refund: 'returned', meetingLink: null, actions: [] },
  ])
})

describe('a call whose refund bounces after both participants were notified of its end', () => {
  const stage = { database: app.database, url: app.url, now: new Date() }

  /** A refunded call; both mails about it are written. */
  async function paidBack() {
    const [investor, founder] = [await anInvestor(app), await aFounder(app)]
    const slot = await lastSlot(founder, investor.listing)
    const { clientSecret, confirmed } = await bookWithCard(app, founder, investor.listing, slot)
    const piId = intentOf(clientSecret)
    await until(
      () => callMailsTo(investor.user.email),
      (mails) => mails.length === 1,
    )
    await atProvider(app, 'refunds', { payment_intent: piId })
    await until(
      () => callMailsTo(investor.user.email),
      (mails) => mails.length === 2,
    )
    const bounce = async () => {
      await failRefund(stage, piId)
      await runJob(app, 'payments.list-events')
    }
    const status = async () => (await findCall(db, confirmed.body.booking.id))?.status
    return { investor, piId, id: confirmed.body.booking.id, bounce, status }
  }

  test('is reinstated, and both participants are notified and get an invitation', async () => {
    const { investor, bounce, status } = await paidBack()
    await bounce()
    const mails = await until(
      () => callMailsTo(investor.user.email),
      (all) => all.length > 2,
    )
    expect(await status()).toBe('confirmed')
    expect(mails.map(({ template }) => template)).toEqual(['call-booked', 'call-cancelled', 'call-stands-again'])
    expect(mails[2]).toMatchObject({
      subject: expect.stringContaining('is on again'),
      calendar: expect.stringMatching(/METHOD:REQUEST[\s\S]*SEQUENCE:2/),
    })
  })

  test('is not reinstated if it begins too soon for a notification: the money is refunded', async () => {
    const { investor, piId, id, bounce, status } = await paidBack()
    await db
      .update(meetingBookings)
      .set(spanAt(inDays(1 / 24)))
      .where(eq(meetingBookings.id, id))
    await bounce()
    const order = await until(
      () => orderOfIntent(db, piId),
      ({ refusal, status: now }) => refusal !== null && now === 'refunded',
    )
    expect([order.refusal, await status()]).toEqual(['bookings.too-late', 'refunded'])
    expect(await callMailsTo(investor.user.email)).toHaveLength(2)
  })
})

describe('a call whose payment was in dispute when it was first read', () => {
  const stage = { database: app.database, url: app.url, now: new Date() }

  test('is announced to both participants once the dispute is won', async () => {
    const [investor, founder] = [await anInvestor(app), await aFounder(app)]
    const slot = await firstSlot(founder, investor.listing)
    const { clientSecret, confirmed } = await bookWithCard(app, founder, investor.listing, slot)
    const { id } = confirmed.body.booking
    await until(
      () => callMailsTo(investor.user.email),
      (mails) => mails.length === 1,
    )
    // As if the confirmation had found a call in dispute, and sent nothing.
    await db.update(meetingBookings).set({ founderNotified: null, vcNotified: null }).where(eq(meetingBookings.id, id))
    const settle = (status: string) =>
      until(async () => {
        await runJob(app, 'payments.list-events')
        return (await findCall(db, id))?.status === status
      })
    await dispute(stage, intentOf(clientSecret))
    await settle('disputed')
    await closeDispute(stage, intentOf(clientSecret), 'won')
    await settle('confirmed')
    const mails = await until(
      () => callMailsTo(investor.user.email),
      (all) => all.length > 1,
    )
    expect(mails.map(({ template }) => template)).toEqual(['call-booked', 'call-booked'])
    expect((await findCall(db, id))?.founderNotified).not.toBeNull()
  })
})

test('a call that was over when its dispute was lost is valid again after an appeal, though its day has no room for another', async () => {
  const [investor, founder] = [await anInvestor(app), await aFounder(app)]
  const { id, orderId } = await bookCall(app, founder, investor.listing, inDays(-1), {
    status: 'revoked',
    cancelledAt: new Date(),
  })
  await enterCall(app, founder, investor.listing, new Date(inDays(-1).getTime() + 3 * 60 * 60 * 1000))
  await app.database
    .sql`update vcs set call_hours = ${JSON.stringify({ ...initialHours('UTC'), callsADay: 1 })}::jsonb where id = ${investor.listing}`
  const order = await orderById(db, orderId)
  const now = new Date()
  await db.update(orders).set({ slotId: id }).where(eq(orders.id, orderId))
  await db.transaction((tx) => meetingFulfilment.setGrantState(tx, { ...order, slotId: id }, 'completed', now))
  expect((await findCall(db, id))?.status).toBe('confirmed')
})

test('a founder who deletes the account in time is refunded for future calls, and the investor is notified', async () => {
  const [investor, founder] = [await anInvestor(app), await aFounder(app)]
  const { piId, id } = await bookCall(app, founder, investor.listing, inDays(2))
  expect((await founder.send('/api/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
  await isRefunded(piId)
  expect(await findCall(db, id)).toMatchObject({ status: 'cancelled', endedBy: 'system', founderName: null, founderEmail: null })
  expect(await callMailsTo(investor.user.email)).toMatchObject([
    { template: 'call-cancelled', text: expect.stringContaining('the other side has left Latchkey') },
  ])
  expect(await callMailsTo(founder.user.email)).toEqual([])
  expect((await held(investor)).bookings).toMatchObject([{ counterpart: { name: 'A founder', email: null }, refund: 'returned' }])
})

test('an investor who is removed from the listing refunds the future calls', async () => {
  const founder = await aFounder(app)
  const listed: VcId = await listInvestor(db)
  const { piId, id } = await bookCall(app, founder, listed, inDays(5), { vcType: 'airtable', vcEmail: null })
  const { base, organizer } = callsAt(app, new Date())
  const deps = {
    keyring: await openKeyring(db),
    now: () => new Date(),
    cancelCalls: cancelCallsOf({ now: () => new Date(), base, organizer }),
  }
  await db.transaction((tx) => withdraw(tx, deps, listed))
  await isRefunded(piId)
  expect(await findCall(db, id)).toMatchObject({ status: 'cancelled' })
  expect(await callMailsTo(founder.user.email)).toHaveLength(1)
})

test('a call that the investor missed is queued for the team as a refund request, regardless of its payment date', async () => {
  const [investor, founder] = [await anInvestor(app), await aFounder(app)]
  const { id, orderId } = await bookCall(app, founder, investor.listing, inDays(5))
  await db
    .update(orders)
    .set({ paidAt: inDays(-9) })
    .where(eq(orders.id, orderId))
  const at = callsAt(app, inDays(5.1))
  for (let time = 0; time < 2; time += 1) await reportMissing(at, founder.user.principalId, id, { reason: 'Nobody in the room' })
  const requests = await until(
    () => refundRequestsFor(db, orderId),
    (rows) => rows.length > 0,
  )
  expect(requests).toMatchObject([{ status: 'requested', reason: 'The investor did not come to the call. Nobody in the room' }])
})
