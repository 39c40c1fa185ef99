import { expect, test } from 'vitest'
import { formatAmount, formatMillions } from './amount.ts'

test.each([
  [0, '$0'],
  [999, '$999'],
  [1000, '$1K'],
  [750_000, '$750K'],
  [999_499, '$999K'],
  [999_600, '$1.0M'], // never $1000K
  [1_000_000, '$1.0M'],
  [12_340_000, '$12.3M'],
])('%i dollars are shown as %s', (dollars, text) => {
  expect(formatAmount(dollars)).toBe(text)
})

test.each([
  [1_050_000, '$1.1M'],
  [750_000, '$0.8M'],
  [50_000, '$0.1M'],
  [49_999, '$49,999'], // never $0.0M
  [33_000_000, '$33.0M'],
])('on a project’s page %i dollars are shown as %s', (dollars, text) => {
  expect(formatMillions(dollars)).toBe(text)
})
