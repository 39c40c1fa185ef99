import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from '#tests/support/edit-distance.ts'
import { isWithinOneEdit } from './edit-distance.ts'

// cspell:ignore wojck wojccik wocjik wcojki badc

test.each([
  ['wojcik', 'wojcek', true],
  ['wojcik', 'wojck', true],
  ['wojcik', 'wojccik', true],
  ['wojcik', 'wocjik', true],
  ['wojcik', 'wojcik', false],
  ['wojcik', 'wcojki', false],
  ['ab', 'ba', true],
  // Two swaps, and a swap around a letter, are two edits.
  ['abcd', 'badc', false],
  ['abc', 'cba', false],
  ['', 'a', true],
  ['', 'ab', false],
])('%j and %j: %j', (a, b, expected) => {
  expect(isWithinOneEdit(a, b)).toBe(expected)
  expect(isWithinOneEdit(b, a)).toBe(expected)
})

test('one edit is a distance of one, for any two words', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(isWithinOneEdit(a, b)).toBe(editDistance(a, b) === 1)
    }),
    { numRuns: 3000 },
  )
})
