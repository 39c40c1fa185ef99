import type { Investor, InvestorStats } from '#shared/directory/contract.ts'
import type { DirectoryPage, DirectoryQuery } from '#shared/directory/directory-index.ts'
import { sectorFacet, stageFacet, termsOf } from '#shared/directory/facets.ts'
import { toSearchDocument } from '#shared/directory/search-document.ts'
import { orders, toRanked } from '#shared/directory/sort-orders.ts'
import { isUnspaced, tokenizeName, tokenizeQuery, tokenizeText } from '#shared/search/tokenize.ts'
import { editDistance } from './edit-distance.ts'

/** The result of the directory index, computed by scanning every record: no vocabulary, no lists, a full sort each time. */
export function naiveQuery(
  docs: Iterable<Investor>,
  statsById: ReadonlyMap<string, InvestorStats>,
  query: DirectoryQuery,
): DirectoryPage {
  const { text = '', sort = 'best', offset = 0, limit = 50 } = query
  const typed = tokenizeQuery(text).slice(0, 12)
  const found = [...docs]
    .filter((doc) => isWanted(doc, query))
    .map((doc) => ({ ...toRanked(doc, statsById.get(doc.id)), match: Math.max(0, ...typed.map((word) => matchOf(doc, word))) }))
    .filter(({ match }) => match < NOT_FOUND)
    .toSorted((a, b) => groupOf(a.match, sort) - groupOf(b.match, sort) || orders[sort](a, b))
  return { total: found.length, items: found.slice(offset, offset + limit).map(({ doc }) => doc) }
}

const TYPO = 4
const NOT_FOUND = 255

const groupOf = (match: number, sort: string) => (sort === 'best' ? match : Number(match === TYPO))

function matchOf(doc: Investor, typed: string): number {
  const { names, facts, prose } = toSearchDocument(doc)
  return matchWord({ names, facts, prose: () => tokenizeText(prose) }, typed, (word) => editDistance(typed, word) === 1)
}

/** The words of one record. */
export type RecordWords = { names: string[]; facts: string[]; prose: () => string[] }

/** How well one record matches a typed word: the rules of `WordIndex`, without an index. */
export function matchWord({ names, facts, prose }: RecordWords, typed: string, isOneEdit: (word: string) => boolean): number {
  const begins = (word: string) => word.startsWith(typed)
  const isNear = (word: string) => typed.length >= 3 && !isUnspaced(typed) && isOneEdit(word)
  if (names.includes(typed)) return 0
  if (names.some(begins)) return 1
  if (facts.some(begins)) return 2
  if ((typed.length >= 3 || isUnspaced(typed)) && prose().some(begins)) return 3
  return [...names, ...facts].some(isNear) ? TYPO : NOT_FOUND
}

function isWanted(doc: Investor, query: DirectoryQuery): boolean {
  const { stage, sector, location, isVerified, vcType, kind, ids, minPrice, maxPrice } = query
  const isOpen = (choice: string | undefined) => choice === undefined || choice === '' || choice === 'All'
  return (
    (isOpen(stage) || termsOf(doc.stages).some((one) => stageFacet.key(one) === stageFacet.key(stage ?? ''))) &&
    (isOpen(sector) || termsOf(doc.sectors).some((one) => sectorFacet.key(one) === sectorFacet.key(sector ?? ''))) &&
    tokenizeQuery(location ?? '').every((typed) => tokenizeName(doc.location ?? '').some((word) => word.startsWith(typed))) &&
    (isVerified === undefined || doc.isVerified === isVerified) &&
    (vcType === undefined || doc.vcType === vcType) &&
    (kind !== 'vc' || doc.isVentureCapital) &&
    (kind !== 'angel' || doc.isAngel) &&
    (ids === undefined || ids.includes(doc.id)) &&
    printedPrice(doc) >= (minPrice ?? 0) &&
    printedPrice(doc) <= (maxPrice ?? Number.POSITIVE_INFINITY)
  )
}

function printedPrice({ isVerified, price, quote }: Investor): number {
  if (isVerified) return quote
  return price ?? 20_000
}
