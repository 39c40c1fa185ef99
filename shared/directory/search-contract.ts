import * as v from 'valibot'
import { VcId } from '#shared/ids.ts'
import { Investor } from './contract.ts'

/** A page of the search. */
export const SEARCH_PAGE_SIZE = 50
/** Matches are counted up to here: beyond it a count would read a large part of the directory. */
export const MAX_COUNTED = 1000
/** Investors that one call may name. */
export const MAX_INVESTORS_ASKED = 50

const words = v.optional(v.pipe(v.string(), v.maxLength(200)))
const amount = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^\d{1,12}$/, 'This is not an amount in cents.'),
    v.transform((digits) => Number(digits)),
  ),
)

/**
 * `GET /api/directory/search`: investors that are listed and not on devices, because the directory is larger than its part there. The
 * filters are those of a device (`DirectoryFilter`). Terms are separated by semicolons: a comma in a query starts another value.
 */
export const SearchDirectory = v.object({
  text: words,
  stage: words,
  sector: words,
  location: words,
  kind: v.optional(v.picklist(['vc', 'angel'])),
  minPrice: amount,
  maxPrice: amount,
  sort: v.optional(v.picklist(['best', 'requests', 'price', 'price-high', 'name', 'replies', 'newest'])),
  /** `next` of the previous page, for the same filters. Opaque. */
  after: v.optional(v.pipe(v.string(), v.maxLength(4000))),
})
export type SearchDirectory = v.InferOutput<typeof SearchDirectory>

export const FoundInvestors = v.object({
  items: v.array(Investor),
  /** Matches on all pages. The first page has it. */
  total: v.optional(v.number()),
  /** There are more matches than `total`. */
  isMore: v.optional(v.boolean()),
  /** Requests the next page; absent on the last one. */
  next: v.optional(v.string()),
})
export type FoundInvestors = v.InferOutput<typeof FoundInvestors>

/** `GET /api/directory/investors?ids=…`: ids separated by semicolons. */
export const AskInvestors = v.object({
  ids: v.pipe(
    v.string(),
    v.maxLength(MAX_INVESTORS_ASKED * 65),
    v.transform((list) => list.split(';')),
    v.array(VcId),
    v.maxLength(MAX_INVESTORS_ASKED),
  ),
})

/** Those of the named investors that are listed, on devices or not. */
export const AskedInvestors = v.object({ investors: v.array(Investor) })
export type AskedInvestors = v.InferOutput<typeof AskedInvestors>
