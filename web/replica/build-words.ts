import type { Investor } from '#shared/directory/contract.ts'
import { toSearchDocument } from '#shared/directory/search-document.ts'
import { storeWords } from '#shared/search/store-words.ts'
import type { StoredWords } from '#shared/search/stored-words.ts'
import { WordIndex } from '#shared/search/word-index.ts'
import type { DirectoryPart } from '#shared/sync/protocol.ts'

/** Investors tokenised between two pauses. */
const SLICE = 100

/**
 * The words of a chunk's investors, in the order of the chunk.
 *
 * @param text  the chunk as stored
 */
export async function buildWords(text: string, pause: () => Promise<void> = async () => undefined): Promise<StoredWords> {
  const { investors = [] } = (JSON.parse(text) as DirectoryPart).put as { investors?: Investor[] }
  const index = new WordIndex()
  for (let at = 0; at < investors.length; at += SLICE) {
    if (at > 0) await pause()
    index.put(investors.slice(at, at + SLICE).map((doc, place) => [at + place, toSearchDocument(doc)] as const))
  }
  return storeWords(index, investors.length)
}
