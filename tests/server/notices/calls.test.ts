import { expect, test } from 'vitest'
import { cancelCall } from '#server/features/bookings/calls/cancel-call.ts'
import { handOverDue, showContact } from '#server/features/bookings/calls/hand-over-contact.ts'
import { remindOfCalls } from '#server/features/bookings/calls/reminders.ts'
import { reportMissing } from '#server/features/bookings/calls/report-no-show.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import type { BookingId } from '#shared/ids.ts'
import { bookCall as bookWithCard, lastSlot, movableSlot } from '#tests/support/actors/bookings.ts'
import { atProvider, intentOf, runJob } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { aFounder, anInvestor, callsAt, enterCall, usualHour } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { failRefund } from '#tests/support/histories/provider.ts'
import { findCall } from '#tests/support/state/calls.ts'
import { until } from '#tests/support/until.ts'
import { kindsOf, noticesOf, withoutNotices } from './setup.ts'

const app = await startTestApp()
const { db } = app.database

const HOUR_MS = 60 * 60 * 1000
const hour = (nth: number) => usualHour(nth).toISOString()

async function aCall(start = usualHour()) {
  const [investor, founder] = [await anInvestor(app), await aFounder(app)]
  return { investor, founder, start, id: await enterCall(app, founder, investor.listing, start) }
}
const act = async (client: Client, id: BookingId, what: string, body: object = {}) => {
  const { status, body: reply } = await client.post<Booking>(`/api/bookings/${id}/${what}`, body)
  expect(status).toBe(200)
  return reply
}
/** The call notices of both sides, the earliest first. */
const bothOf = async ({ founder, investor }: { founder: Client; investor: Client }) => {
  const ofCalls = async (client: Client) => (await kindsOf(client)).filter((kind) => kind.startsWith('call-'))
  return { founder: await ofCalls(founder), investor: await ofCalls(investor) }
}

test('a call that is paid for is noticed by the investor with its payment, not by the founder who has just booked it', async () => {
  const [investor, founder] = [await anInvestor(app), await aFounder(app)]
  const slot = await movableSlot(founder, investor.listing)
  const { confirmed } = await bookWithCard(app, founder, investor.listing, slot)
  const { id } = confirmed.body.booking
  expect(await noticesOf(investor)).toMatchObject([
    { kind: 'call-booked', isRead: false, facts: { bookingId: id, role: 'investor', start: slot.start } },
  ])
  expect(await noticesOf(founder)).toEqual([])
})

test('times that one side proposes, declines and accepts are noticed by the other side, each time', async () => {
  const call = await aCall()
  const { investor, founder, id } = call
  const first = await act(investor, id, 'propose', { times: [hour(2)] })
  await act(founder, id, 'decline-proposal', { at: first.proposal?.at })
  expect(await bothOf(call)).toEqual({ founder: ['call-proposed'], investor: ['call-proposal-declined'] })
  await act(investor, id, 'propose', { times: [hour(3)] })
  for (const _ of ['once', 'again']) await act(founder, id, 'accept-proposal', { start: hour(3) })
  expect(await bothOf(call)).toEqual({
    founder: ['call-proposed', 'call-proposed'],
    investor: ['call-proposal-declined', 'call-moved'],
  })
  expect((await noticesOf(investor))[0]?.facts).toEqual({ bookingId: id, role: 'investor', start: hour(3) })
  // A proposal is withdrawn by its author: the other side has nothing to do.
  const last = await act(founder, id, 'propose', { times: [hour(4)] })
  await act(founder, id, 'withdraw-proposal', { at: last.proposal?.at })
  expect((await bothOf(call)).investor).toEqual(['call-proposal-declined', 'call-moved', 'call-proposed'])
})

test('each move of a call is a notice, of the side that did not move it', async () => {
  const call = await aCall()
  await act(call.founder, call.id, 'reschedule', { start: hour(5) })
  await act(call.founder, call.id, 'reschedule', { start: hour(6) })
  expect(await bothOf(call)).toEqual({ founder: [], investor: ['call-moved', 'call-moved'] })
})

