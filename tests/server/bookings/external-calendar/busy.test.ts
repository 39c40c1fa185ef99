import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { externalCalendars } from '#drizzle/schema/index.ts'
import type { Slot } from '#shared/bookings/contract.ts'
import { CALL_MS, slotAt } from '#shared/bookings/slots.ts'
import { available, founder, offers } from '#tests/server/bookings/own-hours/setup.ts'
import { bookCall, confirmBooking, startBooking } from '#tests/support/actors/bookings.ts'
import { slotOn } from '#tests/support/actors/hours.ts'
import { held } from '#tests/support/actors/listings.ts'
import { CARDS, listInvestor, payWithCard, runJob } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { enterCall } from '#tests/support/calls.ts'
import { eventBetween } from '#tests/support/samples/calendar-events.ts'
import { PRIVATE, startCaldav } from '#tests/support/stand-ins/caldav.ts'
import { listReadJobs } from '#tests/support/state/calendars.ts'
import { lapseHolds, listCalls } from '#tests/support/state/calls.ts'
import { until } from '#tests/support/until.ts'
import { choose, connectionOf, investorWithCalendar, readNow } from './setup.ts'

const calendar = startCaldav()
afterAll(() => calendar.stop())
const app = await startTestApp({ env: { LOG_LEVEL: 'silent' } })
const { db } = app.database

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

beforeEach(() => {
  calendar.feel('well')
  calendar.objects.clear()
  calendar.whileRead(async () => undefined)
})

/** Calls are written to no calendar: the investors of this file share one. */
async function withCalendar(...about: [hours?: Parameters<typeof investorWithCalendar>[2], listing?: object]) {
  const investor = await investorWithCalendar(app, calendar, ...about)
  await choose(investor, { busy: [calendar.at(PRIVATE)], events: null })
  return investor
}

/** The owner enters an event in the calendar. */
const enter = ({ start, end }: Slot, uid = 'dentist') => calendar.enter(`${PRIVATE}${uid}.ics`, eventBetween(uid, start, end))

/** As if the last read were some time ago. */
const age = (ms: number) => db.update(externalCalendars).set({ readAt: new Date(Date.now() - ms) })

const noticesOf = async (investor: Parameters<typeof held>[0], kind: string) =>
  ((await held(investor)).notices ?? []).filter((notice) => notice.kind === kind)

test('founders are offered no time of an event, with the time that the investor keeps around it, and no title leaves the server', async () => {
  enter(slotOn(3, '10:00'))
  const { listing } = await withCalendar({ bufferMinutes: 20 })
  const seen = await available(app.visitor(), listing)
  expect(['09:00', '09:30', '10:00', '10:30', '11:00'].map((clock) => offers(seen, slotOn(3, clock)))).toEqual([
    ...[true, false, false, false, true],
  ])
  expect(JSON.stringify(seen)).not.toContain('dentist')
})

test('the calendar counts without own hours, and for the record that the listing replaced', async () => {
  const record = await listInvestor(db)
  const investor = await withCalendar({}, { callHours: null, replacesId: record })
  const before = (await available(app.visitor(), investor.listing)).slots
  const last = before.at(-1)
  if (!last) throw new Error('There is no slot')
  enter(last)
  await readNow(investor)
  const after = (await available(app.visitor(), investor.listing)).slots
  expect(after).toEqual(before.slice(0, -1))
  expect((await startBooking(await founder(app), investor.listing, last)).body.code).toBe('bookings.slot-taken')
})

test('a change is seen a minute later, and a visitor waits for no second read before', async () => {
  const { listing } = await withCalendar()
  enter(slotOn(3, '10:00'))
  calendar.asked.length = 0
  expect(offers(await available(app.visitor(), listing), slotOn(3, '10:00'))).toBe(true)
  expect(calendar.asked).toEqual([])
  await age(61_000)
  expect(offers(await available(app.visitor(), listing), slotOn(3, '10:00'))).toBe(false)
})

test('a time is not held where an event was entered since it was offered', async () => {
  const { listing } = await withCalendar()
  const slot = slotOn(3, '10:00')
  enter(slot)
  expect((await startBooking(await founder(app), listing, slot)).body.code).toBe('bookings.slot-taken')
  expect(await listCalls(db, { vcId: listing })).toEqual([])
})

test('a payment is refunded where an event was entered since the time was held', async () => {
  const { listing } = await withCalendar()
  const [buyer, slot] = [await founder(app), slotOn(3, '10:00')]
  const { clientSecret } = (await startBooking(buyer, listing, slot)).body
  enter(slot)
  await payWithCard(app, clientSecret, CARDS.good)
  const refused = await confirmBooking(buyer, clientSecret, listing, slot)
  expect(refused.body).toMatchObject({ code: 'bookings.slot-taken', message: expect.stringContaining('refunded') })
  expect(await listCalls(db, { vcId: listing, status: 'confirmed' })).toEqual([])
})

test('an event beside a held time does not take it, also within the time that the investor keeps between calls', async () => {
  const { listing } = await withCalendar({ bufferMinutes: 60 })
  const [buyer, slot] = [await founder(app), slotOn(3, '10:00')]
  const { clientSecret } = (await startBooking(buyer, listing, slot)).body
  enter(slotOn(3, '10:30'))
  await payWithCard(app, clientSecret, CARDS.good)
  expect((await confirmBooking(buyer, clientSecret, listing, slot)).status).toBe(200)
})

