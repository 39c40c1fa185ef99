import { expect, test } from 'vitest'
import { makeInvestors } from '#tests/support/samples/make-investors.ts'
import { filterable } from './filter.ts'
import { FilterMasks } from './filter-masks.ts'

const investors = makeInvestors(20).map(filterable)
const upTo = (maxPrice: number) => ({ maxPrice })

test('a filter is computed once while a user switches between some, and those used last are kept', () => {
  const masks = new FilterMasks()
  const first = masks.of(upTo(0), investors)
  for (let price = 1; price < 24; price += 1) masks.of(upTo(price), investors)
  expect(masks.of(upTo(0), investors)).toBe(first)
  // Used again, so the others are dropped before it.
  for (let price = 100; price < 123; price += 1) masks.of(upTo(price), investors)
  expect(masks.of(upTo(0), investors)).toBe(first)
  for (let price = 200; price < 224; price += 1) masks.of(upTo(price), investors)
  expect(masks.of(upTo(0), investors)).not.toBe(first)
  expect(masks.of(upTo(0), investors)).toEqual(first)
})
