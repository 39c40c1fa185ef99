import { liveQuery, type Subscription } from 'dexie'
import type { DirectoryExtent } from '#shared/directory/contract.ts'
import { type StoredWords, WORDS_FORMAT } from '#shared/search/stored-words.ts'
import type { DirectoryPart, Doc } from '#shared/sync/protocol.ts'
import type { DirectoryDatabase, DirectoryState } from '#web/db/directory-database.ts'
import type { ChunkWork } from './chunk-work.ts'
import { takeChunk } from './handed-chunks.ts'
import { DirectorySet } from './public-documents.ts'

/** A chunk as it is opened. */
type ReadPart = { put: DirectoryPart['put']; words?: StoredWords }

/** The main thread is not occupied for longer at once, apart from single steps; a frame takes 16 ms. */
const LONG_MS = 8

/** Investors that are tokenised, or other documents that are put, in one step. Figures re-sort the whole list at each. */
const TOKENISED_AT_ONCE = 50
const STORED_AT_ONCE = 250

const READ_AGAIN_MS = 1000

/**
 * In-memory replica of the directory. It follows what the sync stores on this device, in any tab. Screens read `set`;
 * `version` changes when they must read again.
 */
export class DirectoryStore {
  set = new DirectorySet()
  version = 0
  isComplete = false
  /** The set in the page that the app was loaded with. */
  inPage: (() => DirectorySet | undefined) | undefined
  /** Called once the directory turns out to be larger than its part on this device. */
  onPartial: (() => void) | undefined
  /** Called with each set before it is shown. */
  beforeShow: ((set: DirectorySet) => void) | undefined
  private base: string | undefined
  private loaded = new Set<string>()
  private revision = 0
  private latest: DirectoryState | undefined
  private working: Promise<void> | undefined
  private subscription: Subscription | undefined
  private listeners = new Set<() => void>()
  private work: Promise<ChunkWork> | undefined
  /** By chunk, words that were made here and are not stored yet; `undefined` for a chunk that was indexed without. */
  private unsaved = new Map<string, StoredWords | undefined>()

  constructor(
    private readonly db: DirectoryDatabase,
    private readonly pause: () => Promise<void> = yieldToMain,
    private readonly loadWork: () => Promise<{ ChunkWork: typeof ChunkWork }> = () => import('./chunk-work.ts'),
  ) {}

