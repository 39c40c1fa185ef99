import { expect, test } from 'vitest'
import { countersFor } from './contract.ts'

test.each([
  [0, 400, 800],
  [0.5, 1000, 2000],
  [1, 1600, 3200],
  [2, 1600, 3200],
  [-1, 400, 800],
  [Number.NaN, 1600, 3200],
])('at a heat of %d a device tries %d to %d counters', (heat, fewest, most) => {
  expect(countersFor(heat)).toEqual({ fewest, most })
})
