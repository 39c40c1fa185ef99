import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, centsOfDollars, formatCents, formatPrice } from './money.ts'

test.each([
  [0.285, 29],
  [1.005, 101],
  [1.004999, 100],
  [1234.5, 123_450],
  [99.99, 9999],
  [-0.3, -30],
  [1e-7, 0],
  [0, 0],
])('%d dollars are %d cents', (dollars, amount) => {
  expect(centsOfDollars(dollars)).toBe(amount)
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e14, -1e300])('%d dollars are no number of cents', (dollars) => {
  expect(centsOfDollars(dollars)).toBeUndefined()
})

test('P21: cents converted to dollars convert back exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (amount) => {
      expect(centsOfDollars(amount / 100)).toBe(amount)
    }),
  )
})

test('a fraction of a cent is not money', () => {
  expect(() => cents(0.5)).toThrow(RangeError)
})

test('amounts are printed from cents', () => {
  expect(formatCents(cents(123_450))).toBe('$1,234.50')
  expect(formatCents(cents(-30))).toBe('-$0.30')
  expect(formatPrice(cents(7500))).toBe('$75')
  expect(formatPrice(cents(4950))).toBe('$49.50')
})
