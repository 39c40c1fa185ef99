import { describe, expect, test } from 'vitest'
import { type CallHours, type Range, WEEKDAYS } from './call-hours.ts'
import { allowsTimes, callLimits, offeredStarts, offersAt } from './offered-hours.ts'
import { CALL_MS } from './slots.ts'

const at = (instant: string) => Date.parse(instant)
const range = (from: string, until: string): Range => {
  const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
  return { from: minutes(from), until: minutes(until) }
}

/** The same ranges on every day, and nothing else. */
const daily = (ranges: Range[], over: Partial<CallHours> = {}): CallHours => ({
  ...(Object.fromEntries(WEEKDAYS.map((day) => [day, ranges])) as Pick<CallHours, (typeof WEEKDAYS)[number]>),
  ...{ timeZone: 'UTC', daysOff: [], noticeHours: 2, bufferMinutes: 0, callsADay: null },
  ...over,
})
const NEVER = daily([])

const startsOf = (hours: CallHours, now: string) =>
  offeredStarts(hours, at(now)).map((start) => new Date(start).toISOString().slice(5, 16))
/** The starts of one day in UTC. */
const startsOn = (day: string, hours: CallHours, now: string) => startsOf(hours, now).filter((start) => start.startsWith(day))

const MONDAY = '2027-01-04T00:00:00Z'

describe('own hours', () => {
  test.each<[what: string, hours: CallHours, now: string, starts: string[]]>([
    [
      'are cut into calls of 30 minutes from the beginning of a range',
      { ...NEVER, mon: [range('09:10', '10:45')] },
      MONDAY,
      ['01-04T09:10', '01-04T09:40', '01-04T10:10', '01-11T09:10', '01-11T09:40', '01-11T10:10'],
    ],
    [
      'that end with the day have a call before midnight',
      { ...NEVER, mon: [range('23:00', '24:00')] },
      MONDAY,
      ['01-04T23:00', '01-04T23:30', '01-11T23:00', '01-11T23:30'],
    ],
    [
      'may have several ranges, also out of order',
      { ...NEVER, mon: [range('16:00', '16:30'), range('09:00', '09:30')] },
      MONDAY,
      ['01-04T09:00', '01-04T16:00', '01-11T09:00', '01-11T16:00'],
    ],
    ['of a range shorter than a call offer nothing', { ...NEVER, mon: [range('09:00', '09:29')] }, MONDAY, []],
    [
      'begin after the notice',
      { ...NEVER, mon: [range('09:00', '10:30')], noticeHours: 24 },
      '2027-01-03T09:30:00Z',
      ['01-04T09:30', '01-04T10:00', '01-11T09:00', '01-11T09:30', '01-11T10:00'],
    ],
    [
      'never begin within the notice of the product',
      { ...NEVER, mon: [range('09:00', '10:00')], noticeHours: 0 },
      '2027-01-04T07:30:00Z',
      ['01-04T09:30', '01-11T09:00', '01-11T09:30'],
    ],
    [
      'are those of the local weekday: Monday in Tokyo begins on Sunday in UTC',
      { ...NEVER, mon: [range('08:00', '08:30')], timeZone: 'Asia/Tokyo' },
      '2027-01-03T12:00:00Z',
      ['01-03T23:00', '01-10T23:00'],
    ],
    [
      'end with the booking window',
      daily([range('09:00', '09:30')]),
      '2027-01-04T08:00:00Z',
      ['01-05', '01-06', '01-07', '01-08', '01-09', '01-10', '01-11', '01-12', '01-13', '01-14', '01-15', '01-16', '01-17'].map(
        (day) => `${day}T09:00`,
      ),
    ],
    [
      'have no call on days off, the first and the last one included',
      daily([range('09:00', '09:30')], {
        daysOff: [
          { from: '2027-01-05', until: '2027-01-14' },
          { from: '2027-01-16', until: '2027-01-16' },
        ],
      }),
      MONDAY,
      ['01-04T09:00', '01-15T09:00', '01-17T09:00'],
    ],
    [
      'have local days off: the fifth in Auckland is the fourth in UTC',
      daily([range('09:00', '09:30')], { timeZone: 'Pacific/Auckland', daysOff: [{ from: '2027-01-06', until: '2027-01-31' }] }),
      MONDAY,
      ['01-04T20:00'],
    ],
  ])('%s', (_, hours, now, starts) => {
    expect(startsOf(hours, now)).toEqual(starts)
  })

  test('have no call at local times that a clock change skips', () => {
    // New York, 14 March 2027: after 1:59 it is 3:00.
    const hours = daily([range('01:00', '04:00')], { timeZone: 'America/New_York' })
    expect(startsOn('03-14', hours, '2027-03-12T00:00:00Z')).toEqual(['03-14T06:00', '03-14T06:30', '03-14T07:00', '03-14T07:30'])
  })

  test('offer the first of local times that occur twice, once', () => {
    // New York, 7 November 2027: after 1:59 in summer time it is 1:00 again.
    const hours = daily([range('00:30', '02:30')], { timeZone: 'America/New_York' })
    expect(startsOn('11-07', hours, '2027-11-05T00:00:00Z')).toEqual(['11-07T04:30', '11-07T05:00', '11-07T05:30', '11-07T07:00'])
  })

  test.each<[string, string, string, string[]]>([
    ['half an hour is skipped in Lord Howe', 'Australia/Lord_Howe', '2027-10-02', ['10-02T14:30', '10-02T15:00', '10-02T15:30']],
    [
      'half an hour occurs twice in Lord Howe',
      'Australia/Lord_Howe',
      '2027-04-03',
      ['04-03T14:00', '04-03T14:30', '04-03T15:30', '04-03T16:00'],
    ],
  ])('%s', (_, timeZone, day, starts) => {
    const hours = daily([range('01:00', '03:00')], { timeZone })
    expect(startsOn(day.slice(5), hours, `${day}T00:00:00Z`)).toEqual(starts)
  })

  test('keep their local time across a clock change', () => {
    const hours = daily([range('09:00', '09:30')], { timeZone: 'Europe/Berlin' })
    expect(startsOf(hours, '2027-03-26T12:00:00Z').slice(0, 3)).toEqual(['03-27T08:00', '03-28T07:00', '03-29T07:00'])
  })

  test.each<[string, CallHours, string]>([
    [
      'in UTC',
      daily([range('09:00', '11:00')], { daysOff: [{ from: '2027-01-06', until: '2027-01-07' }], noticeHours: 30 }),
      '2027-01-04T10:00:00Z',
    ],
    ['across a clock change', daily([range('00:00', '04:00')], { timeZone: 'America/New_York' }), '2027-11-01T00:00:00Z'],
    [
      'where the day has another date',
      daily([range('00:00', '24:00')], { timeZone: 'Pacific/Kiritimati' }),
      '2027-01-04T15:00:00Z',
    ],
  ])('offer a single time exactly when the list has it: %s', (_, hours, now) => {
    const listed = new Set(offeredStarts(hours, at(now)))
    const STEP = 2.5 * 60 * 60 * 1000
    const all = Array.from({ length: 163 }, (_, nth) => at(now) - 10 * STEP + nth * STEP)
    expect(all.filter((start) => offersAt(hours, start, at(now)))).toEqual(all.filter((start) => listed.has(start)))
    expect(all.some((start) => listed.has(start))).toBe(true)
  })
})

