import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readOrNone } from './read-or-none.ts'

test('a value that cannot be parsed is undefined, and is checked only up to its first fault', () => {
  let checked = 0
  const Wrong = v.pipe(
    v.number(),
    v.check(() => {
      checked += 1
      return false
    }),
  )
  expect(readOrNone(v.array(Wrong), Array(1000).fill(1))).toBeUndefined()
  expect(readOrNone(v.record(v.string(), Wrong), Object.fromEntries(Array(1000).fill(1).entries()))).toBeUndefined()
  expect(checked).toBe(2)
  expect(readOrNone(v.array(v.number()), [1, 2])).toEqual([1, 2])
})
