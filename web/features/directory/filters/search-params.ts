import * as v from 'valibot'

const MOST_DOLLARS = 1_000_000

/** A word that looks like a number arrives as one from a typed address. */
const words = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(200))
const text = v.fallback(v.optional(words), undefined)
const dollars = v.fallback(v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(MOST_DOLLARS))), undefined)

/**
 * The filters of /vcs, /ping and /directory as their addresses hold them, so that a
 * reload, a bookmark and the way back find the same list. What does not parse is left
 * out rather than refused: an old or mistyped link still opens the directory.
 *
 * Every page loads this with the table of routes, so it knows no words and no rules.
 */
export const DirectoryFilters = v.object({
  q: text,
  stage: text,
  sector: text,
  type: v.fallback(v.optional(v.picklist(['vc', 'angel'])), undefined),
  location: text,
  /** Dollars, both included. */
  min: dollars,
  max: dollars,
  sort: v.fallback(v.optional(v.picklist(['best', 'requests', 'price', 'price-high', 'name', 'newest'])), undefined),
  saved: v.fallback(v.optional(v.boolean()), undefined),
})
export type DirectoryFilters = v.InferOutput<typeof DirectoryFilters>