test.each<[string, string, boolean]>([
  ['at a time outside the week', '2027-01-09T03:17:00Z', true],
  ['within the notice', '2027-01-05T09:59:00Z', false],
  ['on a day off', '2027-01-07T12:00:00Z', false],
  ['in the last hour before a local day off', '2027-01-06T22:30:00Z', true],
  ['in its first hour', '2027-01-06T23:30:00Z', false],
])('a time of the own calendar %s', (_, start, isAllowed) => {
  const hours = { ...NEVER, timeZone: 'Europe/Berlin', noticeHours: 24, daysOff: [{ from: '2027-01-07', until: '2027-01-07' }] }
  expect(allowsTimes(hours)(at(start), at('2027-01-04T10:00:00Z'))).toBe(isAllowed)
})

const span = (start: string, minutes = 30) => ({ start: at(start), end: at(start) + minutes * 60 * 1000 })
const limits = (over: Partial<CallHours>) => callLimits({ timeZone: 'UTC', bufferMinutes: 0, callsADay: null, ...over })

describe('the limits of an investor', () => {
  test.each<[bufferMinutes: number, start: string, mayTake: boolean]>([
    [0, '2027-01-04T09:30:00Z', true],
    [0, '2027-01-04T09:31:00Z', false],
    [0, '2027-01-04T10:29:00Z', false],
    [0, '2027-01-04T10:30:00Z', true],
    [15, '2027-01-04T09:15:00Z', true],
    [15, '2027-01-04T09:16:00Z', false],
    [15, '2027-01-04T10:44:00Z', false],
    [15, '2027-01-04T10:45:00Z', true],
  ])('with %i minutes between calls, beside a call at 10:00 one at %s: %s', (bufferMinutes, start, mayTake) => {
    expect(limits({ bufferMinutes }).mayTake(at(start), [span('2027-01-04T10:00:00Z')])).toBe(mayTake)
  })

  test('count the calls of the local day, also those that are over', () => {
    const { mayTake } = limits({ timeZone: 'America/Los_Angeles', callsADay: 2 })
    // 23:00 and 8:00 of 4 January in Los Angeles.
    const calls = [span('2027-01-05T07:00:00Z'), span('2027-01-04T16:00:00Z')]
    expect(mayTake(at('2027-01-04T20:00:00Z'), calls)).toBe(false)
    expect(mayTake(at('2027-01-04T20:00:00Z'), calls.slice(1))).toBe(true)
    expect(mayTake(at('2027-01-05T20:00:00Z'), calls)).toBe(true)
  })

  test('do not count other busy times, which need the buffer as calls do', () => {
    const { mayTake } = limits({ callsADay: 1, bufferMinutes: 15 })
    const busy = [span('2027-01-04T10:00:00Z', 60)]
    expect(mayTake(at('2027-01-04T12:00:00Z'), [], busy)).toBe(true)
    expect(mayTake(at('2027-01-04T11:00:00Z'), [], busy)).toBe(false)
  })

  test('are concerned by a call exactly when it can be the reason of a refusal', () => {
    const near = span('2027-01-04T10:40:00Z')
    const sameDay = span('2027-01-04T20:00:00Z')
    const start = at('2027-01-04T10:00:00Z')
    const concerns = (over: Partial<CallHours>) => [near, sameDay].map((call) => limits(over).concerns(start, call))
    expect(concerns({})).toEqual([false, false])
    expect(concerns({ bufferMinutes: 15 })).toEqual([true, false])
    expect(concerns({ callsADay: 3 })).toEqual([true, true])
    expect(near.start - start).toBeLessThan(CALL_MS + 15 * 60 * 1000)
  })
})
