import { expect, test } from 'vitest'
import { addressIn, type CalendarCall, calendarOf } from './ics.ts'

const call = (over: Partial<CalendarCall> = {}): CalendarCall => ({
  id: 'bkg_1',
  start: '2027-03-28T09:00:00.000Z',
  end: '2027-03-28T09:30:00.000Z',
  timeZone: 'Europe/Berlin',
  counterpart: 'Alan Platform',
  email: 'ada@example.com',
  linkFrom: null,
  meetingLink: 'https://cal.example.com/alan?a=1,2;b',
  sequence: 0,
  isStanding: true,
  changedAt: new Date('2027-03-01T12:00:00Z'),
  ...over,
})
/** Unfolded lines, as a calendar reads them. */
const lines = (over?: Partial<CalendarCall>) =>
  calendarOf(call(over), 'calls@latchkey.example')
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')

test('an active call is an invitation in UTC, also on the day of a clock change', () => {
  expect(lines()).toEqual(
    expect.arrayContaining([
      'METHOD:REQUEST',
      'UID:bkg_1@latchkey',
      'SEQUENCE:0',
      'DTSTAMP:20270301T120000Z',
      'DTSTART:20270328T090000Z',
      'DTEND:20270328T093000Z',
      'STATUS:CONFIRMED',
      'SUMMARY:Call with Alan Platform',
      'LOCATION:https://cal.example.com/alan?a=1\\,2\\;b',
      'TRIGGER:-PT15M',
    ]),
  )
  expect(lines().join('\n')).toContain('Sunday\\, 28 March 2027\\, 11:00 to 11:30\\, Europe/Berlin (GMT+2).')
})

test('a cancelled call removes the same entry and has no link', () => {
  const off = lines({ isStanding: false, sequence: 3, meetingLink: null })
  expect(off).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'UID:bkg_1@latchkey', 'SEQUENCE:3', 'STATUS:CANCELLED']))
  expect(off.join('\n')).not.toMatch(/LOCATION|VALARM|cal\.example/)
})

test('no name can inject a line, and no line is longer than 75 bytes', () => {
  const evil = 'Eve\r\nATTENDEE:mailto:all@example.com\nBEGIN:VALARM;"a,b\\'
  const file = calendarOf(call({ counterpart: `${evil}${'💶é'.repeat(100)}` }), 'calls@latchkey.example')
  expect(file).not.toMatch(/^(ATTENDEE:mailto:all|BEGIN:VALARM;)/m)
  expect(file.match(/^SUMMARY:/gm)).toHaveLength(1)
  expect(file).toContain('SUMMARY:Call with Eve ATTENDEE:mailto:all@example.com BEGIN:VALARM\\;"a\\,')
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length, line).toBeLessThanOrEqual(75)
})

test.each([
  ['Latchkey <calls@latchkey.example>', 'calls@latchkey.example'],
  [' calls@latchkey.example ', 'calls@latchkey.example'],
])('mails from %s come from %s', (from, address) => {
  expect(addressIn(from)).toBe(address)
})
