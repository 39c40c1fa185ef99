import { buildWords } from './build-words.ts'

/** A chunk to tokenise, and its words. `number` is that of the request. */
export type WordsRequest = { number: number; text: string }
export type WordsReply = { number: number; words: Awaited<ReturnType<typeof buildWords>> }

/** Tokenises chunks beside the page, so that the page stays responsive. */
self.onmessage = async ({ data: { number, text } }: MessageEvent<WordsRequest>) => {
  const words = await buildWords(text)
  const reply: WordsReply = { number, words }
  self.postMessage(reply, { transfer: [words.starts.buffer, words.postings.buffer] })
}
