import { expect, test } from 'vitest'
import { amountText, parseAmount, shortAmount } from './amount.ts'

test.each([
  ['250,000', 25_000_000],
  ['$250k', 25_000_000],
  [' 1.5 M ', 150_000_000],
  ['2 mio', 200_000_000],
  ['USD 75.50', 7550],
  ['0', 0],
  ['', null],
  ['  ', null],
  ['a lot', undefined],
  ['-5', undefined],
  ['1.2.3', undefined],
  ['500b', undefined],
  ['1,250,000.50', 125_000_050],
  ['1.250M', 125_000_000],
  // A comma or a point could separate thousands or decimals.
  ['1,5M', undefined],
  ['250.000', undefined],
  ['250,00', undefined],
])('%j is %j cents', (text, amount) => {
  expect(parseAmount(text)).toBe(amount)
})

test('an amount that a field shows is read as the same amount', () => {
  for (const amount of [0, 1, 7550, 25_000_000, 123_456_789]) expect(parseAmount(amountText(amount))).toBe(amount)
})

test.each([
  [90_000, '$900'],
  [25_000_000, '$250K'],
  [12_550_000, '$125.5K'],
  [99_999_999, '$1M'],
  [125_000_000, '$1.25M'],
])('%d cents are %s', (amount, text) => {
  expect(shortAmount(amount)).toBe(text)
})
