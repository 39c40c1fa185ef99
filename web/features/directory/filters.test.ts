import * as v from 'valibot'
import { expect, test } from 'vitest'
import { DirectoryFilters, isNarrowed } from './filters.ts'

test.each([
  [
    { q: 'dao', stage: 'Seed', sort: 'price' },
    { q: 'dao', stage: 'Seed', sort: 'price' },
  ],
  // An old or mistyped link opens the directory all the same.
  [{ q: ['a'], stage: 7, sort: 'cheapest', saved: 'yes' }, {}],
  [{ q: 'x'.repeat(201), utm_source: 'mail' }, {}],
  [{ saved: true }, { saved: true }],
])('the address %j filters by %j', (address, filters) => {
  expect(JSON.parse(JSON.stringify(v.parse(DirectoryFilters, address)))).toEqual(filters)
})

test('an order or blanks narrow nothing', () => {
  expect(isNarrowed(v.parse(DirectoryFilters, { sort: 'name', q: '  ' }))).toBe(false)
  expect(isNarrowed(v.parse(DirectoryFilters, { sector: 'DeFi' }))).toBe(true)
})