  /** Subscribes with the first listener and never unsubscribes: the directory is needed again soon. */
  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    this.subscription ??= liveQuery(() => this.db.getMeta('directory')).subscribe((state) => this.follow(state))
    return () => void this.listeners.delete(listener)
  }

  stop() {
    this.subscription?.unsubscribe()
    this.subscription = undefined
  }

  private follow(state: DirectoryState | undefined) {
    this.latest = state
    this.working ??= this.catchUp()
      .catch(() => this.readAgainLater())
      .finally(() => {
        this.working = undefined
      })
  }

  /**
   * A read failed, for example because the browser has lost its connection to the database. Everything is read again, beside what
   * is shown. A database that this page has closed stays closed.
   */
  private readAgainLater() {
    this.base = undefined
    if (this.db.hasBeenClosed()) return
    setTimeout(() => this.subscription && this.follow(this.latest), READ_AGAIN_MS)
  }

  /** Runs until no newer state has been stored during the work. */
  private async catchUp() {
    for (let state = this.latest; state; state = this.latest === state ? undefined : this.latest) {
      await this.load(state)
    }
  }

  private async load(state: DirectoryState) {
    // Deletions that were compacted into the chunks before this store read them have no row.
    const foldedUpTo = state.foldedUpTo ?? 0
    const startsOver = state.base !== this.base || foldedUpTo > this.revision
    if (startsOver) {
      this.loaded = new Set()
      this.revision = foldedUpTo
    }
    // A new set is built beside the old one, which stays on the screen until it can be replaced.
    const isShown = !startsOver || !this.isComplete
    const set = startsOver ? new DirectorySet() : this.set
    if (startsOver && isShown) this.set = set
    this.base = state.base

    // Changes are applied before the chunks that they replace: what is painted first does not move when the rest follows.
    const revision = this.revision
    const missing = state.parts.filter((key) => !this.loaded.has(key))
    const changed = await this.loadRows(set, missing.length > 0)
    let next = this.readPart(missing[0], isShown && this.version === 0)
    for (const [at, key] of missing.entries()) {
      const part = await next
      // Read while this chunk is opened.
      next = this.readPart(missing[at + 1])
      next.catch(() => undefined) // Awaited in the next round.
      this.loaded.add(key)
      // The first screen waits for this chunk: work of the lowest priority would come after all that the page still loads.
      const isFirst = isShown && this.version === 0
      if (part) await this.open(set, part, changed, isFirst ? async () => undefined : this.pauses())
      // The rest is shown at once: each time, the screen renders the whole list.
      if (isFirst) this.notify()
      await this.pause()
    }
    if (missing.length > 0) await this.loadRows(set)
    const isChanged = missing.length > 0 || this.revision !== revision || this.isComplete !== state.isComplete
    if (isShown && !isChanged) return
    this.beforeShow?.(set)
    this.set = set
    this.isComplete = state.isComplete
    this.notify()
    if (this.isComplete && this.unsaved.size > 0) void this.saveWords().catch(() => undefined)
    if (!this.extent) return
    this.onPartial?.()
    this.onPartial = undefined
  }

  /** How much of the directory devices hold; `undefined` while they hold all of it. */
  get extent(): DirectoryExtent | undefined {
    return this.set.get('extents', 'investors') as Doc as DirectoryExtent | undefined
  }

  /**
   * Applies the rows that are newer than those applied before.
   *
   * @param hasChunks  whether chunks follow
   * @returns `collection/id` of every row, the documents that these chunks have an older version of
   */
  private async loadRows(set: DirectorySet, hasChunks = false): Promise<Set<string>> {
    const newer = () => this.db.rows.where('revision').above(this.revision).toArray()
    const [rows, keys] = hasChunks
      ? await this.db.transaction('r', this.db.rows, () => Promise.all([newer(), this.db.rows.toCollection().primaryKeys()]))
      : [await newer(), []]
    for (const collection of new Set(rows.map((row) => row.collection))) {
      const changes = rows.filter((row) => row.collection === collection)
      set.put(
        collection,
        changes.flatMap(({ doc }) => doc ?? []),
      )
      set.remove(
        collection,
        changes.flatMap(({ doc, id }) => (doc ? [] : id)),
      )
    }
    this.revision = rows.reduce((latest, { revision }) => Math.max(latest, revision), this.revision)
    return new Set(keys.map(([collection, id]) => `${collection}/${id}`))
  }

  /** @param isFirst  a chunk without words is tokenised in the page: the first screen waits for no worker */
  private async readPart(key: string | undefined, isFirst = false): Promise<ReadPart | undefined> {
    if (key === undefined) return undefined
    const handed = takeChunk(key)
    const [part, stored] =
      handed === undefined
        ? await this.db.transaction('r', this.db.parts, this.db.words, () =>
            Promise.all([this.db.parts.get(key), this.db.words.get(key)]),
          )
        : [{ text: handed }]
    // Replaced since its key was read; the state with its successor follows.
    if (!part) return undefined
    const { put } = JSON.parse(part.text) as DirectoryPart
    const size = put.investors?.length ?? 0
    if (size === 0 || (stored?.format === WORDS_FORMAT && stored.size === size)) return { put, ...(stored && { words: stored }) }
    if (isFirst) {
      this.unsaved.set(key, undefined)
      return { put }
    }
    const words = await (await this.chunkWork()).wordsOf(key, part.text)
    this.unsaved.set(key, words)
    return { put, words }
  }

  private async open(
    set: DirectorySet,
    { put, words }: ReadPart,
    changed: ReadonlySet<string>,
    pauseIfLong: () => Promise<void>,
  ) {
    for (const [collection, docs] of Object.entries(put)) {
      const isCurrent = (id: string) => !changed.has(`${collection}/${id}`)
      if (collection === 'investors' && words) {
        for (const _ of set.openingInvestors(docs, words, isCurrent)) await pauseIfLong()
        continue
      }
      const current = docs.filter(({ id }) => isCurrent(id))
      const atOnce = collection === 'investors' ? TOKENISED_AT_ONCE : STORED_AT_ONCE
      for (let at = 0; at < current.length; at += atOnce) {
        set.put(collection, current.slice(at, at + atOnce))
        await pauseIfLong()
      }
    }
  }

  /** Returns a function that pauses once the thread has been occupied for long. */
  private pauses(): () => Promise<void> {
    let from = performance.now()
    return async () => {
      if (performance.now() - from < LONG_MS) return
      await this.pause()
      from = performance.now()
    }
  }

  private chunkWork(): Promise<ChunkWork> {
    this.work ??= this.loadWork().then(({ ChunkWork }) => new ChunkWork(this.pause))
    return this.work
  }

  /** Stores what was tokenised here, for the next launch. What cannot be stored is tokenised again. */
  private async saveWords() {
    const unsaved = this.unsaved
    this.unsaved = new Map()
    await (await this.chunkWork()).save(this.db, unsaved)
  }

  /** Makes the screens read again. */
  notify() {
    this.version++
    for (const listener of this.listeners) listener()
  }
}

type PostTask = (task: () => void, options: { priority: 'background' }) => Promise<void>

/**
 * Yields to the main thread, so that the browser can paint, handle input and store data. In browsers with task priorities, the
 * work continues with the lowest priority.
 */
function yieldToMain(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { postTask: PostTask } }
  if (scheduler) return scheduler.postTask(() => undefined, { priority: 'background' })
  return new Promise((resolve) => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => {
      channel.port1.close()
      resolve()
    }
    channel.port2.postMessage(undefined)
  })
}
