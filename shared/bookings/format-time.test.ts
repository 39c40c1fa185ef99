import { expect, test } from 'vitest'
import { isSameClock, spanIn } from './format-time.ts'

const half = (start: string) => ({ start, end: new Date(Date.parse(start) + 30 * 60_000).toISOString() })

test.each([
  ['UTC', '2027-01-04T10:00:00Z', 'Monday, 4 January 2027, 10:00 to 10:30, UTC'],
  ['Europe/Berlin', '2027-01-04T10:00:00Z', 'Monday, 4 January 2027, 11:00 to 11:30, Europe/Berlin (GMT+1)'],
  ['America/New_York', '2027-01-05T02:00:00Z', 'Monday, 4 January 2027, 21:00 to 21:30, America/New York (GMT-5)'],
  ['Asia/Kolkata', '2027-01-04T20:00:00Z', 'Tuesday, 5 January 2027, 01:30 to 02:00, Asia/Kolkata (GMT+5:30)'],
  // Berlin moves its clocks forward at 01:00 UTC on 28 March 2027: one instant apart, two hours on the clock.
  ['Europe/Berlin', '2027-03-28T00:30:00Z', 'Sunday, 28 March 2027, 01:30 to 03:00, Europe/Berlin (GMT+1)'],
  ['Europe/Berlin', '2027-03-28T01:00:00Z', 'Sunday, 28 March 2027, 03:00 to 03:30, Europe/Berlin (GMT+2)'],
  // On 31 October the hour from two to three occurs twice: the offset distinguishes them.
  ['Europe/Berlin', '2027-10-31T00:30:00Z', 'Sunday, 31 October 2027, 02:30 to 02:00, Europe/Berlin (GMT+2)'],
  ['Europe/Berlin', '2027-10-31T01:30:00Z', 'Sunday, 31 October 2027, 02:30 to 03:00, Europe/Berlin (GMT+1)'],
  ['Mars/Olympus', '2027-01-04T23:30:00Z', 'Monday, 4 January 2027, 23:30 to 00:00, UTC'],
])('in %s, %s is %s', (zone, start, text) => {
  expect(spanIn(zone, half(start))).toBe(text)
})

test.each([
  ['Europe/Berlin', 'Europe/Paris', '2027-01-04T10:00:00Z', true],
  ['Europe/London', 'UTC', '2027-01-04T10:00:00Z', true],
  ['Europe/London', 'UTC', '2027-07-04T10:00:00Z', false],
  // The same clock time, a day apart.
  ['Pacific/Pago_Pago', 'Pacific/Kiritimati', '2027-01-04T10:00:00Z', false],
])('local times of %s and %s at %s are the same: %s', (one, other, at, agree) => {
  expect(isSameClock(one, other, at)).toBe(agree)
})
