import type { StoredWords } from '#shared/search/stored-words.ts'
import { putChunk } from '#web/db/put-chunk.ts'
import { readColumns } from '#web/sync/engine/pull/read-chunk.ts'
import { buildWords } from './build-words.ts'

/**
 * A stored chunk to tokenise. With a hash, a chunk as the server sent it, to verify and store. `number` is that of the reply.
 */
export type ChunkRequest = { number: number; text: string; hash?: string }
/** The words of a stored chunk, or the text of a received one; nothing if that failed. */
export type ChunkReply = { number: number; words?: StoredWords; text?: string }

/** Works on chunks beside the page, so that the page stays responsive. */
self.onmessage = async ({ data: { number, text, hash } }: MessageEvent<ChunkRequest>) => {
  if (hash !== undefined) {
    const stored = await keep(hash, text).catch(() => undefined)
    self.postMessage({ number, ...(stored !== undefined && { text: stored }) } satisfies ChunkReply)
    return
  }
  const words = await buildWords(text).catch(() => undefined)
  const transfer = words ? [words.starts.buffer, words.postings.buffer] : []
  self.postMessage({ number, ...(words && { words }) } satisfies ChunkReply, { transfer })
}

async function keep(hash: string, received: string): Promise<string> {
  const part = await readColumns(hash, received)
  await putChunk(part)
  return part.text
}
