import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { meetingBookings } from '#drizzle/schema/index.ts'
import { acceptProposal } from '#server/features/bookings/calls/propose-times.ts'
import { moveCall } from '#server/features/bookings/calls/reschedule-call.ts'
import type { Slot } from '#shared/bookings/contract.ts'
import type { BookingId, VcId } from '#shared/ids.ts'
import { confirmBooking, startBooking } from '#tests/support/actors/bookings.ts'
import { sendHours, slotOn } from '#tests/support/actors/hours.ts'
import { CARDS, payWithCard, runJob } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { callsAt, enterCall } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { lapseHolds, listCalls } from '#tests/support/state/calls.ts'
import { available, founder, investorWith, offers } from './setup.ts'

const app = await startTestApp()
const other = await app.anotherNode()
const { db } = app.database

const founders = (many: number) => Promise.all(Array.from({ length: many }, (_, nth) => founder(nth % 2 ? other : app)))
const taking = async (vcId: VcId) =>
  (await listCalls(db, { vcId })).filter(({ status }) => ['held', 'confirmed', 'disputed'].includes(status))
const startsOf = async (vcId: VcId) => (await taking(vcId)).map(({ meetingDateTime }) => meetingDateTime.toISOString()).sort()
const move = (client: Client, id: string, slot: Slot) =>
  client.post<{ code?: string }>(`/api/bookings/${id}/reschedule`, { start: slot.start })
const clocks = (many: number) => Array.from({ length: many }, (_, nth) => `${String(8 + nth).padStart(2, '0')}:00`)

test('of eight founders on two nodes who want one slot at once, one gets it', async () => {
  const { listing } = await investorWith(app)
  const answers = await Promise.all((await founders(8)).map((buyer) => startBooking(buyer, listing, slotOn(3, '10:00'))))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(await taking(listing)).toHaveLength(1)
})

test('of eight founders on two nodes who want the last two calls of a day at once, two get one', async () => {
  const { listing } = await investorWith(app, { callsADay: 3 })
  await enterCall(app, await founder(app), listing, new Date(slotOn(3, '06:00').start))
  const buyers = await founders(8)
  const answers = await Promise.all(buyers.map((buyer, nth) => startBooking(buyer, listing, slotOn(3, clocks(8)[nth] ?? ''))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(answers.filter(({ body }) => body.code === 'bookings.slot-taken')).toHaveLength(6)
  expect(await taking(listing)).toHaveLength(3)
})

test('founders who want neighbouring slots at once get none within the buffer of another', async () => {
  const { listing } = await investorWith(app, { bufferMinutes: 45 })
  const times = ['10:00', '10:30', '11:00', '11:30', '12:00', '12:30']
  const buyers = await founders(times.length)
  await Promise.all(buyers.map((buyer, nth) => startBooking(buyer, listing, slotOn(3, times[nth] ?? ''))))
  const starts = (await startsOf(listing)).map((start) => Date.parse(start) / 60_000)
  expect(starts.length).toBeGreaterThan(0)
  for (const [nth, start] of starts.slice(1).entries()) expect(start - (starts[nth] ?? 0)).toBeGreaterThanOrEqual(75)
})

test('moves, accepted proposals and new holds for the last call of a day leave one', async () => {
  const investor = await investorWith(app, { callsADay: 1 })
  const vcId = investor.listing
  const movers = await founders(3)
  const calls = await Promise.all(
    movers.map((mover, nth) => enterCall(app, mover, vcId, new Date(slotOn(5 + nth, '10:00').start))),
  )
  const [, , accepted = ''] = calls
  const proposed = slotOn(3, '15:00')
  expect((await investor.post(`/api/bookings/${accepted}/propose`, { times: [proposed.start] })).status).toBe(200)
  const [first, second, third] = movers
  if (!first || !second || !third) throw new Error('There are three')
  const answers = await Promise.all([
    move(first, calls[0] ?? '', slotOn(3, '10:00')),
    move(second, calls[1] ?? '', slotOn(3, '12:00')),
    third.post<{ code?: string }>(`/api/bookings/${accepted}/accept-proposal`, { start: proposed.start }),
    ...(await founders(3)).map((buyer, nth) => startBooking(buyer, vcId, slotOn(3, clocks(3)[nth] ?? ''))),
  ])
  const day = slotOn(3, '00:00').start.slice(0, 10)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'bookings.slot-taken')).toHaveLength(5)
  expect((await startsOf(vcId)).filter((start) => start.startsWith(day))).toHaveLength(1)
})

