import { expect, test } from 'vitest'
import { replyDue } from './contract.ts'

const PAID = new Date('2026-11-02T10:00:00Z')
const at = (text: string, days?: number) => replyDue(PAID, days, new Date(text)).kind

test('a purchase without a reply may be returned from the sixth day until the guarantee ends', () => {
  expect(at('2026-11-02T10:00:00Z')).toBe('early')
  expect(at('2026-11-07T09:59:59.999Z')).toBe('early')
  expect(at('2026-11-07T10:00:00Z')).toBe('due')
  expect(at('2026-11-09T23:59:59.999Z')).toBe('due')
  expect(at('2026-11-10T00:00:00Z')).toBe('late')
})

test('a purchase has the days that it was bought with, and they never end after the last day of the guarantee', () => {
  expect([at('2026-11-03T09:59:59.999Z', 1), at('2026-11-03T10:00:00Z', 1)]).toEqual(['early', 'due'])
  expect([at('2026-11-08T09:59:59.999Z', 14), at('2026-11-08T10:00:00Z', 14)]).toEqual(['early', 'due'])
  expect(at('2026-11-10T00:00:00Z', 14)).toBe('late')
})
