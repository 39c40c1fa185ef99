import { expect, test } from 'vitest'
import {
  actionsOf,
  contactDueAt,
  freeUntilOf,
  hasReported,
  isOpen,
  isPaidBack,
  isShortNotice,
  refundOf,
  refusalOf,
} from './rules.ts'

const start = new Date('2027-01-10T10:00:00Z')
const call = (over: object = {}) =>
  ({
    role: 'founder',
    status: 'confirmed',
    start,
    bookedAt: new Date('2027-01-05T10:00:00Z'),
    hasReported: false,
    ...over,
  }) as const
const open = (over: object, now: string) =>
  actionsOf(call(over))
    .filter((one) => isOpen(one, Date.parse(now)))
    .map(({ action }) => action)

test.each([
  ['founder', '2027-01-05T10:00:00Z', ['reschedule', 'cancel']],
  ['founder, a day and a second before', '2027-01-09T09:59:59Z', ['reschedule', 'cancel']],
  ['founder, a day before', '2027-01-09T10:00:00Z', ['cancel']],
  ['founder, a second before', '2027-01-10T09:59:59Z', ['cancel']],
  ['founder, at the start', '2027-01-10T10:00:00Z', []],
  ['founder, ten minutes in', '2027-01-10T10:10:00Z', ['no-show']],
  ['founder, a week later', '2027-01-17T09:59:59Z', ['no-show']],
  ['founder, too late', '2027-01-17T10:00:00Z', []],
  ['investor', '2027-01-07T09:59:59Z', ['decline', 'cancel']],
  ['investor, two days after the booking', '2027-01-07T10:00:00Z', ['cancel']],
  ['investor, ten minutes in', '2027-01-10T10:10:00Z', ['no-show']],
])('%s may at %s: %j', (who, now, actions) => {
  expect(open({ role: who.split(',')[0] }, now)).toEqual(actions)
})

test('a call booked for tomorrow is declined until it starts, and no longer', () => {
  const bookedAt = new Date('2027-01-09T12:00:00Z')
  expect(open({ role: 'investor', bookedAt }, '2027-01-10T09:59:59Z')).toContain('decline')
  expect(open({ role: 'investor', bookedAt }, '2027-01-10T10:00:00Z')).not.toContain('decline')
})

test.each([
  ['reschedule', { role: 'investor' }, '2027-01-05T10:00:00Z', 'not-found'],
  ['decline', {}, '2027-01-05T10:00:00Z', 'not-found'],
  ['cancel', { status: 'declined' }, '2027-01-05T10:00:00Z', 'bookings.ended'],
  ['no-show', { status: 'cancelled' }, '2027-01-10T11:00:00Z', 'bookings.ended'],
  ['cancel', {}, '2027-01-10T10:00:00Z', 'bookings.begun'],
  ['reschedule', {}, '2027-01-09T10:00:00Z', 'bookings.too-late-to-move'],
  ['decline', { role: 'investor' }, '2027-01-09T10:00:00Z', 'bookings.too-late-to-decline'],
  ['no-show', {}, '2027-01-10T10:09:59Z', 'bookings.too-early-to-report'],
  ['no-show', {}, '2027-01-17T10:00:00Z', 'bookings.too-late-to-report'],
  ['no-show', { hasReported: true }, '2027-01-10T11:00:00Z', 'bookings.reported'],
  ['cancel', {}, '2027-01-05T10:00:00Z', undefined],
] as const)('%s of %j at %s: %s', (action, over, now, code) => {
  expect(refusalOf(action, call(over), new Date(now))).toBe(code)
})

test('each side of a call reports once, in any order', () => {
  const contestedAt = new Date('2027-01-10T11:00:00Z')
  expect(hasReported('founder', { noShowBy: null, contestedAt: null })).toBe(false)
  const byInvestor = { noShowBy: 'founder', contestedAt: null } as const
  expect([hasReported('investor', byInvestor), hasReported('founder', byInvestor)]).toEqual([true, false])
  expect(hasReported('founder', { ...byInvestor, contestedAt })).toBe(true)
  expect(hasReported('investor', { noShowBy: 'investor', contestedAt: null })).toBe(false)
})

test('a cancellation by the founder is refunded until free cancellation ends, by the investor at any time', () => {
  const freeUntil = new Date('2027-01-09T10:00:00Z')
  expect(isPaidBack('founder', freeUntil, new Date('2027-01-09T09:59:59.999Z'))).toBe(true)
  expect(isPaidBack('founder', freeUntil, new Date('2027-01-09T10:00:00Z'))).toBe(false)
  expect(isPaidBack('investor', freeUntil, new Date('2027-01-10T09:59:59Z'))).toBe(true)
})

test.each([
  ['days ahead', '2027-01-05T10:00:00Z', '2027-01-09T10:00:00Z', false],
  ['fifteen minutes before the last day', '2027-01-09T09:45:00Z', '2027-01-09T10:00:00Z', true],
  ['within the last day', '2027-01-09T20:00:00Z', '2027-01-09T20:15:00Z', true],
  ['ten minutes before its start', '2027-01-10T09:50:00Z', '2027-01-10T10:00:00Z', true],
])(
  'the contact of a call that is paid for %s is due at the later of a day ahead and the grace period',
  (_, paid, due, isShort) => {
    expect(contactDueAt(start, new Date(paid)).toISOString()).toBe(new Date(due).toISOString())
    expect(isShortNotice(start, new Date(paid))).toBe(isShort)
  },
)

test('a call of an earlier release can be cancelled free of charge until 24 hours before its start', () => {
  expect(freeUntilOf({ start, freeUntil: null }).toISOString()).toBe('2027-01-09T10:00:00.000Z')
  expect(freeUntilOf({ start, freeUntil: new Date(0) }).getTime()).toBe(0)
})

test.each([
  [{ status: 'confirmed', endedBy: null, endedAt: null }, false, 'none'],
  [{ status: 'cancelled', endedBy: 'founder', endedAt: '2027-01-09T09:00:00.000Z' }, false, 'due'],
  [{ status: 'cancelled', endedBy: 'founder', endedAt: '2027-01-09T11:00:00.000Z' }, false, 'none'],
  [{ status: 'cancelled', endedBy: 'investor', endedAt: '2027-01-10T09:00:00.000Z' }, false, 'due'],
  [{ status: 'cancelled', endedBy: 'system', endedAt: '2027-01-10T09:00:00.000Z' }, false, 'due'],
  [{ status: 'declined', endedBy: 'investor', endedAt: '2027-01-06T09:00:00.000Z' }, false, 'due'],
  [{ status: 'declined', endedBy: 'investor', endedAt: '2027-01-06T09:00:00.000Z' }, true, 'returned'],
  [{ status: 'refunded', endedBy: null, endedAt: null }, true, 'returned'],
  [{ status: 'cancelled', endedBy: 'founder', endedAt: '2027-01-09T11:00:00.000Z', outcome: 'due' }, false, 'due'],
  [{ status: 'cancelled', endedBy: 'system', endedAt: '2027-01-09T11:00:00.000Z', outcome: 'none' }, false, 'none'],
  [{ status: 'cancelled', endedBy: 'founder', endedAt: '2027-01-06T11:00:00.000Z', outcome: 'asked' }, false, 'none'],
] as const)('the price of %j (returned: %s) is %s', (ended, isReturned, refund) => {
  expect(refundOf({ start: start.toISOString(), outcome: null, ...ended }, isReturned)).toBe(refund)
})