test.each<[string, object]>([
  ['the day is full', { callsADay: 1 }],
  ['it would be within the buffer', { bufferMinutes: 240 }],
])('a move and an accepted proposal are refused where, since their time was checked, %s', async (_, hours) => {
  const investor = await investorWith(app, hours)
  const vcId = investor.listing
  const buyer = await founder(app)
  const id = await enterCall(app, buyer, vcId, new Date(slotOn(5, '10:00').start))
  const to = slotOn(3, '12:00')
  expect((await investor.post(`/api/bookings/${id}/propose`, { times: [to.start] })).status).toBe(200)
  let takes: BookingId | undefined
  const isSlotAvailable = async () => {
    takes = await enterCall(app, await founder(app), vcId, new Date(slotOn(3, '15:00').start))
    return true
  }
  const deps = { ...callsAt(app, new Date()), isSlotAvailable }
  const [{ principalId }, start] = [buyer.user, new Date(to.start)]
  const isRefused = { code: 'bookings.slot-taken' }
  await expect(moveCall(deps, principalId, id, start)).rejects.toMatchObject(isRefused)
  await db.delete(meetingBookings).where(eq(meetingBookings.id, takes ?? id))
  await expect(acceptProposal(deps, principalId, id, start)).rejects.toMatchObject(isRefused)
  expect(await startsOf(vcId)).toEqual([slotOn(3, '15:00').start, slotOn(5, '10:00').start])
})

test('a call moves within its own full day, and its own buffer is not in the way', async () => {
  const { listing } = await investorWith(app, { callsADay: 1, bufferMinutes: 60 })
  const buyer = await founder(app)
  const id = await enterCall(app, buyer, listing, new Date(slotOn(4, '10:00').start))
  const next = slotOn(4, '10:30')
  expect(offers(await available(buyer, listing), next)).toBe(false)
  expect(offers(await available(buyer, listing, { moving: id }), next)).toBe(true)
  const stranger = await founder(app)
  expect((await stranger.post('/api/calendly/availability', { vcId: listing, moving: id })).status).toBe(404)
  expect((await move(buyer, id, next)).status).toBe(200)
  expect(await startsOf(listing)).toEqual([next.start])
})

test('a held time and a payment that began survive every change of hours', async () => {
  const investor = await investorWith(app)
  const vcId = investor.listing
  const buyer = await founder(app)
  const slot = slotOn(3, '10:00')
  const first = (await startBooking(buyer, vcId, slot)).body
  const closed = { ...{ sun: [], mon: [], tue: [], wed: [], thu: [], fri: [] }, sat: [{ from: 0, until: 30 }] }
  await sendHours({ as: investor, vcId, change: { ...closed, callsADay: 1, noticeHours: 168 } })
  await enterCall(app, await founder(app), vcId, new Date(slotOn(3, '18:00').start))
  // The buyer reloads the page of the payment, and pays.
  expect((await startBooking(buyer, vcId, slot)).body).toMatchObject({ clientSecret: first.clientSecret })
  await payWithCard(app, first.clientSecret, CARDS.good)
  expect((await confirmBooking(buyer, first.clientSecret, vcId, slot)).status).toBe(200)
  expect((await startBooking(await founder(app), vcId, slotOn(4, '10:00'))).body.code).toMatch(/not-offered|no-calls/)
})

test('a hold that has run out does not use up a day, and its late payment is refunded where the day is full', async () => {
  const { listing } = await investorWith(app, { callsADay: 1 })
  const [late, next] = [await founder(app), await founder(app)]
  const slot = slotOn(3, '10:00')
  const { clientSecret } = (await startBooking(late, listing, slot)).body
  await lapseHolds(db, listing)
  // Not released by the job yet: the next request releases it.
  expect((await startBooking(next, listing, slotOn(3, '15:00'))).status).toBe(200)
  await payWithCard(app, clientSecret, CARDS.good)
  const refused = await confirmBooking(late, clientSecret, listing, slot)
  expect(refused.body).toMatchObject({ code: 'bookings.slot-taken', message: expect.stringContaining('refunded') })
  expect(await startsOf(listing)).toEqual([slotOn(3, '15:00').start])
})

test('a late payment for a released time is fulfilled where the limits leave room, also outside the changed hours', async () => {
  const investor = await investorWith(app, { callsADay: 2 })
  const vcId = investor.listing
  const buyer = await founder(app)
  const slot = slotOn(3, '10:00')
  const { clientSecret } = (await startBooking(buyer, vcId, slot)).body
  await lapseHolds(db, vcId)
  await runJob(app, 'bookings.lapse')
  const off = slot.start.slice(0, 10)
  await sendHours({ as: investor, vcId, change: { daysOff: [{ from: off, until: off }] } })
  await enterCall(app, await founder(app), vcId, new Date(slotOn(3, '15:00').start))
  await payWithCard(app, clientSecret, CARDS.good)
  expect((await confirmBooking(buyer, clientSecret, vcId, slot)).status).toBe(200)
  expect(await startsOf(vcId)).toEqual([slot.start, slotOn(3, '15:00').start])
})
