import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/database/client.ts'
import type { Log } from '#server/log.ts'
import { isWithinOneEdit } from '#shared/search/edit-distance.ts'
import { isUnspaced } from '#shared/search/tokenize.ts'
import { TYPO_FROM } from '#shared/search/word-index.ts'

/** Words that share fewer trigrams are not compared letter by letter. With one wrong letter most words of four letters share more. */
const SIMILARITY = '0.2'
const MAX_COMPARED = 1000
const MAX_NEAR = 20

/**
 * Finds words of the search that differ from a typed one by one letter, by their trigrams. Without the extension pg_trgm there are
 * none, which the log says once.
 */
export function createNearWords(log: Pick<Log, 'warn'>) {
  let isAvailable: boolean | undefined

  return async (tx: Transaction, typed: readonly string[]): Promise<Map<string, string[]>> => {
    const words = typed.filter((word) => word.length >= TYPO_FROM && !isUnspaced(word))
    if (words.length === 0 || isAvailable === false) return new Map()
    if (isAvailable === undefined) {
      const [row] = await tx.execute<{ isThere: boolean }>(
        sql`select to_regclass('directory_words_trigrams') is not null as "isThere"`,
      )
      isAvailable = row?.isThere ?? false
      if (!isAvailable) {
        log.warn('search without typos: the extension pg_trgm is missing (OPERATIONS.md, "A large directory")')
        return new Map()
      }
    }
    await tx.execute(sql`select set_config('pg_trgm.similarity_threshold', ${SIMILARITY}, true)`)
    const near = new Map<string, string[]>()
    for (const word of words) {
      const rows = await tx.execute<{ word: string }>(sql`
        select word from directory_words
        where word % ${word} and length(word) between ${word.length - 1} and ${word.length + 1} limit ${MAX_COMPARED}`)
      const found = rows.map((row) => row.word).filter((one) => isWithinOneEdit(one, word))
      near.set(word, found.slice(0, MAX_NEAR))
    }
    return near
  }
}
