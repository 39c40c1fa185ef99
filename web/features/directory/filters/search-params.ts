import * as v from 'valibot'

const MAX_DOLLARS = 1_000_000

/** A search text that looks like a number is parsed as one from a typed address. */
const searchText = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(200))
const text = v.fallback(v.optional(searchText), undefined)
const dollars = v.fallback(v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_DOLLARS))), undefined)

/**
 * The filters of /vcs, /ping and /directory as stored in their addresses, so that a reload, a bookmark and back navigation find
 * the same list. A value that does not parse is dropped rather than rejected: an old or mistyped link still opens the directory.
 *
 * Every page loads this module with the route table, so it contains no labels and no rules.
 */
export const DirectoryFilters = v.object({
  q: text,
  stage: text,
  sector: text,
  type: v.fallback(v.optional(v.picklist(['vc', 'angel'])), undefined),
  location: text,
  /** Dollars, both bounds included. */
  min: dollars,
  max: dollars,
  sort: v.fallback(
    v.optional(v.picklist(['best', 'fit', 'requests', 'price', 'price-high', 'name', 'replies', 'newest'])),
    undefined,
  ),
  saved: v.fallback(v.optional(v.boolean()), undefined),
})
export type DirectoryFilters = v.InferOutput<typeof DirectoryFilters>
