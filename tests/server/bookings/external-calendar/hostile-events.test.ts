import { afterAll, beforeEach, expect, test } from 'vitest'
import { slotAt } from '#shared/bookings/slots.ts'
import { available, founder, offers } from '#tests/server/bookings/own-hours/setup.ts'
import { startBooking } from '#tests/support/actors/bookings.ts'
import { slotOn } from '#tests/support/actors/hours.ts'
import { startTestApp } from '#tests/support/app.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { eventBetween, eventFile } from '#tests/support/samples/calendar-events.ts'
import { PRIVATE, startCaldav } from '#tests/support/stand-ins/caldav.ts'
import { listStoredCalendars } from '#tests/support/state/calendars.ts'
import { until } from '#tests/support/until.ts'
import { choose, connectionOf, investorWithCalendar, readNow } from './setup.ts'

/** Any sender can send an invitation, and the calendar's server enters it. */
const calendar = startCaldav()
afterAll(() => calendar.stop())
const app = await startTestApp({ env: { LOG_LEVEL: 'silent' } })

beforeEach(() => {
  calendar.feel('well')
  calendar.objects.clear()
})

const enter = (uid: string, file: string) => calendar.enter(`${PRIVATE}${uid}.ics`, file)
const appointment = slotOn(3, '10:00')
const enterAppointment = () => enter('dentist', eventBetween('dentist', appointment.start, appointment.end))

async function withCalendar() {
  const investor = await investorWithCalendar(app, calendar)
  await choose(investor, { busy: [calendar.at(PRIVATE)], events: null })
  return investor
}

/** A slow machine may need a second read: the outcomes of the first one are kept. */
const readAll = (owner: Parameters<typeof readNow>[0]) =>
  until(
    () => readNow(owner),
    (seen) => seen?.failing === null,
  )

const offered = async (listing: Parameters<typeof available>[1], ...clocks: string[]) => {
  const seen = await available(app.visitor(), listing)
  return clocks.map((clock) => offers(seen, slotOn(3, clock)))
}

test('an event that cannot be expanded leaves all others as they are, and the owner sees their number until it is removed', async () => {
  const { listing, ...investor } = await withCalendar()
  enterAppointment()
  enter(
    'endless',
    eventFile('endless', ['DTSTART:20200105T000000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30']),
  )
  enter('often', eventFile('often', ['DTSTART:20200106T000000Z', 'DURATION:PT1S', 'SUMMARY:Free money', 'RRULE:FREQ=SECONDLY']))
  const owner = { ...investor, listing }
  expect(await readAll(owner)).toMatchObject({ failing: null, unread: { count: 2, days: ['2020-01-06', '2020-01-05'] } })
  expect(await offered(listing, '09:00', '10:00', '11:00')).toEqual([true, false, true])
  expect((await startBooking(await founder(app), listing, appointment)).body.code).toBe('bookings.slot-taken')
  expect(JSON.stringify(await connectionOf(owner))).not.toContain('Free money')
  calendar.objects.delete(`${PRIVATE}endless.ics`)
  calendar.objects.delete(`${PRIVATE}often.ics`)
  expect(await readAll(owner)).toMatchObject({ unread: { count: 0, days: [] } })
})

test('a calendar is connected although it has such an event', async () => {
  enterAppointment()
  enter('often', eventFile('often', ['DTSTART:20200106T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY']))
  const investor = await investorWithCalendar(app, calendar)
  expect((await connectionOf(investor)).unread).toEqual({ count: 1, days: ['2020-01-06'] })
})

test.each([
  ['of 3 MB', 'well', [3072], 1],
  ['of 3 MB on a server that names no sizes', 'sizeless', [3072], 1],
  ['of 200 KB, fifteen times', 'well', Array<number>(15).fill(200), 0],
] as const)('an event %s takes no other event from the calendar', async (_, mood, kilobytes, count) => {
  const investor = await withCalendar()
  calendar.feel(mood)
  enterAppointment()
  const { start, end } = slotAt(Date.parse(slotOn(3, '14:00').start))
  for (const [index, size] of kilobytes.entries()) {
    enter(`large${index}`, eventBetween(`large${index}`, start, end, [`DESCRIPTION:${'x'.repeat(size * 1024)}`]))
  }
  expect(await readAll(investor)).toMatchObject({ failing: null, unread: { count, days: [] } })
  expect(await offered(investor.listing, '10:00', '14:00')).toEqual([false, count > 0])
})

test('as many short events as a calendar can hold are merged to the times in which a call has no room', async () => {
  const investor = await withCalendar()
  let round = 0
  // One that a busy machine did not expand in time is left out for a while: the next round enters others.
  await eventually(async () => {
    round++
    calendar.objects.clear()
    for (let minute = 0; minute < 60; minute += 12) {
      const lines = [`DTSTART:20260101T00${String(minute).padStart(2, '0')}00Z`, 'DURATION:PT1M', 'RRULE:FREQ=HOURLY']
      enter(`m${minute}`, eventFile(`m${minute} of round ${round}`, lines))
    }
    expect(await readAll(investor)).toMatchObject({ failing: null, unread: { count: 0 } })
  })
  expect(await offered(investor.listing, '09:00', '15:30')).toEqual([false, false])
  expect((await listStoredCalendars(app.database.db, investor.listing))[0]?.busy).toHaveLength(1)
})
