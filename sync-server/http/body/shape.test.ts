import { expect, test } from 'vitest'
import { countWithin } from './shape.ts'

const SHAPE = { depth: 3, nodes: 6, text: 20 }
const count = (json: string) => countWithin(new TextEncoder().encode(json), SHAPE)

test.each([
  ['nothing', '', true],
  ['a number', '7', true],
  ['the maximum depth', '[[[]]]', true],
  ['one level deeper', '[[[[]]]]', false],
  ['objects count as lists do', '{"a":{"b":{"c":{}}}}', false],
  ['the maximum width', '[1,2,3,4,5]', true],
  ['one entry wider', '[1,2,3,4,5,6]', false],
  ['fields count as entries do', '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}', false],
  ['a closed list does not count towards the depth', '[[],[[]]]', true],
  ['brackets and commas within a text', '["[[[[[{{{{{,,,,,,,,"]', true],
  ['a text of the maximum length', '["12345678901234567890"]', true],
  ['one character longer', '["123456789012345678901"]', false],
  ['an escape counts as it is written', '["\\u0041\\u0041\\u0041\\u0041"]', false],
  ['a longer key', '{"123456789012345678901":1}', false],
  ['a quote within a text', '["\\"[[[[[,,,,,,,"]', true],
  ['a backslash at the end of a text', '["\\\\",[[[]]]]', false],
  ['a text that never ends', '["[[[[[[', true],
])('%s', (_, json, isFine) => {
  expect(count(json) !== undefined).toBe(isFine)
})

test('values are counted: each entry, field, list and object that a parser creates', () => {
  expect([count('7'), count('[1,2,3]'), count('{"a":{"b":[]}}')]).toEqual([1, 4, 4])
})
