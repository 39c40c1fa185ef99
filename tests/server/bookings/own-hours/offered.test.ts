import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { offeredStarts } from '#shared/bookings/offered-hours.ts'
import { slotAt } from '#shared/bookings/slots.ts'
import { dayAhead } from '#shared/listings/pause.ts'
import { bookCall, startBooking } from '#tests/support/actors/bookings.ts'
import { openHours, sendHours, slotOn } from '#tests/support/actors/hours.ts'
import { held } from '#tests/support/actors/listings.ts'
import { listInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { enterCall } from '#tests/support/calls.ts'
import { startCalendly } from '#tests/support/stand-ins/calendly.ts'
import { listCalls } from '#tests/support/state/calls.ts'
import { available, founder, investorWith, offers } from './setup.ts'

const TOKEN = 'eyCalendly.0123456789.abcdefghij'
const LINK = { meetingLink: 'https://calendly.com/alan/intro' }
let whileCalendarIsRead = async () => undefined as unknown
let free: Date[] = []
const calendar = startCalendly(TOKEN, async () => {
  await whileCalendarIsRead()
  return free
})
afterAll(() => calendar.stop())
const app = await startTestApp({ env: { CALENDLY_API_URL: calendar.url } })
const { db } = app.database

beforeEach(() => {
  calendar.feel('well')
  whileCalendarIsRead = async () => undefined
})

const dayOff = (ahead: number) => ({ from: dayAhead(ahead, Date.now()), until: dayAhead(ahead, Date.now()) })

test('founders are offered the own hours and no other, in their time zone, and the slot is not a generated one', async () => {
  const hours = { ...openHours(), timeZone: 'Asia/Tokyo', mon: [], wed: [{ from: 615, until: 690 }] }
  const investor = await investorWith(app, hours)
  const now = Date.now()
  const { slots, timeZone, generated } = await available(app.visitor(), investor.listing)
  // A half hour may begin between the two answers.
  const expected = offeredStarts(hours, now).map((start) => slotAt(start).start)
  expect(slots.map(({ start }) => start).slice(-100)).toEqual(expected.slice(-100))
  expect([timeZone, generated]).toEqual(['Asia/Tokyo', false])

  const buyer = await founder(app)
  const [slot] = slots.slice(-1)
  if (!slot) throw new Error('There is no slot')
  await bookCall(app, buyer, investor.listing, slot)
  const call = { isGeneratedSlot: false, vcTimeZone: 'Asia/Tokyo', status: 'confirmed' }
  expect(await listCalls(db, { vcId: investor.listing })).toMatchObject([call])
  expect((await held(investor)).bookings).toMatchObject([{ isGeneratedSlot: false, actions: expect.anything() }])
  const outside = slotAt(Date.parse(slot.start) + 17 * 60 * 1000)
  expect((await startBooking(await founder(app), investor.listing, outside)).body.code).toBe('bookings.not-offered')
})

test('held, booked and disputed calls take their buffer and count for the day, also those of the record that the listing replaced', async () => {
  const record = await listInvestor(db)
  const investor = await investorWith(app, { bufferMinutes: 20, callsADay: 2 }, { replacesId: record })
  const vcId = investor.listing
  const [seller, buyer] = [app.visitor(), await founder(app)]
  expect((await startBooking(buyer, vcId, slotOn(3, '10:00'))).status).toBe(200)
  const seen = await available(seller, vcId)
  expect(['09:00', '09:30', '10:00', '10:30', '11:00'].map((clock) => offers(seen, slotOn(3, clock)))).toEqual([
    ...[true, false, false, false, true],
  ])
  // To its holder a held time stays available, as before.
  expect(offers(await available(buyer, vcId), slotOn(3, '10:00'))).toBe(true)
  await enterCall(app, await founder(app), record, new Date(slotOn(3, '15:00').start), { status: 'disputed' })
  const after = await available(seller, vcId)
  expect(after.slots.filter(({ start }) => start.startsWith(dayAhead(3, Date.now())))).toEqual([])
  expect(offers(after, slotOn(4, '10:00'))).toBe(true)
})

test('an investor without own hours is offered as before', async () => {
  const investor = await investorWith(app, {}, { callHours: null, timeZone: 'Europe/Berlin' })
  const before = await available(app.visitor(), investor.listing)
  expect(before).toMatchObject({ timeZone: 'Europe/Berlin', generated: true })
  await sendHours({ as: investor, vcId: investor.listing, change: openHours() })
  expect(await available(app.visitor(), investor.listing)).toMatchObject({ timeZone: 'UTC', generated: false })
  await sendHours({ as: investor, vcId: investor.listing, change: null })
  expect(await available(app.visitor(), investor.listing)).toEqual(before)
})

describe('an own Calendly calendar', () => {
  const withCalendar = async (hours: Parameters<typeof investorWith>[1]) => {
    const investor = await investorWith(app, hours, LINK)
    await investor.post(`/api/vcs/${investor.listing}/calendar`, { token: TOKEN }, { method: 'PUT' })
    return investor
  }
  const at = (ahead: number, clock: string) => new Date(slotOn(ahead, clock).start)

  test('replaces the week, while days off, notice, buffer and the daily limit apply', async () => {
    const hours = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [{ from: 0, until: 30 }], sun: [] }
    const limits = { daysOff: [dayOff(4)], noticeHours: 48, bufferMinutes: 30, callsADay: 1 }
    const { listing } = await withCalendar({ ...hours, ...limits })
    free = [at(1, '00:07'), at(3, '10:07'), at(3, '12:07'), at(4, '10:07'), at(5, '10:07'), at(5, '11:00'), at(6, '10:07')]
    const starts = async () => (await available(app.visitor(), listing)).slots.map(({ start }) => new Date(start))
    expect(await starts()).toEqual([free[1], free[2], free[4], free[5], free[6]])
    expect((await startBooking(await founder(app), listing, slotOn(3, '10:07'))).status).toBe(200)
    expect(await starts()).toEqual([free[4], free[5], free[6]])
    expect((await startBooking(await founder(app), listing, slotOn(4, '10:07'))).body.code).toBe('bookings.not-offered')
  })

  test('with no time outside days off leaves none: nothing is generated in their place', async () => {
    const { listing } = await withCalendar({ daysOff: [dayOff(4)] })
    free = [at(4, '10:07')]
    expect(await available(app.visitor(), listing)).toMatchObject({ slots: [], generated: false })
  })

  test('that cannot be read leaves the own hours, which it has not confirmed', async () => {
    const { listing } = await withCalendar({})
    calendar.feel('refusing')
    const seen = await available(app.visitor(), listing)
    expect([offers(seen, slotOn(3, '03:30')), seen.generated]).toEqual([true, true])
  })

  test('gives no time to a founder whose request was checked before its day became a day off', async () => {
    const investor = await withCalendar({})
    const vcId = investor.listing
    free = [at(3, '10:07')]
    whileCalendarIsRead = () => sendHours({ as: investor, vcId, change: { daysOff: [dayOff(3)] } })
    expect((await startBooking(await founder(app), vcId, slotOn(3, '10:07'))).body.code).toBe('bookings.not-offered')
    expect(await listCalls(db, { vcId })).toEqual([])
  })
})
