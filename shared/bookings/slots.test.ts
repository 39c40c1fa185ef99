import { expect, test } from 'vitest'
import { generatedSlots } from './slots.ts'
import { clocksOf } from './time-zone.ts'

const hours = (now: string, timeZone: string) => generatedSlots(new Date(now), timeZone).map(({ start }) => start.slice(5, 16))

test.each([
  ['a Monday morning in UTC', '2027-01-04T00:00:00Z', 'UTC', 80, '01-04T09:00', '01-15T16:00'],
  ['too late for nine: two hours of notice', '2027-01-04T07:30:00Z', 'UTC', 79, '01-04T10:00', '01-15T16:00'],
  ['exactly two hours ahead', '2027-01-04T07:00:00Z', 'UTC', 80, '01-04T09:00', '01-15T16:00'],
  ['a weekend has no slots', '2027-01-09T12:00:00Z', 'UTC', 80, '01-11T09:00', '01-22T16:00'],
  ['Friday evening in UTC is Saturday in Tokyo', '2027-01-08T16:00:00Z', 'Asia/Tokyo', 80, '01-11T00:00', '01-22T07:00'],
  ['half hours between zones', '2027-01-04T00:00:00Z', 'Asia/Kolkata', 80, '01-04T03:30', '01-15T10:30'],
  // New York moves its clocks forward on 14 March 2027: nine o'clock is an hour earlier in UTC from then on.
  ['across a clock change', '2027-03-11T00:00:00Z', 'America/New_York', 72, '03-11T14:00', '03-23T20:00'],
  // Apia skipped from Thursday 29 to Saturday 31 December 2011: that Friday does not exist, and has no slots.
  ['a day that was skipped', '2011-12-26T20:00:00Z', 'Pacific/Apia', 69, '12-26T22:00', '01-06T02:00'],
])('default hours: %s', (_, now, timeZone, many, first, last) => {
  const slots = hours(now, timeZone)
  expect([slots.length, slots[0], slots.at(-1)]).toEqual([many, first, last])
})

test('each slot is half an hour long, in order, on the hour of a local working day', () => {
  const slots = generatedSlots(new Date('2027-03-25T10:00:00Z'), 'Europe/Berlin')
  const shown = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Berlin',
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
  })
  for (const { start, end } of slots) {
    expect(Date.parse(end) - Date.parse(start)).toBe(30 * 60 * 1000)
    expect(shown.format(new Date(start))).toMatch(/^(Mon|Tue|Wed|Thu|Fri),? (09|1[0-6]):00$/)
  }
  expect(slots).toEqual(slots.toSorted((a, b) => a.start.localeCompare(b.start)))
})

test('after a clock change there is no slot at the old offset', () => {
  const slots = hours('2027-03-11T00:00:00Z', 'America/New_York')
  // 16:00 in New York was 21:00 UTC before that Sunday, and is 20:00 UTC after it.
  expect(['03-12T21:00', '03-12T20:00', '03-15T20:00', '03-15T21:00'].map((hour) => slots.includes(hour))).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test.each([
  ['an hour the clocks skip', { year: 2027, month: 3, day: 14, hour: 2 }, undefined],
  ['the hour before', { year: 2027, month: 3, day: 14, hour: 1 }, '2027-03-14T06:00:00.000Z'],
  ['the hour after', { year: 2027, month: 3, day: 14, hour: 3 }, '2027-03-14T07:00:00.000Z'],
  ['the first of an hour shown twice', { year: 2027, month: 11, day: 7, hour: 1 }, '2027-11-07T05:00:00.000Z'],
])('clocks of New York: %s', (_, wall, instant) => {
  const at = clocksOf('America/New_York').instantOf(wall)
  expect(at === undefined ? undefined : new Date(at).toISOString()).toBe(instant)
})
