import type { directorySearch } from '#drizzle/schema/index.ts'
import type { Investor, InvestorStats } from '#shared/directory/contract.ts'
import { displayPrice } from '#shared/directory/display-price.ts'
import { filterable } from '#shared/directory/filters/filter.ts'
import { toSearchDocument } from '#shared/directory/search-document.ts'
import { replyScore, toRanked } from '#shared/directory/sort-orders.ts'
import { tokenizeText } from '#shared/search/tokenize.ts'

type Columns = typeof directorySearch.$inferSelect
type WordColumn = 'placeWords' | 'nameWords' | 'factWords' | 'allWords'

/** A row of the search, with its words as lists. */
export type SearchRow = Omit<Columns, WordColumn> & Record<WordColumn, string[]>

/** Postgres limits a word to 2 KB and all words of a row to 1 MB. */
const MAX_WORD = 100
const MAX_WORDS = 4000
/** An index entry is limited to 2.7 KB. */
const MAX_NAME = 200

/** Sorts before every character of a text. */
const END = '\u0001'
const UNRANKED = 9_999_999_999
/** Above every price. */
const ON_REQUEST = 1e15

export const searchWord = (word: string) => word.slice(0, MAX_WORD)

const distinct = (words: readonly string[]) =>
  [...new Set(words.filter((word) => word !== '').map(searchWord))].slice(0, MAX_WORDS)

/**
 * An investor as the search reads it. Words, terms and order are those of a device (`shared/directory`): only their storage differs.
 * Ascending keys give the orders of `sort-orders.ts`.
 */
export function toSearchRow(doc: Investor, stats: InvestorStats | undefined): SearchRow {
  const { names, facts, prose } = toSearchDocument(doc)
  const { stageKeys, sectorKeys, locationWords } = filterable(doc)
  const { sortName, listedAtMs } = toRanked(doc, stats)
  const price = displayPrice(doc)
  const nameKey = [sortName.slice(0, MAX_NAME), doc.name.slice(0, MAX_NAME), doc.id].join(END)
  const rank = String(stats?.rank ?? UNRANKED).padStart(String(UNRANKED).length, '0')
  return {
    id: doc.id,
    vcType: doc.vcType,
    isVerified: doc.isVerified,
    isVentureCapital: doc.isVentureCapital,
    isAngel: doc.isAngel,
    stageKeys: distinct(stageKeys),
    sectorKeys: distinct(sectorKeys),
    placeWords: distinct([...locationWords]),
    nameWords: distinct(names),
    factWords: distinct([...names, ...facts]),
    allWords: distinct([...names, ...facts, ...tokenizeText(prose)]),
    bestKey: `${doc.isVerified ? 0 : 1}${rank}${nameKey}`,
    nameKey,
    priceKey: price,
    priceHighKey: doc.isPurchasable ? -price : ON_REQUEST - price,
    requestsKey: -(stats?.totalRequests ?? 0),
    repliesKey: -replyScore(stats),
    newestKey: -listedAtMs,
  }
}
