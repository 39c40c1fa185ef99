import * as v from 'valibot'

// Apart from what works with it: the addresses of all pages are read by every page, and so loaded with the first.

export const PROJECT_SORTS = [
  ['votes', 'Most votes'],
  ['newest', 'Newest'],
  ['raising', 'Raising most'],
] as const
export type ProjectSort = (typeof PROJECT_SORTS)[number][0]

const choice = v.fallback(v.optional(v.pipe(v.string(), v.maxLength(100)), 'all'), 'all')

/** What the address of the marketplace says; `all` lets everything through. What cannot be read is left out. */
export const ProjectFilters = v.object({
  q: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(200)), ''), ''),
  ecosystem: choice,
  vertical: choice,
  sort: v.fallback(v.optional(v.picklist(PROJECT_SORTS.map(([id]) => id)), 'votes'), 'votes'),
})
export type ProjectFilters = v.InferOutput<typeof ProjectFilters>

export const NO_FILTERS: ProjectFilters = { q: '', ecosystem: 'all', vertical: 'all', sort: 'votes' }
