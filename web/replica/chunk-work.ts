import type { StoredWords } from '#shared/search/stored-words.ts'
import type { DirectoryDatabase, WordsRow } from '#web/db/directory-database.ts'
import type { KeepChunk } from '#web/sync/engine/platform.ts'
import { buildWords } from './build-words.ts'
import type { ChunkReply, ChunkRequest } from './chunk-worker.ts'
import { forgetChunks, handChunk } from './handed-chunks.ts'

/** A worker that has not replied for this long is taken for dead. A chunk takes it a tenth of a second, ten times that on a phone. */
const SILENCE_MS = 10_000
/** Its first reply comes after its script, which a slow network delivers beside the chunks. */
const START_MS = 60_000

/** An idle worker ends: new chunks, and chunks without words, are rare after the first visit. Longer than a chunk takes at 5 KB/s. */
const IDLE_MS = 180_000

export type StartWorker = () => Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

const startWorker: StartWorker = () => new Worker(new URL('./chunk-worker.ts', import.meta.url), { type: 'module' })

type Waiting = { done: (reply: ChunkReply) => void; fail: () => void }

/**
 * Work on chunks: in a worker, and where none starts or it dies, in the page, in slices.
 *
 * @param pause  yields to the main thread
 */
export class ChunkWork {
  private worker: ReturnType<StartWorker> | undefined
  private isWithoutWorker = false
  private hasReplied = false
  private readonly waiting = new Map<number, Waiting>()
  private count = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly pause: () => Promise<void>,
    private readonly start: StartWorker = startWorker,
  ) {}

  /** The words of a stored chunk. */
  async wordsOf(text: string): Promise<StoredWords> {
    const reply = await this.ask({ text }).catch(() => undefined)
    return reply?.words ?? buildWords(text, this.pause)
  }

  /** Starts the worker before its first chunk arrives. */
  prepare() {
    if (this.running() && this.waiting.size === 0) this.watch(() => this.end(), IDLE_MS)
  }

  /** Verifies a chunk and stores it; only a worker does. @returns whether it is stored */
  keep: KeepChunk = async (hash, received) => {
    const { text } = await this.ask({ text: received, hash }).catch((): Partial<ChunkReply> => ({}))
    if (text === undefined) return false
    handChunk(hash, text)
    return true
  }

  /** @throws where no worker answers */
  private ask(work: Omit<ChunkRequest, 'number'>): Promise<ChunkReply> {
    const worker = this.running()
    return new Promise((done, fail) => {
      if (!worker) return fail()
      const number = this.count++
      this.waiting.set(number, { done, fail })
      this.watch(() => this.giveUp(), this.hasReplied ? SILENCE_MS : START_MS)
      worker.postMessage({ number, ...work } satisfies ChunkRequest)
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
      else if (text !== undefined) rows.push({ ...(await this.wordsOf(text)), key })
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
    this.worker.onmessage = ({ data }: MessageEvent<ChunkReply>) => {
      this.hasReplied = true
      const waiting = this.waiting.get(data.number)
      this.waiting.delete(data.number)
      if (this.waiting.size > 0) this.watch(() => this.giveUp(), SILENCE_MS)
      else this.watch(() => this.end(), IDLE_MS)
      waiting?.done(data)
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
    this.hasReplied = false
    forgetChunks()
  }

  private giveUp() {
    this.end()
    this.isWithoutWorker = true
    for (const { fail } of this.waiting.values()) fail()
    this.waiting.clear()
  }
}

let keeper: ChunkWork | undefined

/**
 * For the download of a snapshot. The worker starts while the next chunks are on their way. A download that is tried again has the
 * same one.
 */
export function openKeeper(): KeepChunk {
  keeper ??= new ChunkWork(async () => undefined)
  keeper.prepare()
  return keeper.keep
}
