import { expect, test } from 'vitest'
import { oldestSpoken, protocolHistory, SYNC_PROTOCOL } from './protocol.ts'

const shipped = (...days: string[]) =>
  days.map((since, at) => ({ version: at + 1, since, says: '' })) as unknown as typeof protocolHistory

test.each([
  ['the first version speaks for itself', ['2026-01-01'], '2027-01-01', 1],
  ['two versions back are spoken for ever', ['2026-01-01', '2026-02-01', '2026-03-01'], '2030-01-01', 1],
  ['the third goes 90 days after its successor came', ['2026-01-01', '2026-02-01', '2026-03-01', '2026-03-02'], '2026-05-02', 2],
  ['and not a day before', ['2026-01-01', '2026-02-01', '2026-03-01', '2026-03-02'], '2026-05-01', 1],
  ['four in a week shut nobody out', ['2026-01-01', '2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04'], '2026-06-05', 1],
])('%s', (_, days, now, oldest) => {
  expect(oldestSpoken(Date.parse(now), shipped(...days))).toBe(oldest)
})

test('the history goes on by one, day after day, and ends with what is spoken now', () => {
  expect(protocolHistory.map(({ version }) => version)).toEqual(protocolHistory.map((_, at) => at + 1))
  const days = protocolHistory.map(({ since }) => since)
  expect(days).toEqual(days.toSorted())
  expect(SYNC_PROTOCOL).toBe(protocolHistory.length)
})
