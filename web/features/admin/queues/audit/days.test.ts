import { expect, test } from 'vitest'
import { dayAfter, dayOf, startOfDay } from './days.ts'

test.each(['2026-11-28', '2026-03-29', '2026-10-25', '2024-02-29', '2026-12-31'])(
  '%s is read back from its first and its last instant',
  (day) => {
    expect(dayOf(startOfDay(day) ?? '')).toBe(day)
    expect(dayOf(dayAfter(day) ?? '', -1)).toBe(day)
  },
)

test('a date that is still typed is no filter', () => {
  expect([startOfDay(''), startOfDay('0002-11-28'), dayAfter('2026-11')]).toEqual([undefined, undefined, undefined])
})
