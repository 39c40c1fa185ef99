import type { Investor } from '#shared/directory/contract.ts'
import { toSearchDocument } from '#shared/directory/search-document.ts'
import type { StoredWords } from '#shared/search/stored-words.ts'
import { WordsBuilder } from '#shared/search/words-builder.ts'
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
  const builder = new WordsBuilder()
  for (const [at, doc] of investors.entries()) {
    if (at > 0 && at % SLICE === 0) await pause()
    builder.add(toSearchDocument(doc))
  }
  return builder.build()
}
