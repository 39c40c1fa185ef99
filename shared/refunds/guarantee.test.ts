import { expect, test } from 'vitest'
import { addBusinessDays, clocksOf, guaranteeEnds } from './guarantee.ts'

test.each([
  ['a Monday', '2026-11-23T09:00:00Z', 5, '2026-11-30'],
  ['a Friday evening', '2026-11-27T23:59:59Z', 1, '2026-11-30'],
  ['a Saturday', '2026-11-28T12:00:00Z', 1, '2026-11-30'],
  ['a Sunday', '2026-11-29T00:00:00Z', 5, '2026-12-04'],
  ['a Wednesday, two weekends on', '2026-11-25T08:00:00Z', 10, '2026-12-09'],
  ['the turn of the year', '2026-12-31T12:00:00Z', 1, '2027-01-01'],
  ['no days at all', '2026-11-25T08:00:00Z', 0, '2026-11-25'],
])('business days from %s end with the last of them', (_, from, days, end) => {
  expect(addBusinessDays(new Date(from), days).toISOString()).toBe(`${end}T23:59:59.999Z`)
})

test('the refund is due a week after the answer, both counted from the complaint', () => {
  const { replyDueAt, refundDueAt } = clocksOf(new Date('2026-11-26T10:00:00Z'))
  expect(replyDueAt.toISOString()).toBe('2026-12-03T23:59:59.999Z')
  expect(refundDueAt.toISOString()).toBe('2026-12-10T23:59:59.999Z')
})

test('the guarantee lasts seven days and ends at the end of the last one', () => {
  expect(guaranteeEnds(new Date('2026-11-22T00:00:00Z')).toISOString()).toBe('2026-11-29T23:59:59.999Z')
  expect(guaranteeEnds(new Date('2026-11-22T23:59:59.999Z')).toISOString()).toBe('2026-11-29T23:59:59.999Z')
})
