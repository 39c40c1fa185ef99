import { expect, test } from 'vitest'
import { bookingStatuses } from '#shared/bookings/contract.ts'
import { isHeld, type RatedCall, ratingRefusal } from './rules.ts'

const HELD: RatedCall = { status: 'confirmed', isPaid: true, noShowBy: null, isContested: false }
const END = new Date('2026-11-02T10:30:00Z')
const at = (text: string, over: Partial<RatedCall> = {}) => ratingRefusal({ ...HELD, ...over, end: END }, new Date(text))

test.each([
  ['2026-11-02T10:29:59.999Z', 'ratings.too-early'],
  ['2026-11-02T10:30:00Z', undefined],
  ['2026-12-02T10:29:59.999Z', undefined],
  ['2026-12-02T10:30:00Z', 'ratings.closed'],
])('a call is rated from its end on, for thirty days: at %s %s', (now, refusal) => {
  expect(at(now)).toBe(refusal)
})

test.each(bookingStatuses.filter((status) => status !== 'confirmed'))('a call that is %s is not rated', (status) => {
  expect(at('2026-11-03T10:30:00Z', { status })).toBe('ratings.not-held')
})

test('a call whose order is not paid any more is not rated', () => {
  expect(at('2026-11-03T10:30:00Z', { isPaid: false })).toBe('ratings.not-held')
})

test.each<[RatedCall['noShowBy'], boolean, boolean]>([
  [null, false, true],
  ['investor', false, false],
  ['investor', true, false],
  ['founder', false, false],
  ['founder', true, true],
])('a call with the %s reported missing, contested %s, was held: %s', (noShowBy, isContested, held) => {
  expect(isHeld({ ...HELD, noShowBy, isContested })).toBe(held)
})
