import { expect, test } from 'vitest'
import { event, eventFile } from '#tests/support/samples/calendar-events.ts'
import { busyEventsOf } from './busy-events.ts'

const query = {
  from: Date.parse('2026-03-23T00:00Z'),
  until: Date.parse('2026-04-06T00:00Z'),
  timeZone: 'America/New_York',
  owner: 'alan@keystone.example',
}

const spans = (file: string) =>
  busyEventsOf(file, query).map(({ start, end }) => [start, end].map((at) => new Date(at).toISOString().slice(5, 16)).join(' '))
const once = (...lines: string[]) => spans(eventFile('a', lines))

/** Rules of a zone that no other program knows: six hours east of UTC. */
const ZONE = ['BEGIN:VTIMEZONE', 'TZID:Somewhere', 'BEGIN:STANDARD', 'DTSTART:19700101T000000']
const ZONE_END = ['TZOFFSETFROM:+0600', 'TZOFFSETTO:+0600', 'END:STANDARD', 'END:VTIMEZONE']

const ORGANIZED_BY_OWNER = 'ORGANIZER:mailto:alan@keystone.example'

/** From another person to the owner. */
const invitation = (partstat: string | undefined) => [
  'DTSTART:20260325T100000Z',
  'DURATION:PT45M',
  `ATTENDEE${partstat ? `;PARTSTAT=${partstat}` : ''}:mailto:Alan@keystone.example`,
  'ORGANIZER:mailto:eve@elsewhere.example',
]

test.each<[string, string[], string[]]>([
  ['in UTC', ['DTSTART:20260325T100000Z', 'DTEND:20260325T113000Z'], ['03-25T10:00 03-25T11:30']],
  ['with a duration', ['DTSTART:20260325T100000Z', 'DURATION:PT45M'], ['03-25T10:00 03-25T10:45']],
  [
    'in a named zone',
    ['DTSTART;TZID=Europe/Berlin:20260325T100000', 'DTEND;TZID=Europe/Berlin:20260325T110000'],
    ['03-25T09:00 03-25T10:00'],
  ],
  ['without a zone', ['DTSTART:20260325T100000', 'DTEND:20260325T110000'], ['03-25T14:00 03-25T15:00']],
  ['of a day', ['DTSTART;VALUE=DATE:20260325', 'DTEND;VALUE=DATE:20260326'], ['03-25T04:00 03-26T04:00']],
  ['of a day without an end', ['DTSTART;VALUE=DATE:20260325'], ['03-25T04:00 03-26T04:00']],
  ['that began before', ['DTSTART:20260301T100000Z', 'DTEND:20260324T113000Z'], ['03-01T10:00 03-24T11:30']],
  ['that ended before', ['DTSTART:20260301T100000Z', 'DTEND:20260302T113000Z'], []],
  ['that takes no time', ['DTSTART:20260325T100000Z'], []],
  ['that is transparent', ['DTSTART:20260325T100000Z', 'DURATION:PT45M', 'TRANSP:TRANSPARENT'], []],
  ['that is cancelled', ['DTSTART:20260325T100000Z', 'DURATION:PT45M', 'STATUS:CANCELLED'], []],
  ['that is tentative', ['DTSTART:20260325T100000Z', 'DURATION:PT45M', 'STATUS:TENTATIVE'], ['03-25T10:00 03-25T10:45']],
  [
    'that its owner has declined',
    ['DTSTART:20260325T100000Z', 'DURATION:PT45M', 'ATTENDEE;PARTSTAT=DECLINED:mailto:Alan@keystone.example'],
    [],
  ],
  [
    'that another guest has declined',
    ['DTSTART:20260325T100000Z', 'DURATION:PT45M', 'ATTENDEE;PARTSTAT=DECLINED:mailto:eve@keystone.example'],
    ['03-25T10:00 03-25T10:45'],
  ],
  ['that its owner was invited to and has not answered', invitation('NEEDS-ACTION'), []],
  ['that its owner was invited to without a state', invitation(undefined), []],
  ['that its owner has accepted', invitation('ACCEPTED'), ['03-25T10:00 03-25T10:45']],
  ['that its owner may come to', invitation('TENTATIVE'), ['03-25T10:00 03-25T10:45']],
  [
    'of its owner, who has invited others',
    [...invitation('NEEDS-ACTION').slice(0, 3), ORGANIZED_BY_OWNER],
    ['03-25T10:00 03-25T10:45'],
  ],
  ['of its owner without an organizer', invitation(undefined).slice(0, 3), ['03-25T10:00 03-25T10:45']],
])('an event %s', (_, lines, expected) => {
  expect(once(...lines)).toEqual(expected)
})

