import * as v from 'valibot'

export const SORTS = [
  ['best', 'Best match'],
  ['requests', 'Most requested'],
  ['price', 'Lowest price'],
  ['name', 'Name'],
  ['newest', 'Newest'],
] as const

const text = v.fallback(v.optional(v.pipe(v.string(), v.maxLength(200))), undefined)

/**
 * The filters of /vcs as its address holds them, so that a reload, a bookmark
 * and the way back find the same list. What does not parse is left out rather
 * than refused: an old or mistyped link still opens the directory.
 */
export const DirectoryFilters = v.object({
  q: text,
  stage: text,
  sector: text,
  sort: v.fallback(v.optional(v.picklist(SORTS.map(([id]) => id))), undefined),
  saved: v.fallback(v.optional(v.boolean()), undefined),
})
export type DirectoryFilters = v.InferOutput<typeof DirectoryFilters>

/** Whether anything narrows the list; the order does not. */
export const isNarrowed = ({ q, stage, sector, saved }: DirectoryFilters) => Boolean(q?.trim() || stage || sector || saved)
