import * as v from 'valibot'
import { isInstant } from '#shared/instant.ts'
import { cleanLine } from '#shared/text.ts'

/** `sch_` and a UUIDv7, generated on the device: unique for one user. */
export const SearchId = v.pipe(
  v.string(),
  v.regex(/^sch_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'This is not a valid id.'),
  v.brand('SearchId'),
)
export type SearchId = v.InferOutput<typeof SearchId>

export const MAX_SEARCH_NAME = 80
export const MAX_FILTERS = 1000
/** More than a user looks through. Each of them is counted on the device. */
export const MAX_SEARCHES = 50

/** The filters of an address of the directory, in the order in which a saved search has them. */
export const filterNames = ['q', 'stage', 'sector', 'type', 'location', 'min', 'max', 'saved', 'sort'] as const

const Name = v.pipe(
  v.string(),
  v.maxLength(MAX_SEARCH_NAME, `Please use at most ${MAX_SEARCH_NAME} characters.`),
  v.check((name) => cleanLine(name) !== '', 'Please enter a name.'),
)

/** `stage=Seed&sector=DeFi&sort=fit`: one value of each filter at most. Empty for the whole list. */
const Filters = v.pipe(
  v.string(),
  v.maxLength(MAX_FILTERS, 'This search is too long.'),
  v.regex(/^[\x21-\x7e]*$/, 'This is not a search.'),
  v.check((text) => {
    const names = text === '' ? [] : text.split('&').map((part) => part.split('=')[0])
    return new Set(names).size === names.length && names.every((name) => filterNames.includes(name as never))
  }, 'This is not a search.'),
)
const Instant = v.pipe(v.string(), v.isoTimestamp('This is not a time.'), v.check(isInstant, 'This is not a time.'))

/** A search of the directory that a user has saved, in the user's private lane only. */
export const SavedSearch = v.object({
  id: SearchId,
  name: v.string(),
  filters: v.string(),
  /**
   * When the newest investor was listed that the directory had at the last opening: those listed later are new. An instant of the
   * server, never of a device's clock. Null until the search was opened on a complete directory.
   */
  seenUpTo: v.nullable(v.string()),
  createdAt: v.string(),
})
export type SavedSearch = v.InferOutput<typeof SavedSearch>

/**
 * `search.write`: saves a search, or changes only the given fields. The base contains the name and the filters that the writer saw.
 * Of two `seenUpTo` the later one stays.
 */
export const WriteSearch = v.object({
  id: SearchId,
  name: v.exactOptional(Name),
  filters: v.exactOptional(Filters),
  seenUpTo: v.exactOptional(Instant),
})
export type WriteSearch = v.InferOutput<typeof WriteSearch>

/** `search.delete`: a search that does not exist any more is deleted already. */
export const DeleteSearch = v.object({ id: SearchId })
export type DeleteSearch = v.InferOutput<typeof DeleteSearch>
