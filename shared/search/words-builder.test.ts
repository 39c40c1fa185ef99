import { expect, test } from 'vitest'
import { toSearchDocument } from '#shared/directory/search-document.ts'
import { makeInvestors } from '#tests/support/samples/make-investors.ts'
import { WORDS_FORMAT } from './stored-words.ts'
import { type SearchDocument, WordIndex } from './word-index.ts'
import { WordsBuilder } from './words-builder.ts'

const hashOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes))
    .toString('hex')
    .slice(0, 16)

function wordsOf(records: readonly SearchDocument[]) {
  const builder = new WordsBuilder()
  for (const record of records) builder.add(record)
  return builder.build()
}

test('devices keep stored words: other words for the same records have another format', async () => {
  const { words, starts, postings } = wordsOf(makeInvestors(300, 5).map(toSearchDocument))
  const bytes = new TextEncoder().encode(`${words}\n${starts.join()}\n${postings.join()}`)
  expect({ format: WORDS_FORMAT, hash: await hashOf(bytes) }).toEqual({ format: 1, hash: '83618c11a7909bbb' })
})

test('more records than two bytes can number are stored in four', () => {
  const size = 20_000
  const last = size - 1
  const stored = wordsOf(Array.from({ length: size }, (_, at) => ({ names: at === last ? ['last'] : [], facts: [], prose: '' })))
  const opened = new WordIndex()
  opened.open(0, stored)
  expect(opened.match(['last'], size)[last]).toBe(0)
})
