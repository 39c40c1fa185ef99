import type { StoredWords } from '#shared/search/stored-words.ts'
import type { DirectoryDatabase, WordsRow } from '#web/db/directory-database.ts'
import type { KeepChunk } from '#web/sync/engine/platform.ts'
import { buildWords } from './build-words.ts'
import type { ChunkReply, ChunkRequest, ChunkTask } from './chunk-worker.ts'
import { forgetChunks, handChunk } from './handed-chunks.ts'

/** A worker that has not replied for this long is taken for dead. A chunk takes it a tenth of a second, ten times that on a phone. */
const SILENCE_MS = 10_000
/** Its first reply comes after its script, which a slow network delivers beside the chunks. */
const START_MS = 60_000

/** An idle worker ends: new chunks, and chunks without words, are rare after the first visit. Longer than a chunk takes at 5 KB/s. */
const IDLE_MS = 180_000

export type StartWorker = () => Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

const startWorker: StartWorker = () => new Worker(new URL('./chunk-worker.ts', import.meta.url), { type: 'module' })

type Result = { words?: StoredWords; text?: string; failed?: 'not-received' | 'not-stored'; isReady?: true }
type Waiting = {
  done: (result: Result) => void
  fail: () => void
  onProgress?: (() => void) | undefined
  /** Whether the reply of the server is on its way. */
  isReceiving?: boolean
}

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

  /** The words of a stored chunk. @param text  the chunk, for the page where no worker answers */
  async wordsOf(key: string, text: string): Promise<StoredWords> {
    // The worker of the download has started already: a small directory then needs no second one.
    const work = keeper?.isIdle() ? keeper : this
    const { words } = await work.ask(work.count++, { key }).catch((): Result => ({}))
    return words ?? buildWords(text, this.pause)
  }

  /** Whether its worker runs and has nothing to do. */
  private isIdle() {
    return !!this.worker && this.waiting.size === 0
  }

  /** Starts the worker. @throws where none starts */
  async prepare(): Promise<void> {
    await this.ask(this.count++, { isPing: true })
  }

  /** Downloads, verifies and stores a chunk; only a worker does. */
  keep: KeepChunk = async (hash, { path, headers, signal, onProgress }) => {
    signal.throwIfAborted()
    const number = this.count++
    const end = () => this.leave(number)
    signal.addEventListener('abort', end, { once: true })
    const { text, failed = 'not-stored' } = await this.ask(number, { hash, path, headers }, onProgress).catch((): Result => ({}))
    signal.removeEventListener('abort', end)
    signal.throwIfAborted()
    if (text === undefined) return failed
    handChunk(hash, text)
    return 'stored'
  }

  /** @throws where no worker answers */
  private ask(number: number, task: ChunkTask, onProgress?: () => void): Promise<Result> {
    const worker = this.running()
    return new Promise((done, fail) => {
      if (!worker) return fail()
      this.waiting.set(number, { done, fail, onProgress })
      this.watch()
      worker.postMessage({ number, ...task } satisfies ChunkRequest)
    })
  }

  private leave(number: number) {
    this.waiting.get(number)?.fail()
    this.waiting.delete(number)
    this.worker?.postMessage({ number, isEnded: true } satisfies ChunkRequest)
    this.watch()
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
      else if (text !== undefined) rows.push({ ...(await this.wordsOf(key, text)), key })
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
      if ('progress' in data) {
        if (waiting) waiting.isReceiving = data.progress === 'some'
        waiting?.onProgress?.()
      } else {
        this.waiting.delete(data.number)
        waiting?.done(data)
      }
      this.watch()
    }
    this.worker.onerror = () => this.giveUp()
    return this.worker
  }

  /** The network may be silent for longer than a worker: the sync ends a download that takes too long. */
  private watch() {
    clearTimeout(this.timer)
    const waiting = [...this.waiting.values()]
    if (waiting.length === 0) this.timer = setTimeout(() => this.end(), IDLE_MS)
    else if (waiting.some(({ isReceiving }) => !isReceiving))
      this.timer = setTimeout(() => this.giveUp(), this.hasReplied ? SILENCE_MS : START_MS)
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

/** For the download of a snapshot, once its worker has started. A download that is tried again has the same one. */
export async function openKeeper(): Promise<KeepChunk> {
  keeper ??= new ChunkWork(async () => undefined)
  await keeper.prepare()
  return keeper.keep
}
