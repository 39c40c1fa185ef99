import { SECTOR_ALIASES, SECTOR_FILTERS, SECTORS, STAGE_FILTERS, STAGES } from '#shared/catalogues.ts'
import { memoize } from '#shared/memoize.ts'
import { fold } from '#shared/search/normalise-text.ts'

/** `PRE-SEED`, `Pre Seed` and `preseed` are one term, and so are `Series B` and `Series B+`. */
const plain = memoize((term) => fold(term).replaceAll(' ', '') || term.trim())

const aliases = new Map(Object.entries(SECTOR_ALIASES).map(([alias, term]) => [plain(alias), plain(term)]))

/** One kind of terms; `spelled` returns the catalogue's spelling of a term, or `undefined` for a term outside the catalogue. */
export type Facet = {
  catalogue: readonly string[]
  key: (term: string) => string
  spelled: (term: string) => string | undefined
}

export const stageFacet = facet([...STAGE_FILTERS, ...STAGES], plain)
export const sectorFacet = facet(
  [...SECTOR_FILTERS, ...SECTORS],
  memoize((term) => aliases.get(plain(term)) ?? plain(term)),
)

function facet(terms: readonly string[], key: (term: string) => string): Facet {
  const catalogue = [...new Set(terms)].filter((term) => term !== 'All')
  const spellings = new Map(catalogue.toReversed().map((term) => [key(term), term]))
  return { catalogue, key, spelled: (term) => spellings.get(key(term)) }
}

/** The separate terms of a record's list: an entry may still contain a typed list, `defi; payments`. */
export const termsOf = (list: readonly string[]) =>
  list.flatMap((entry) => entry.split(/[,;|]/)).filter((term) => term.trim() !== '')

/** Whether a filter value means no filter. */
export const isAll = (choice: string | undefined) => choice === undefined || choice.trim() === '' || plain(choice) === 'all'
