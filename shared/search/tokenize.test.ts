import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tokenizeName, tokenizeQuery, tokenizeText } from './tokenize.ts'

test.each([
  ['Søren O’Brien', ['soren', 'o', 'brien', 'obrien']],
  ['Pre-Seed, AI/ML', ['pre', 'seed', 'ai', 'ml', 'preseed', 'aiml']],
  ['红杉资本', ['红杉资', '杉资本', '资本', '本']],
  ['红杉Capital', ['红杉', '杉', 'capital']],
  ['صندوق الواحة', ['صندوق', 'الواحه']],
  [' · ', []],
])('a name %j is found by %j', (name, words) => {
  expect(tokenizeName(name)).toEqual(words)
})

test.each([
  ['lee, LEE Ann', ['lee', 'ann']],
  ['红', ['红']],
  ['红杉资本', ['红杉资', '杉资本']],
  ['🦊 !', []],
])('typing %j looks for %j', (text, words) => {
  expect(tokenizeQuery(text)).toEqual(words)
})

test('any part of a text in an unspaced script finds the text', () => {
  const han = fc.string({ unit: fc.constantFrom(...'山本芽衣红杉资本金民준ガ'), minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(han, fc.nat(), fc.nat(), (text, from, length) => {
      const start = from % text.length
      const part = text.slice(start, start + 1 + (length % (text.length - start)))
      const found = tokenizeText(text)
      for (const word of tokenizeQuery(part)) expect(found.some((one) => one.startsWith(word))).toBe(true)
    }),
  )
})
