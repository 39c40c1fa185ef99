import type { StoredWords } from '#shared/search/stored-words.ts'
import type { DirectoryDatabase, WordsRow } from '#web/db/directory-database.ts'
import { buildWords } from './build-words.ts'
import type { WordsReply, WordsRequest } from './words-worker.ts'

/** A worker that has not replied for this long is taken for dead. A chunk takes it a tenth of a second, ten times that on a phone. */
const SILENCE_MS = 10_000

/** An idle worker ends: chunks without words are rare after the first visit. */
const IDLE_MS = 5000

export type StartWorker = () => Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

const startWorker: StartWorker = () => new Worker(new URL('./words-worker.ts', import.meta.url), { type: 'module' })

type Waiting = { text: string; done: (words: StoredWords) => void; fail: (reason: unknown) => void }

/**
 * Makes the words of chunks: in a worker, and where none starts or it dies, in the page, in slices.
 *
 * @param pause  yields to the main thread
 */
export class WordsOfChunks {
  private worker: ReturnType<StartWorker> | undefined
  private isWithoutWorker = false
  private readonly waiting = new Map<number, Waiting>()
  private count = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly pause: () => Promise<void>,
    private readonly start: StartWorker = startWorker,
  ) {}

  of(text: string): Promise<StoredWords> {
    const worker = this.running()
    if (!worker) return buildWords(text, this.pause)
    return new Promise((done, fail) => {
      const number = this.count++
      this.waiting.set(number, { text, done, fail })
      this.watch(() => this.giveUp(), SILENCE_MS)
      worker.postMessage({ number, text } satisfies WordsRequest)
    })
  }

  /**
   * Stores words beside their chunks, where these still exist.
   *
   * @param unsaved  by chunk; `undefined` for one whose words are not made yet
   */
  async save(db: DirectoryDatabase, unsaved: ReadonlyMap<string, StoredWords | undefined>): Promise<void> {
    const rows: WordsRow[] = []
    for (const [key, words] of unsaved) {
      const text = words ? undefined : (await db.parts.get(key))?.text
      if (words) rows.push({ ...words, key })
      else if (text !== undefined) rows.push({ ...(await this.of(text)), key })
    }
    await db.transaction('rw', db.parts, db.words, async () => {
      const chunks = await db.parts.toCollection().primaryKeys()
      await db.words.bulkPut(rows.filter(({ key }) => chunks.includes(key)))
      // An older build of the app deletes chunks without their words.
      await db.words.where('key').noneOf(chunks).delete()
    })
  }

  private running() {
    if (this.worker || this.isWithoutWorker) return this.worker
    try {
      this.worker = this.start()
    } catch {
      this.isWithoutWorker = true
      return undefined
    }
    this.worker.onmessage = ({ data: { number, words } }: MessageEvent<WordsReply>) => {
      const waiting = this.waiting.get(number)
      this.waiting.delete(number)
      if (this.waiting.size > 0) this.watch(() => this.giveUp(), SILENCE_MS)
      else this.watch(() => this.end(), IDLE_MS)
      waiting?.done(words)
    }
    this.worker.onerror = () => this.giveUp()
    return this.worker
  }

  private watch(then: () => void, afterMs: number) {
    clearTimeout(this.timer)
    this.timer = setTimeout(then, afterMs)
  }

  private end() {
    clearTimeout(this.timer)
    this.worker?.terminate()
    this.worker = undefined
  }

  private giveUp() {
    this.end()
    this.isWithoutWorker = true
    for (const { text, done, fail } of this.waiting.values()) buildWords(text, this.pause).then(done, fail)
    this.waiting.clear()
  }
}
