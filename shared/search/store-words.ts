import { type StoredWords, WORDS_FORMAT } from './stored-words.ts'
import type { WordIndex } from './word-index.ts'

/** A posting of a larger record does not fit into two bytes. */
const SMALL = 0x10000 / 4

/** The words of an index whose records were put in the slots from 0 on. */
export function storeWords({ words }: WordIndex, size: number): StoredWords {
  const used = words.filter(({ found }) => found.length > 0)
  const total = used.reduce((sum, { found }) => sum + found.length, 0)
  const postings = size <= SMALL ? new Uint16Array(total) : new Uint32Array(total)
  const starts = new Uint32Array(used.length + 1)
  let end = 0
  for (const [at, { found }] of used.entries()) {
    postings.set(found, end)
    end += found.length
    starts[at + 1] = end
  }
  return { format: WORDS_FORMAT, size, words: used.map(({ text }) => text).join(' '), starts, postings }
}