test('a call that one side cancels is noticed by the other side, and says whether the price returns', async () => {
  const [byInvestor, byFounder, tooLate] = [await aCall(), await aCall(), await aCall()]
  await act(byInvestor.investor, byInvestor.id, 'cancel')
  expect(await bothOf(byInvestor)).toEqual({ founder: ['call-cancelled'], investor: [] })
  expect((await noticesOf(byInvestor.founder))[0]?.facts).toMatchObject({ by: 'side', isReturned: true })
  for (const _ of ['once', 'again']) await act(byFounder.founder, byFounder.id, 'cancel')
  expect(await bothOf(byFounder)).toEqual({ founder: [], investor: ['call-cancelled'] })
  const late = callsAt(app, new Date(tooLate.start.getTime() - HOUR_MS))
  await cancelCall(late, tooLate.founder.user.principalId, tooLate.id, undefined)
  expect((await noticesOf(tooLate.investor))[0]?.facts).toMatchObject({ by: 'side', isReturned: false })
})

test('a call is cancelled with its notice or not at all', async () => {
  const call = await aCall()
  const cancel = () => call.investor.post(`/api/bookings/${call.id}/cancel`, {})
  expect((await withoutNotices(db, 'call-cancelled', cancel)).status).toBe(500)
  expect((await findCall(db, call.id))?.status).toBe('confirmed')
  expect(await bothOf(call)).toEqual({ founder: [], investor: [] })
})

test('a declined call is noticed by its founder', async () => {
  const [investor, founder] = [await anInvestor(app), await aFounder(app)]
  const id = await enterCall(app, founder, investor.listing, usualHour(), { isGeneratedSlot: true, createdAt: new Date() })
  await act(investor, id, 'decline')
  expect(await bothOf({ founder, investor })).toEqual({ founder: ['call-declined'], investor: [] })
})

test('a call that ends with its payment, and one that is restored with it, are noticed by both sides', async () => {
  const [investor, founder] = [await anInvestor(app), await aFounder(app)]
  const { clientSecret, confirmed } = await bookWithCard(
    app,
    founder,
    investor.listing,
    await lastSlot(founder, investor.listing),
  )
  const { id } = confirmed.body.booking
  const becomes = (wanted: string) =>
    until(
      async () => (await findCall(db, id))?.status,
      (status) => status === wanted,
    )
  await atProvider(app, 'refunds', { payment_intent: intentOf(clientSecret) })
  await becomes('refunded')
  expect(await bothOf({ founder, investor })).toEqual({
    founder: ['call-cancelled'],
    investor: ['call-booked', 'call-cancelled'],
  })
  expect((await noticesOf(investor))[0]?.facts).toMatchObject({ by: 'money' })
  await failRefund({ database: app.database, url: app.url, now: new Date() }, intentOf(clientSecret))
  await runJob(app, 'payments.list-events')
  await becomes('confirmed')
  expect(await bothOf({ founder, investor })).toEqual({
    founder: ['call-cancelled', 'call-restored'],
    investor: ['call-booked', 'call-cancelled', 'call-restored'],
  })
})

test('both sides are reminded once, and a report is noticed by the side that is said to have been missing', async () => {
  const start = new Date('2020-03-10T15:00:00Z')
  const call = await aCall(start)
  const at = (ms: number) => callsAt(app, new Date(start.getTime() + ms))
  for (const ms of [-20 * HOUR_MS, -HOUR_MS / 6]) await remindOfCalls(at(ms))()
  expect(await bothOf(call)).toEqual({ founder: ['call-soon'], investor: ['call-soon'] })
  await reportMissing(at(HOUR_MS), call.investor.user.principalId, call.id, undefined)
  expect(await bothOf(call)).toEqual({ founder: ['call-soon', 'call-missing'], investor: ['call-soon'] })
})

test('the founder notices that a contact is released when free cancellation ends, once', async () => {
  const [investor, founder] = [await anInvestor(app), await aFounder(app)]
  const { confirmed } = await bookWithCard(app, founder, investor.listing, await lastSlot(founder, investor.listing))
  const { id, freeUntil } = confirmed.body.booking
  const later = new Date(Date.parse(freeUntil ?? '') + HOUR_MS)
  const handOver = handOverDue(callsAt(app, later))
  // The call is left to the next run while an update of its payment is being read.
  await until(
    async () => {
      await handOver()
      return noticesOf(founder)
    },
    (notices) => notices.length > 0,
  )
  await handOver()
  expect(await noticesOf(founder)).toMatchObject([{ kind: 'call-contact', facts: { bookingId: id, vcId: investor.listing } }])
})

test('a founder who asks for the contact gets no notice of it', async () => {
  const [investor, founder] = [await anInvestor(app), await aFounder(app)]
  const { confirmed } = await bookWithCard(app, founder, investor.listing, await lastSlot(founder, investor.listing))
  await showContact(callsAt(app, new Date()), founder.user.principalId, confirmed.body.booking.id)
  expect(await noticesOf(founder)).toEqual([])
})