test('a zone that the object describes is used as described', () => {
  const file = eventFile('a', ['DTSTART;TZID=Somewhere:20260325T100000', 'DURATION:PT30M'], [...ZONE, ...ZONE_END])
  expect(spans(file)).toEqual(['03-25T04:00 03-25T04:30'])
})

test('a weekly event keeps its local time over a clock change', () => {
  // Berlin changes its clocks on 29 March.
  const lines = ['DTSTART;TZID=Europe/Berlin:20250106T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;BYDAY=MO']
  expect(once(...lines)).toEqual(['03-23T08:00 03-23T09:00', '03-30T07:00 03-30T08:00'])
})

test('a removed occurrence, one that was moved out of the span, and one that was moved into it', () => {
  const daily = [
    'DTSTART:20260301T100000Z',
    'DURATION:PT1H',
    'RRULE:FREQ=DAILY;UNTIL=20260610T235959Z',
    'EXDATE:20260323T100000Z',
  ]
  const few = (day: string, to: string) => event('a', [`RECURRENCE-ID:${day}T100000Z`, `DTSTART:${to}`, 'DURATION:PT30M'])
  const file = eventFile('a', daily, [...few('20260324', '20260501T100000Z'), ...few('20260601', '20260325T160000Z')])
  const found = spans(file)
  expect(found).toContain('03-25T16:00 03-25T16:30')
  expect(found.filter((span) => span.startsWith('03-2')).toSorted()).toEqual([
    '03-25T10:00 03-25T11:00',
    '03-25T16:00 03-25T16:30',
    '03-26T10:00 03-26T11:00',
    '03-27T10:00 03-27T11:00',
    '03-28T10:00 03-28T11:00',
    '03-29T10:00 03-29T11:00',
  ])
  expect(found).toHaveLength(13)
})

test('an occurrence that was cancelled or made transparent leaves the time of it, and only of it', () => {
  const series = ['DTSTART:20260324T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3']
  const exception = ['RECURRENCE-ID:20260325T100000Z', 'DTSTART:20260325T100000Z', 'DURATION:PT1H', 'TRANSP:TRANSPARENT']
  expect(spans(eventFile('a', series, event('a', exception)))).toEqual(['03-24T10:00 03-24T11:00', '03-26T10:00 03-26T11:00'])
})

test('an invitation to one occurrence of a series is busy without the series', () => {
  expect(once('RECURRENCE-ID:20260325T100000Z', 'DTSTART:20260325T100000Z', 'DURATION:PT1H')).toEqual(['03-25T10:00 03-25T11:00'])
})

test('the answer to one occurrence of a series is of that one', () => {
  const about = ['DURATION:PT1H', 'ORGANIZER:mailto:eve@elsewhere.example', 'ATTENDEE;PARTSTAT=']
  const answered = (partstat: string) => [...about.slice(0, 2), `${about[2]}${partstat}:mailto:alan@keystone.example`]
  const series = ['DTSTART:20260324T100000Z', 'RRULE:FREQ=DAILY;COUNT=3', ...answered('NEEDS-ACTION')]
  const exception = ['RECURRENCE-ID:20260325T100000Z', 'DTSTART:20260325T100000Z', ...answered('ACCEPTED')]
  expect(spans(eventFile('a', series, event('a', exception)))).toEqual(['03-25T10:00 03-25T11:00'])
})

test('a series that has begun years before is read by its occurrences within the span', () => {
  const lines = ['DTSTART;TZID=Pacific/Kiritimati:20100101T090000', 'DURATION:P2D', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=22']
  // It begins in the evening of 21 March in UTC, and is not over when the span begins.
  expect(once(...lines)).toEqual(['03-21T19:00 03-23T19:00'])
})

test('a later part of a series that was changed is read as changed', () => {
  const series = ['DTSTART:20260301T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=24']
  const longer = ['RECURRENCE-ID;RANGE=THISANDFUTURE:20260310T100000Z', 'DTSTART:20260310T100000Z', 'DURATION:P4D']
  expect(spans(eventFile('a', series, event('a', longer)))).toContain('03-20T10:00 03-24T10:00')
})

test.each([
  ['every second', 'RRULE:FREQ=SECONDLY', '20200101T000000Z'],
  ['every minute of the span', 'RRULE:FREQ=MINUTELY', '20260325T000000Z'],
])('an event that recurs %s is refused', (_, rule, start) => {
  expect(() => once(`DTSTART:${start}`, 'DURATION:PT1S', rule)).toThrow('recurs too often')
})

test('no calendar is read as empty', () => {
  expect(() => spans('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a')).toThrow()
  expect(() => spans('')).toThrow()
})
