import { expect, test } from 'vitest'
import { addDays, dayOf, dueLabel, startOfMorning } from './due.ts'

const NOW = new Date(2026, 2, 28, 22, 30).getTime()

test('a day is stored as its local morning, and that instant converts back to the same day', () => {
  const morning = startOfMorning('2026-03-29') ?? ''
  expect(new Date(morning).getHours()).toBe(9)
  expect(dayOf(morning)).toBe('2026-03-29')
  expect(startOfMorning('')).toBeNull()
  expect(dayOf(null)).toBe('')
})

test.each([
  [-3, /^Overdue since Wed,? 25 Mar$/],
  [0, /^Due today$/],
  [1, /^Due tomorrow$/],
  [7, /^Due Sat,? 4 Apr$/],
])('in %d days has the label %s', (days, label) => {
  expect(dueLabel(startOfMorning(addDays(days, NOW)) ?? '', NOW)).toMatch(label)
})
