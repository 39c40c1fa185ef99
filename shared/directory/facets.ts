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

/**
 * Each term that occurs in the data once: those of the catalogue first, in its order and spelling, then the others alphabetically
 * in their most frequent spelling.
 *
 * @param spellings  number of records per spelling
 */
export function presentTerms(facet: Facet, spellings: ReadonlyMap<string, number>): string[] {
  const foundAs = new Map<string, string>()
  const bySpelling = [...spellings].sort(([a, used], [b, usedOther]) => usedOther - used || (a < b ? -1 : 1))
  for (const [spelling] of bySpelling) {
    if (!foundAs.has(facet.key(spelling))) foundAs.set(facet.key(spelling), spelling.trim())
  }
  const known = facet.catalogue.filter((term) => foundAs.has(facet.key(term)))
  for (const term of facet.catalogue) foundAs.delete(facet.key(term))
  const others = [...foundAs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, spelling]) => spelling)
  return filterChoices(facet, known, others)
}

/** The choices of a filter: the page's own list, followed by other terms of the data; without duplicates in another spelling. */
export function filterChoices(facet: Facet, list: readonly string[], present: readonly string[]): string[] {
  const choices = new Map<string, string>()
  for (const term of [...list, ...present]) {
    if (!choices.has(facet.key(term))) choices.set(facet.key(term), term)
  }
  return [...choices.values()]
}
