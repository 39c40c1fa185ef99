import { expect, test } from 'vitest'
import { replyDue } from './contract.ts'

const PAID = new Date('2026-11-02T10:00:00Z')
const at = (text: string) => replyDue(PAID, new Date(text)).kind

test('a purchase without a reply may be returned from the sixth day until the guarantee ends', () => {
  expect(at('2026-11-02T10:00:00Z')).toBe('early')
  expect(at('2026-11-07T09:59:59.999Z')).toBe('early')
  expect(at('2026-11-07T10:00:00Z')).toBe('due')
  expect(at('2026-11-09T23:59:59.999Z')).toBe('due')
  expect(at('2026-11-10T00:00:00Z')).toBe('late')
})
