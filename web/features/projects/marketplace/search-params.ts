import * as v from 'valibot'

// In a module of its own: every page reads the search parameters of all pages, so this code is in the first chunk.

export const PROJECT_SORTS = [
  ['votes', 'Most votes'],
  ['newest', 'Newest'],
  ['raising', 'Raising most'],
] as const
export type ProjectSort = (typeof PROJECT_SORTS)[number][0]

const choice = v.fallback(v.optional(v.pipe(v.string(), v.maxLength(200)), 'all'), 'all')

/**
 * Search parameters of the marketplace; `all` matches everything, several values are separated by commas. Invalid ones are
 * dropped.
 */
export const ProjectFilters = v.object({
  q: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(200)), ''), ''),
  ecosystem: choice,
  vertical: choice,
  sort: v.fallback(v.optional(v.picklist(PROJECT_SORTS.map(([id]) => id)), 'votes'), 'votes'),
})
export type ProjectFilters = v.InferOutput<typeof ProjectFilters>

export const NO_FILTERS: ProjectFilters = { q: '', ecosystem: 'all', vertical: 'all', sort: 'votes' }
