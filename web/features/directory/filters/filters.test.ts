import * as v from 'valibot'
import { expect, test } from 'vitest'
import { appliedFilters, isNarrowed, NO_FILTERS, priceRange } from './filters.ts'
import { DirectoryFilters } from './search-params.ts'

const read = (address: object) => v.parse(DirectoryFilters, address)

test.each([
  [
    { q: 'dao', stage: 'Seed', sort: 'price' },
    { q: 'dao', stage: 'Seed', sort: 'price' },
  ],
  // An old or mistyped link still opens the directory.
  [{ q: ['a'], stage: {}, sort: 'cheapest', saved: 'yes', type: 'bank', min: 'abc', max: -1, location: null }, {}],
  [{ min: 1e9, max: Number.NaN, saved: 1 }, {}],
  [{ q: 'x'.repeat(201), utm_source: 'mail' }, {}],
  [
    { saved: true, type: 'angel', location: 'lis', min: 5, max: 49.5 },
    { saved: true, type: 'angel', location: 'lis', min: 5, max: 49.5 },
  ],
  // A router parses a typed `?q=42` as a number.
  [{ q: 42 }, { q: '42' }],
])('the address %j filters by %j', (address, filters) => {
  expect(JSON.parse(JSON.stringify(read(address)))).toEqual(filters)
})

test('an order or a blank filter does not narrow the list, and every other filter does until it is removed', () => {
  expect(isNarrowed(read({ sort: 'name', q: '  ', location: ' ' }))).toBe(false)
  for (const one of [
    { q: 'a' },
    { stage: 'Seed' },
    { sector: 'DeFi' },
    { type: 'vc' },
    { location: 'x' },
    { min: 0 },
    { saved: true },
  ]) {
    expect(isNarrowed(read(one))).toBe(true)
    expect(isNarrowed({ ...read(one), ...NO_FILTERS })).toBe(false)
  }
})

test('each of several values of a filter is an active filter of its own', () => {
  const filters = read({ stage: 'Seed,Series A', sector: 'DeFi' })
  expect(appliedFilters(filters)).toEqual([
    { label: 'Stage', value: 'Seed', without: { stage: 'Series A' } },
    { label: 'Stage', value: 'Series A', without: { stage: 'Seed' } },
    { label: 'Sector', value: 'DeFi', without: { sector: undefined } },
  ])
})

test('each active filter has a label and can be removed on its own', () => {
  const filters = read({ stage: 'Seed', sector: 'DeFi', type: 'angel', location: ' Lisbon ', min: 5, max: 50, saved: true })
  expect(appliedFilters(filters).map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Stage: Seed',
    'Sector: DeFi',
    'Type: Angels',
    'Location: Lisbon',
    'Price: $5 to $50',
    'List: Saved',
  ])
  const remaining = Object.assign(filters, ...appliedFilters(filters).map(({ without }) => without))
  expect(isNarrowed(remaining)).toBe(false)
})

test.each([
  [
    { min: 5, max: 50 },
    { minPrice: 500, maxPrice: 5000 },
  ],
  [
    { min: 50, max: 5 },
    { minPrice: 500, maxPrice: 5000 },
  ],
  [{ min: 0.29 }, { minPrice: 29, maxPrice: undefined }],
  [{}, { minPrice: undefined, maxPrice: undefined }],
])('the bounds %j are %j cents', (bounds, range) => {
  expect(priceRange(bounds as DirectoryFilters)).toEqual(range)
})
