import { expect, test } from 'vitest'
import { formatCount } from './count.ts'

test.each([0, 7, 999, 1000, 12_345, 999_999, 1_000_000, Number.MAX_SAFE_INTEGER, -1, -999, -1000, -1_234_567])(
  '%i is grouped as in English',
  (count) => {
    expect(formatCount(count)).toBe(count.toLocaleString('en-US'))
  },
)
