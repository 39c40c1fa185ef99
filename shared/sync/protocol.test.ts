import { expect, test } from 'vitest'
import { oldestSpoken, protocolHistory, SYNC_PROTOCOL } from './protocol.ts'

const shipped = (...days: string[]) =>
  days.map((since, at) => ({ version: at + 1, since, says: '' })) as unknown as typeof protocolHistory

test.each([
  ['the first version is supported', ['2026-01-01'], '2027-01-01', 1],
  ['the two previous versions are supported permanently', ['2026-01-01', '2026-02-01', '2026-03-01'], '2030-01-01', 1],
  [
    'support for the third ends 90 days after the release of its successor',
    ['2026-01-01', '2026-02-01', '2026-03-01', '2026-03-02'],
    '2026-05-02',
    2,
  ],
  ['support for the third does not end a day earlier', ['2026-01-01', '2026-02-01', '2026-03-01', '2026-03-02'], '2026-05-01', 1],
  [
    'four releases in a week exclude no version',
    ['2026-01-01', '2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04'],
    '2026-06-05',
    1,
  ],
])('%s', (_, days, now, oldest) => {
  expect(oldestSpoken(Date.parse(now), shipped(...days))).toBe(oldest)
})

test('versions increase by one, in order of date, up to the current version', () => {
  expect(protocolHistory.map(({ version }) => version)).toEqual(protocolHistory.map((_, at) => at + 1))
  const days = protocolHistory.map(({ since }) => since)
  expect(days).toEqual(days.toSorted())
  expect(SYNC_PROTOCOL).toBe(protocolHistory.length)
})
