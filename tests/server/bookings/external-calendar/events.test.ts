import ICAL from 'ical.js'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { available, founder, offers } from '#tests/server/bookings/own-hours/setup.ts'
import { bookCall } from '#tests/support/actors/bookings.ts'
import { slotOn } from '#tests/support/actors/hours.ts'
import { runJob } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { enterCall } from '#tests/support/calls.ts'
import { eventBetween } from '#tests/support/samples/calendar-events.ts'
import { PRIVATE, SHARED, startCaldav, WORK } from '#tests/support/stand-ins/caldav.ts'
import { listCalls } from '#tests/support/state/calls.ts'
import { until } from '#tests/support/until.ts'
import { choose, connect, connectionOf, investorWithCalendar, pathOf, readNow } from './setup.ts'

const calendar = startCaldav()
afterAll(() => calendar.stop())
const app = await startTestApp({ env: { LOG_LEVEL: 'silent' } })
const { db } = app.database

beforeEach(() => {
  calendar.feel('well')
  calendar.objects.clear()
  calendar.whileWritten(async () => undefined)
})

const eventIn = (file: string | undefined) => {
  const [event] = new ICAL.Component(ICAL.parse(file ?? '')).getAllSubcomponents('vevent')
  return { uid: event?.getFirstPropertyValue('uid'), start: String(event?.getFirstPropertyValue('dtstart')) }
}
const objects = () => [...calendar.objects.keys()]
const write = (bookingId: string) => runJob(app, 'bookings.write-event', { bookingId })
const startOf = (start: string) => start.replace('.000', '')

async function bookedCall(hours: Parameters<typeof investorWithCalendar>[2] = {}) {
  const investor = await investorWithCalendar(app, calendar, hours)
  const buyer = await founder(app)
  await bookCall(app, buyer, investor.listing, slotOn(5, '10:00'))
  const [call] = await listCalls(db, { vcId: investor.listing })
  if (!call) throw new Error('There is no call')
  const path = `${WORK}${call.id}.ics`
  await until(async () => calendar.objects.has(path))
  return { investor, buyer, id: call.id, path }
}

test('a call has one event in the chosen calendar from its payment on, which moves with it and ends with it', async () => {
  const { buyer, id, path } = await bookedCall()
  expect(objects()).toEqual([path])
  expect(eventIn(calendar.objects.get(path))).toEqual({ uid: `${id}@latchkey`, start: startOf(slotOn(5, '10:00').start) })
  // The server of the calendar would invite them once more.
  expect(calendar.objects.get(path)).not.toMatch(/ORGANIZER|ATTENDEE|METHOD/)
  await Promise.all([write(id), write(id), write(id)])
  expect(objects()).toEqual([path])

  const to = slotOn(6, '15:00')
  expect((await buyer.post(`/api/bookings/${id}/reschedule`, { start: to.start })).status).toBe(200)
  await until(async () => eventIn(calendar.objects.get(path)).start === startOf(to.start))
  expect(objects()).toEqual([path])
  expect((await buyer.post(`/api/bookings/${id}/cancel`, {})).status).toBe(200)
  await until(async () => calendar.objects.size === 0)
  await write(id)
  expect(objects()).toEqual([])
})

test('the event of a call is not in its way: it takes no second slot, and is no conflict', async () => {
  const { investor, buyer, id, path } = await bookedCall({ bufferMinutes: 60 })
  expect(await readNow(investor)).toMatchObject({ conflicts: [], failing: null })
  expect(offers(await available(buyer, investor.listing, { moving: id }), slotOn(5, '10:30'))).toBe(true)
  expect((await buyer.post(`/api/bookings/${id}/reschedule`, { start: slotOn(5, '10:30').start })).status).toBe(200)
  // Otherwise it is written during the next test.
  await until(async () => eventIn(calendar.objects.get(path)).start === startOf(slotOn(5, '10:30').start))
})

test('an event with the UID of a call of another investor is busy', async () => {
  const { id } = await bookedCall()
  const other = await investorWithCalendar(app, calendar)
  const slot = slotOn(4, '10:00')
  calendar.enter(`${PRIVATE}x.ics`, eventBetween(`${id}@latchkey`, slot.start, slot.end))
  await readNow(other)
  expect(offers(await available(app.visitor(), other.listing), slot)).toBe(false)
})

test('an event that a mail program has made from the invitation is replaced, in each calendar of the account', async () => {
  const { id, path } = await bookedCall()
  const copy = calendar.objects.get(path) ?? ''
  calendar.objects.clear()
  calendar.enter(`${WORK}imported.ics`, copy)
  calendar.enter(`${PRIVATE}imported.ics`, copy)
  await write(id)
  expect(objects()).toEqual([`${WORK}imported.ics`])
})

test('calls are written to another calendar after another choice, and removed after the choice of none', async () => {
  const { investor, id } = await bookedCall()
  const busy = [calendar.at(PRIVATE)]
  await choose(investor, { busy, events: calendar.at(PRIVATE) })
  await until(async () => objects().join() === `${PRIVATE}${id}.ics`)
  await choose(investor, { busy, events: null })
  await until(async () => objects().length === 0)
})

test('a new connection gets the calls that are coming, and none that was over or cancelled', async () => {
  const investor = await investorWithCalendar(app, calendar)
  await investor.post(pathOf(investor.listing), undefined, { method: 'DELETE' })
  const at = (ahead: number, about: object = {}) =>
    founder(app).then((buyer) => enterCall(app, buyer, investor.listing, new Date(slotOn(ahead, '10:00').start), about))
  const coming = await at(3)
  await at(4, { status: 'cancelled' })
  await at(-3)
  await connect(investor, calendar.account)
  await until(async () => calendar.objects.size > 0)
  expect(objects()).toEqual([`${WORK}${coming}.ics`])
})

test('an event that cannot be written is tried again, and the owner sees why', async () => {
  const { investor, id, path } = await bookedCall()
  calendar.objects.clear()
  calendar.feel('refusing')
  await expect(write(id)).rejects.toMatchObject({ fault: 'refused' })
  expect(await connectionOf(investor)).toMatchObject({ writeFault: 'refused' })
  calendar.feel('well')
  await write(id)
  expect(objects()).toEqual([path])
  expect(await connectionOf(investor)).toMatchObject({ writeFault: null })
  await choose(investor, { busy: [], events: calendar.at(SHARED) })
  await expect(write(id)).rejects.toMatchObject({ fault: 'refused' })
})

test('a call that moves while its event is written is written again, so that the late writer does not keep the earlier time', async () => {
  const { buyer, id, path } = await bookedCall()
  const to = slotOn(6, '15:00')
  const gate = Promise.withResolvers<void>()
  let writes = 0
  calendar.whileWritten(() => {
    writes += 1
    return writes === 1 ? gate.promise : Promise.resolve()
  })
  const late = write(id)
  await until(async () => writes === 1)
  expect((await buyer.post(`/api/bookings/${id}/reschedule`, { start: to.start })).status).toBe(200)
  await until(async () => eventIn(calendar.objects.get(path)).start === startOf(to.start))
  gate.resolve()
  await late
  expect(eventIn(calendar.objects.get(path)).start).toBe(startOf(to.start))
})
