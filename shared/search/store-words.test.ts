import { expect, test } from 'vitest'
import { toSearchDocument } from '#shared/directory/search-document.ts'
import { makeInvestors } from '#tests/support/samples/make-investors.ts'
import { storeWords } from './store-words.ts'
import { WORDS_FORMAT } from './stored-words.ts'
import { WordIndex } from './word-index.ts'

const hashOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes))
    .toString('hex')
    .slice(0, 16)

test('devices keep stored words: other words for the same records have another format', async () => {
  const index = new WordIndex()
  const investors = makeInvestors(300, 5)
  index.put(investors.map((doc, at) => [at, toSearchDocument(doc)] as const))
  const { words, starts, postings } = storeWords(index, investors.length)
  const bytes = new TextEncoder().encode(`${words}\n${starts.join()}\n${postings.join()}`)
  expect({ format: WORDS_FORMAT, hash: await hashOf(bytes) }).toEqual({ format: 1, hash: '83618c11a7909bbb' })
})

test('more records than two bytes can number are stored in four', () => {
  const index = new WordIndex()
  const size = 20_000
  const last = size - 1
  index.put([[last, { names: ['last'], facts: [], prose: '' }]])
  const stored = storeWords(index, size)
  const opened = new WordIndex()
  opened.open(0, stored)
  expect(opened.match(['last'], size)[last]).toBe(0)
})
