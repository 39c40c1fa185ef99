import { expect, test } from 'vitest'
import { plainClone } from '#tests/support/runner/plain-clone.ts'

const cycle: Record<string, unknown> = { name: 'round' }
cycle.self = cycle
const shared = { a: 1 }

const values: [string, unknown][] = [
  [
    'a document',
    { id: 'recA', list: [1, 'two', null, undefined, true, { three: [3] }], none: undefined, big: 4n, nan: Number.NaN },
  ],
  ['bytes', { text: 'x', bytes: new Uint8Array([1, 2, 3]) }],
  ['a date and a map', { at: new Date(0), map: new Map([['a', { b: 1 }]]), set: new Set([1]) }],
  ['a list with holes', Object.assign(new Array(3), { 0: 1 })],
  ['a list with a name', Object.assign([1, 2], { name: 'both' })],
  ['a cycle', cycle],
  ['a key that is no prototype', JSON.parse('{"__proto__": {"a": 1}}')],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
  ['one object twice', [shared, shared]],
]

test.each(values)('a copy of %s equals the result of structuredClone', (_name, value) => {
  const [copy, expected] = [plainClone(value), structuredClone(value)]
  expect(copy).toStrictEqual(expected)
  if (typeof value === 'object') expect(copy).not.toBe(value)
})

test.each([
  ['a function', { run: () => 1 }],
  ['a symbol', [Symbol('s')]],
])('%s cannot be copied', (_name, value) => {
  expect(() => plainClone(value)).toThrow(expect.objectContaining({ name: 'DataCloneError' }))
})

test('a copy shares nothing with its original', () => {
  const value = { list: [{ a: 1 }] }
  const copy = plainClone(value)
  value.list[0] = { a: 2 }
  expect(copy).toEqual({ list: [{ a: 1 }] })
})
