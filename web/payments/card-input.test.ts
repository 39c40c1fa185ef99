import { expect, test } from 'vitest'
import { cardErrors, caretAfter, formatExpiry, formatNumber, readExpiry } from './card-input.ts'

const NOW = Date.UTC(2026, 10, 21)
const GOOD = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' }

test('a pasted number is grouped by four, and only its digits are kept', () => {
  expect(formatNumber('4242-4242 42424242')).toBe('4242 4242 4242 4242')
  expect(formatNumber('4242')).toBe('4242')
  expect(formatNumber('1'.repeat(30))).toHaveLength(19 + 4)
})

test.each([
  ['1', '1'],
  ['12', '12'],
  ['123', '12 / 3'],
  ['12 / 34', '12 / 34'],
  ['5', '05'],
  ['5/27', '05 / 27'],
  // The only digit of the year was deleted: the separator is removed too.
  ['12 / ', '12'],
])('expiry %j becomes %j', (typed, shown) => {
  expect(formatExpiry(typed)).toBe(shown)
})

test('the caret keeps its position among the digits when a group space is inserted before it', () => {
  expect(caretAfter('4242 4', 5)).toBe(6)
  expect(caretAfter('4242 4242', 2)).toBe(2)
})

test.each([
  [{}, {}],
  [{ number: '4242 4242' }, { number: 'Your card number is incomplete.' }],
  [{ number: '4242 4242 4242 4243' }, { number: 'Your card number is invalid.' }],
  [{ expiry: '13 / 34' }, { expiry: "Your card's expiration date is incomplete." }],
  [{ expiry: '10 / 26' }, { expiry: "Your card's expiration date is in the past." }],
  // A card is valid until the end of its month.
  [{ expiry: '11 / 26' }, {}],
  [{ cvc: '12' }, { cvc: "Your card's security code is incomplete." }],
])('%j gives the errors %j', (wrong, errors) => {
  expect(cardErrors({ ...GOOD, ...wrong }, NOW)).toEqual(errors)
})

test('the provider receives a four-digit year', () => {
  expect(readExpiry('02 / 31')).toEqual({ month: 2, year: 2031 })
})
