import { expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import { isSameMoney } from './conversion.ts'

test.each([
  [10_000, 10_000, 'usd', undefined, true],
  [10_000, 9999, 'usd', undefined, false],
  [10_000, 9200, 'eur', 0.92, true],
  [-3333, -3066, 'eur', 0.92, true],
  [-3333, 3066, 'eur', 0.92, false],
  [10_000, 9198, 'eur', 0.92, false],
  [99_999_999, 92_345_660, 'eur', 0.923457, true],
  [99_999_999, 92_345_600, 'eur', 0.923457, false],
  [9900, 14_850, 'jpy', 1.5, true],
  // A dollar is not a euro, and an unknown rate is not a rate of one.
  [10_000, 10_000, 'eur', undefined, false],
] as const)('%d US cents in the ledger equal %d %s at a rate of %s: %s', (booked, amount, currency, exchangeRate, expected) => {
  expect(isSameMoney(booked, { amount: cents(amount), currency, exchangeRate })).toBe(expected)
})
