import * as v from 'valibot'

// In a module of its own: every page reads the search parameters of all pages, so this code is in the first chunk.

const PROJECT_SORTS = ['votes', 'newest', 'raising'] as const
export type ProjectSort = (typeof PROJECT_SORTS)[number]

const choice = v.fallback(v.optional(v.pipe(v.string(), v.maxLength(200)), 'all'), 'all')

/**
 * Search parameters of the marketplace; `all` matches everything, several values are separated by commas. Invalid ones are
 * dropped.
 */
export const ProjectFilters = v.object({
  q: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(200)), ''), ''),
  ecosystem: choice,
  vertical: choice,
  sort: v.fallback(v.optional(v.picklist(PROJECT_SORTS), 'votes'), 'votes'),
})
export type ProjectFilters = v.InferOutput<typeof ProjectFilters>

export const NO_FILTERS: ProjectFilters = { q: '', ecosystem: 'all', vertical: 'all', sort: 'votes' }