test('a late payment for a released time is refunded over an event', async () => {
  const { listing } = await withCalendar()
  const [late, slot] = [await founder(app), slotOn(3, '10:00')]
  const { clientSecret } = (await startBooking(late, listing, slot)).body
  await lapseHolds(db, listing)
  enter(slot)
  await payWithCard(app, clientSecret, CARDS.good)
  expect((await confirmBooking(late, clientSecret, listing, slot)).body.code).toBe('bookings.slot-taken')
})

test('a move and an accepted proposal are refused over an event that was entered just before', async () => {
  const investor = await withCalendar()
  const [mover, to, proposed] = [await founder(app), slotOn(3, '12:00'), slotOn(3, '15:00')]
  const id = await enterCall(app, mover, investor.listing, new Date(slotOn(5, '10:00').start))
  expect((await investor.post(`/api/bookings/${id}/propose`, { times: [proposed.start] })).status).toBe(200)
  const isRefused = { body: { code: 'bookings.slot-taken' } }
  // One after the other, so that each reads by itself.
  enter(to, 'first')
  expect(await mover.post(`/api/bookings/${id}/reschedule`, { start: to.start })).toMatchObject(isRefused)
  enter(proposed, 'second')
  expect(await mover.post(`/api/bookings/${id}/accept-proposal`, { start: proposed.start })).toMatchObject(isRefused)
  expect((await listCalls(db, { id }))[0]?.meetingDateTime.toISOString()).toBe(slotOn(5, '10:00').start)
})

describe('a calendar that cannot be read', () => {
  test('leaves the busy times that are known, for founders, holds and payments', async () => {
    enter(slotOn(3, '10:00'))
    const { listing } = await withCalendar()
    const [buyer, slot] = [await founder(app), slotOn(3, '12:00')]
    calendar.feel('failing')
    await age(3 * HOUR_MS)
    const seen = await available(app.visitor(), listing)
    expect([offers(seen, slotOn(3, '10:00')), offers(seen, slot)]).toEqual([false, true])
    expect((await startBooking(buyer, listing, slotOn(3, '10:00'))).body.code).toBe('bookings.slot-taken')
    await bookCall(app, buyer, listing, slot)
    expect(await listCalls(db, { vcId: listing, status: 'confirmed' })).toHaveLength(1)
  })

  test('is not asked again by each visitor', async () => {
    const { listing } = await withCalendar()
    calendar.feel('failing')
    await age(HOUR_MS)
    await available(app.visitor(), listing)
    calendar.asked.length = 0
    await available(app.visitor(), listing)
    expect(calendar.asked).toEqual([])
  })

  test('offers no time of which nothing is known', async () => {
    const { listing } = await withCalendar()
    calendar.feel('failing')
    await db.update(externalCalendars).set({ knownUntil: new Date(slotOn(4, '00:00').start) })
    const seen = await available(app.visitor(), listing)
    expect([offers(seen, slotOn(3, '23:30')), offers(seen, slotOn(4, '00:00'))]).toEqual([true, false])
    expect((await startBooking(await founder(app), listing, slotOn(5, '10:00'))).body.code).toBe('bookings.slot-taken')
  })

  test('is a notice to the investor after a day, once', async () => {
    const investor = await withCalendar()
    calendar.feel('refusing')
    await readNow(investor)
    expect(await noticesOf(investor, 'calendar-unread')).toEqual([])
    const since = new Date(Date.now() - 25 * HOUR_MS)
    await db.update(externalCalendars).set({ failingSince: since }).where(eq(externalCalendars.vcId, investor.listing))
    await runJob(app, 'bookings.calendar', { vcId: investor.listing })
    await readNow(investor)
    expect(await noticesOf(investor, 'calendar-unread')).toMatchObject([{ facts: { since: since.toISOString() } }])
  })
})

test('an event that is entered after a call was confirmed is shown to the investor, once, and the call stays', async () => {
  const investor = await withCalendar()
  const { listing } = investor
  const slot = slotOn(3, '10:00')
  await bookCall(app, await founder(app), listing, slot)
  enter(slotAt(Date.parse(slot.start) + CALL_MS / 2))
  await runJob(app, 'bookings.calendar', { vcId: listing })
  await readNow(investor)
  const [call] = await listCalls(db, { vcId: listing })
  expect(call?.status).toBe('confirmed')
  expect((await connectionOf(investor)).conflicts).toEqual([{ bookingId: call?.id, start: slot.start }])
  expect(await noticesOf(investor, 'call-conflict')).toMatchObject([{ facts: { bookingId: call?.id, start: slot.start } }])
  calendar.objects.clear()
  expect((await readNow(investor))?.conflicts).toEqual([])
})

test('calendars are read in the background: often where a call is coming, else every hour', async () => {
  const idle = await withCalendar()
  const busy = await withCalendar()
  await enterCall(app, await founder(app), busy.listing, new Date(slotOn(3, '10:00').start))
  const due = async (ms: number) => {
    await age(ms)
    const read = await listReadJobs(db, () => runJob(app, 'bookings.calendars'))
    return [idle, busy].map(({ listing }) => read.includes(listing))
  }
  expect(await due(5 * 60_000)).toEqual([false, false])
  expect(await due(11 * 60_000)).toEqual([false, true])
  expect(await due(DAY_MS)).toEqual([true, true])
})

test('a read that began before another one and ended after it is not stored', async () => {
  const investor = await withCalendar()
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let reads = 0
  calendar.whileRead(() => {
    reads += 1
    return gates[reads - 1]?.promise ?? Promise.resolve()
  })
  const first = readNow(investor)
  await until(async () => reads === 1)
  enter(slotOn(3, '10:00'))
  gates[1]?.resolve()
  await readNow(investor)
  gates[0]?.resolve()
  await first
  expect(offers(await available(app.visitor(), investor.listing), slotOn(3, '10:00'))).toBe(false)
})
