import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, formatCents, MAXIMUM_CHARGE } from '#shared/money.ts'
import { priceWording, readPrice } from './parse-price.ts'

test.each<[raw: unknown, price: number | null, isDoubted: boolean]>([
  [99, 9900, false],
  [99.99, 9999, false],
  [100, 100, true],
  [150, 150, true],
  [999, 999, true],
  [1000, 1000, false],
  [2500, 2500, false],
  [100.5, 101, true],
  [0.3, 30, false],
  [0.285, 29, false],
  [1.005, 101, false],
  [0, 50, true],
  [-20, 50, true],
  [Number.NaN, 50, true],
  ['$5', 500, false],
  ['$0.30', 30, false],
  ['$0', 0, false],
  ['$49.50', 4950, false],
  [' $ 75 ', 7500, false],
  ['$1,500', 150_000, false],
  ['$1,234.50', 123_450, false],
  ['$.99', 99, false],
  // A comma that does not group thousands may be a decimal comma: it is not guessed.
  ['$1,50', 50, true],
  ['$1e9', 50, true],
  ['$TBD', 50, true],
  ['$abc', 50, true],
  ['$', 50, true],
  ['$-5', 50, true],
  ['US$ 50', 50, true],
  ['50', 50, true],
  ['free', 50, true],
  [true, 50, true],
  [['$5'], 50, true],
  [{ amount: 5 }, 50, true],
  [null, null, false],
  [undefined, null, false],
  ['', null, false],
  ['  ', null, false],
])('%j is read as %j cents', (raw, price, isDoubted) => {
  const read = readPrice(raw)
  expect(read.price).toBe(price)
  expect(read.doubt !== undefined).toBe(isDoubted)
})

test('a price beyond exact cents stays above the maximum charge', () => {
  for (const raw of [1e300, Number.POSITIVE_INFINITY, `$${'9'.repeat(400)}`]) {
    expect(readPrice(raw).price).toBeGreaterThan(MAXIMUM_CHARGE)
  }
})

test('every formatted dollar amount is parsed back to the same cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_99 }), (amount) => {
      expect(readPrice(formatCents(cents(amount))).price).toBe(amount)
    }),
  )
})

test.each<[raw: unknown, charged: number, wording: string | undefined]>([
  ['$1200', 120_000, '$1200'],
  [' $ 75 ', 7500, '$ 75'],
  ['$75.00', 7500, '$75.00'],
  ['$.99', 99, '$.99'],
  // The same as the product's own format.
  ['$1,200', 120_000, undefined],
  ['$49.50', 4950, undefined],
  // Another amount is charged.
  ['$0.30', 50, undefined],
  ['$0', 50, undefined],
  ['US$ 50', 50, undefined],
  ['free', 50, undefined],
  ['$abc', 50, undefined],
  // Not a text, or too long.
  [75, 7500, undefined],
  [null, 500, undefined],
  [`$${'0'.repeat(30)}75`, 7500, undefined],
])('%j at %d cents keeps the wording %j', (raw, charged, wording) => {
  expect(priceWording(raw, cents(charged))).toBe(wording)
})
