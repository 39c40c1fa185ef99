import { expect, test } from 'vitest'
import { groupByDay } from './group-by-day.ts'

const at = (day: number, hour: number) => ({ createdAt: new Date(2026, 2, day, hour).toISOString() })

test('notices are grouped by the days of the reader’s calendar, the two latest by their name', () => {
  const days = groupByDay([at(2, 9), at(1, 23), at(1, 0), at(0, 12)], new Date(2026, 2, 2, 10).getTime())
  expect(days.map(({ label, notices }) => [label, notices.length])).toEqual([
    ['Today', 1],
    ['Yesterday', 2],
    [undefined, 1],
  ])
  expect(days.map(({ day }) => day)).toEqual(['2026-03-02', '2026-03-01', '2026-02-28'])
})
