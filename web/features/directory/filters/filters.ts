import { cents, formatPrice } from '#shared/money.ts'
import type { AppliedFilter } from '#web/ui/applied-filters.tsx'
import { splitChoices, toggleChoice } from '#web/ui/choice-list.ts'
import type { DirectoryFilters } from './search-params.ts'

/** The orders of a list, with their labels. */
export const SORTS = [
  ['best', 'Best match'],
  ['fit', 'Best fit'],
  ['requests', 'Most requested'],
  ['replies', 'Reply rate'],
  ['price', 'Lowest price'],
  ['price-high', 'Highest price'],
  ['name', 'Name'],
  ['newest', 'Newest'],
] as const satisfies [DirectoryFilters['sort'], string][]

export const KINDS = [
  ['vc', 'Venture capital'],
  ['angel', 'Angels'],
] as const satisfies [DirectoryFilters['type'], string][]

/** Removes every filter; the order remains. */
export const NO_FILTERS = {
  q: undefined,
  stage: undefined,
  sector: undefined,
  type: undefined,
  location: undefined,
  min: undefined,
  max: undefined,
  saved: undefined,
} satisfies Partial<DirectoryFilters>

/** Each active filter except the search text, with its label and the change that removes it. */
export function appliedFilters({
  stage,
  sector,
  type,
  location,
  min,
  max,
  saved,
}: DirectoryFilters): AppliedFilter<DirectoryFilters>[] {
  const price = priceLabel(min, max)
  return [
    ...splitChoices(stage).map((value) => ({ label: 'Stage', value, without: { stage: toggleChoice(stage, value) } })),
    ...splitChoices(sector).map((value) => ({ label: 'Sector', value, without: { sector: toggleChoice(sector, value) } })),
    ...KINDS.filter(([id]) => id === type).map(([, value]) => ({ label: 'Type', value, without: { type: undefined } })),
    ...(location?.trim() ? [{ label: 'Location', value: location.trim(), without: { location: undefined } }] : []),
    ...(price ? [{ label: 'Price', value: price, without: { min: undefined, max: undefined } }] : []),
    ...(saved ? [{ label: 'List', value: 'Saved', without: { saved: undefined } }] : []),
  ]
}

/** Whether any filter narrows the list; the order does not. */
export const isNarrowed = (filters: DirectoryFilters) => Boolean(filters.q?.trim()) || appliedFilters(filters).length > 0

const inCents = (dollars: number | undefined) => (dollars === undefined ? undefined : cents(Math.round(dollars * 100)))

/** The bounds in cents. Swapped bounds are corrected. */
export function priceRange({ min, max }: Pick<DirectoryFilters, 'min' | 'max'>) {
  const isSwapped = min !== undefined && max !== undefined && min > max
  return { minPrice: inCents(isSwapped ? max : min), maxPrice: inCents(isSwapped ? min : max) }
}

/** `$5 to $50`, `from $5`, `up to $50`; `undefined` without a bound. */
export function priceLabel(min: number | undefined, max: number | undefined): string | undefined {
  const { minPrice, maxPrice } = priceRange({ min, max })
  if (minPrice !== undefined && maxPrice !== undefined) return `${formatPrice(minPrice)} to ${formatPrice(maxPrice)}`
  if (minPrice !== undefined) return `from ${formatPrice(minPrice)}`
  return maxPrice === undefined ? undefined : `up to ${formatPrice(maxPrice)}`
}
