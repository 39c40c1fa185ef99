import { and, type SQL, sql } from 'drizzle-orm'
import { isAll, sectorFacet, stageFacet, termsOf } from '#shared/directory/facets.ts'
import type { SearchDirectory } from '#shared/directory/search-contract.ts'
import { isUnspaced, tokenizeQuery } from '#shared/search/tokenize.ts'
import { PROSE_FROM } from '#shared/search/word-index.ts'
import { searchWord } from './search-row.ts'

const MAX_WORDS = 12

export const wordsOf = (text: string | undefined) =>
  tokenizeQuery(text ?? '')
    .slice(0, MAX_WORDS)
    .map(searchWord)

/** Words have letters, digits and marks only; a quote would end the word. */
const quoted = (word: string) => `'${word.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
const startsWith = (word: string) => `${quoted(word)}:*`

const has = (column: string, words: readonly string[], join: '&' | '|') =>
  sql`${sql.identifier(column)} @@ ${words.join(` ${join} `)}::tsquery`

const isInProse = (word: string) => word.length >= PROSE_FROM || isUnspaced(word)

/**
 * The conditions for words, from the best match to the weakest, as on a device (`MATCH`): whole names, names, facts, prose, a wrong
 * letter. Each includes those before it. Without words there is one, which every record meets.
 *
 * @param nearOf  the words one letter away from a typed one
 */
export function wordConditions(typed: readonly string[], nearOf: (word: string) => readonly string[]): SQL[] {
  if (typed.length === 0) return [sql`true`]
  const starts = typed.map(startsWith)
  const long = typed.filter(isInProse).map(startsWith)
  const short = typed.filter((word) => !isInProse(word)).map(startsWith)
  const anywhere = (words: string[]) => (words.length > 0 ? has('all_words', words, '&') : undefined)
  const inFacts = (words: string[]) => (words.length > 0 ? has('fact_words', words, '&') : undefined)
  const exact = [
    has('name_words', typed.map(quoted), '&'),
    has('name_words', starts, '&'),
    has('fact_words', starts, '&'),
    and(anywhere(long), inFacts(short)) ?? sql`true`,
  ]
  if (typed.every((word) => nearOf(word).length === 0)) return exact
  const withTypos = typed.map((word) => {
    const found = has(isInProse(word) ? 'all_words' : 'fact_words', [startsWith(word)], '&')
    const near = nearOf(word).map(quoted)
    return near.length > 0 ? sql`(${found} or ${has('fact_words', near, '|')})` : found
  })
  return [...exact, and(...withTypos) ?? sql`true`]
}

/** The condition for everything except the words; `undefined` when every record meets it. */
export function filterCondition({ stage, sector, location, kind, minPrice, maxPrice }: SearchDirectory): SQL | undefined {
  const keys = (column: string, list: string[]) =>
    sql`${sql.identifier(column)} && array(select jsonb_array_elements_text(${JSON.stringify(list)}::jsonb))`
  const places = wordsOf(location).map(startsWith)
  return and(
    kind === 'vc' ? sql`is_venture_capital` : undefined,
    kind === 'angel' ? sql`is_angel` : undefined,
    minPrice === undefined ? undefined : sql`price_key >= ${minPrice}`,
    maxPrice === undefined ? undefined : sql`price_key <= ${maxPrice}`,
    stage === undefined || isAll(stage) ? undefined : keys('stage_keys', termsOf([stage]).map(stageFacet.key)),
    sector === undefined || isAll(sector) ? undefined : keys('sector_keys', termsOf([sector]).map(sectorFacet.key)),
    places.length > 0 ? has('place_words', places, '&') : undefined,
  )
}
