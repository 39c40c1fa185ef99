import { liveQuery, type Subscription } from 'dexie'
import type { DirectoryExtent, Investor } from '#shared/directory/contract.ts'
import type { DirectoryPart, Doc } from '#shared/sync/protocol.ts'
import type { DirectoryDatabase, DirectoryState } from '#web/db/directory-database.ts'
import { DirectorySet } from './public-documents.ts'

/** Documents indexed between two yields to the main thread. */
const SLICE = 250

const READ_AGAIN_MS = 1000

/**
 * In-memory replica of the directory. It follows what the sync stores on this device, in any tab. Screens read `set`;
 * `version` changes when they must read again.
 */
export class DirectoryStore {
  set = new DirectorySet()
  version = 0
  isComplete = false
  /** Called once the directory turns out to be larger than its part on this device. */
  onPartial: (() => void) | undefined
  private keptInvestors: readonly Investor[] = []
  private base: string | undefined
  private loaded = new Set<string>()
  private revision = 0
  private latest: DirectoryState | undefined
  private working: Promise<void> | undefined
  private subscription: Subscription | undefined
  private listeners = new Set<() => void>()

  constructor(
    private readonly db: DirectoryDatabase,
    private readonly pause: () => Promise<void> = yieldToMain,
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

    for (const key of state.parts) {
      if (this.loaded.has(key)) continue
      this.loaded.add(key)
      await this.loadPart(set, key, isShown && this.version === 0)
      if (isShown) this.notify()
      await this.pause()
    }
    const rows = await this.db.rows.where('revision').above(this.revision).toArray()
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
    if (isShown && rows.length === 0 && this.isComplete === state.isComplete) return
    set.keep(this.keptInvestors)
    this.set = set
    this.isComplete = state.isComplete
    this.notify()
    if (!this.extent) return
    this.onPartial?.()
    this.onPartial = undefined
  }

  /** How much of the directory devices hold; `undefined` while they hold all of it. */
  get extent(): DirectoryExtent | undefined {
    return this.set.get('extents', 'investors') as Doc as DirectoryExtent | undefined
  }

  /** Shows these investors beside those of the directory, also after it was replaced. */
  keep(investors: readonly Investor[]) {
    this.keptInvestors = investors
    this.set.keep(investors)
    if (this.version > 0) this.notify()
  }

  private async loadPart(set: DirectorySet, key: string, isFirst: boolean) {
    const [part, changed] = await this.db.transaction('r', this.db.parts, this.db.rows, () =>
      Promise.all([this.db.parts.get(key), this.db.rows.toCollection().primaryKeys()]),
    )
    // Replaced since its key was read; the state with its successor follows.
    if (!part) return
    const newer = new Set(changed.map(([collection, id]) => `${collection}/${id}`))
    const { put } = JSON.parse(part.text) as DirectoryPart
    for (const [collection, docs] of Object.entries(put)) {
      const current = newer.size === 0 ? docs : docs.filter(({ id }) => !newer.has(`${collection}/${id}`))
      for (let at = 0; at < current.length; at += SLICE) {
        set.put(collection, current.slice(at, at + SLICE))
        // The first fifty are rendered immediately; the rest is indexed in slices, so that typing stays responsive.
        if (at === 0 && isFirst) this.notify()
        if (at + SLICE < current.length) await this.pause()
      }
    }
  }

  private notify() {
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
