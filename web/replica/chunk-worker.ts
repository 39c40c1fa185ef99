import type { StoredWords } from '#shared/search/stored-words.ts'
import { putChunk, readChunkText } from '#web/db/chunks-in-worker.ts'
import { readColumns } from '#web/sync/engine/pull/read-chunk.ts'
import { readText } from '#web/sync/engine/read-body.ts'
import { buildWords } from './build-words.ts'

/** A stored chunk to tokenise, a chunk to download, verify and store, a download to end, or only a reply. */
export type ChunkTask =
  | { key: string }
  | { hash: string; path: string; headers: Record<string, string> }
  | { isEnded: true }
  | { isPing: true }
/** `number` is that of the task, and of each reply to it. */
export type ChunkRequest = { number: number } & ChunkTask

/** Results are the words of a stored chunk, or the text of one that was downloaded and stored; `failed` if there is none. */
export type ChunkReply = { number: number } & (
  | { words: StoredWords }
  | { text: string }
  | { failed: 'not-received' | 'not-stored' }
  /** A download has begun, or more of it has arrived, or all of it. */
  | { progress: 'some' | 'all' }
  | { isReady: true }
)

/** Of a download; each report is a task of the page. */
const PROGRESS_EVERY_MS = 1000

const downloads = new Map<number, AbortController>()

const reply = (message: ChunkReply, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

/** Works on chunks beside the page, so that the page stays responsive. */
self.onmessage = async ({ data: task }: MessageEvent<ChunkRequest>) => {
  const { number } = task
  if ('isPing' in task) return reply({ number, isReady: true })
  if ('isEnded' in task) return downloads.get(number)?.abort()
  if ('hash' in task) {
    const download = new AbortController()
    downloads.set(number, download)
    await keep(task, download.signal)
    downloads.delete(number)
    return
  }
  try {
    const text = await readChunkText(task.key)
    if (text === undefined) throw new Error('This chunk is not stored.')
    const words = await buildWords(text)
    reply({ number, words }, [words.starts.buffer, words.postings.buffer])
  } catch {
    reply({ number, failed: 'not-stored' })
  }
}

type Download = Extract<ChunkRequest, { hash: string }>

async function keep({ number, hash, path, headers }: Download, signal: AbortSignal) {
  let failed: 'not-received' | 'not-stored' = 'not-received'
  try {
    reply({ number, progress: 'some' })
    const response = await fetch(path, { headers, signal })
    if (!response.ok) throw new Error(`${response.status}`)
    let reportedAt = performance.now()
    const received = await readText(response, () => {
      if (performance.now() - reportedAt < PROGRESS_EVERY_MS) return
      reportedAt = performance.now()
      reply({ number, progress: 'some' })
    })
    reply({ number, progress: 'all' })
    failed = 'not-stored'
    const part = await readColumns(hash, received)
    signal.throwIfAborted()
    await putChunk(part)
    reply({ number, text: part.text })
  } catch {
    reply({ number, failed })
  }
}
