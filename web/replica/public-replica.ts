import { liveQuery, type Subscription } from 'dexie'
import type { DirectoryPart } from '#shared/sync/protocol.ts'
import type { DirectoryDatabase, DirectoryState } from '#web/db/directory-database.ts'
import { DirectorySet } from './public-documents.ts'
import { yieldToMain } from './yield-to-main.ts'

/** Documents put into the index between two breaths of the main thread. */
const SLICE = 250

/**
 * The directory in memory, following what the sync stores on this device, in
 * whichever tab it runs. Screens look at `set`, and `version` tells when to look again.
 */
export class DirectoryStore {
  set = new DirectorySet()
  version = 0
  isComplete = false
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

  /** Starts following with the first listener and goes on: the directory is wanted again soon. */
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
    this.working ??= this.catchUp().finally(() => {
      this.working = undefined
    })
  }

  /** Works until nothing newer has been stored meanwhile. */
  private async catchUp() {
    for (let state = this.latest; state; state = this.latest === state ? undefined : this.latest) {
      await this.load(state)
    }
  }

  private async load(state: DirectoryState) {
    // Deletions that were worked into the parts before this store read them are told by no row.
    const foldedUpTo = state.foldedUpTo ?? 0
    const startsOver = state.base !== this.base || foldedUpTo > this.revision
    if (startsOver) {
      this.loaded = new Set()
      this.revision = foldedUpTo
    }
    // A whole new set grows beside the old one, which stays on the screen until it can be replaced.
    const isShown = !startsOver || !this.isComplete
    const set = startsOver ? new DirectorySet() : this.set
    if (startsOver && isShown) this.set = set
    this.base = state.base

    for (const key of state.parts) {
      if (this.loaded.has(key)) continue
      this.loaded.add(key)
      await this.loadPart(set, key, isShown && this.version === 0)
      if (isShown) this.tell()
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
    this.set = set
    this.isComplete = state.isComplete
    this.tell()
  }

  private async loadPart(set: DirectorySet, key: string, isFirst: boolean) {
    const [part, changed] = await this.db.transaction('r', this.db.parts, this.db.rows, () =>
      Promise.all([this.db.parts.get(key), this.db.rows.toCollection().primaryKeys()]),
    )
    // Replaced since its name was read; the state that names its successor is on its way.
    if (!part) return
    const newer = new Set(changed.map(([collection, id]) => `${collection}/${id}`))
    const { put } = JSON.parse(part.text) as DirectoryPart
    for (const [collection, docs] of Object.entries(put)) {
      const standing = newer.size === 0 ? docs : docs.filter(({ id }) => !newer.has(`${collection}/${id}`))
      for (let at = 0; at < standing.length; at += SLICE) {
        set.put(collection, standing.slice(at, at + SLICE))
        // The first fifty are on the screen at once; the rest lets the person type meanwhile.
        if (at === 0 && isFirst) this.tell()
        if (at + SLICE < standing.length) await this.pause()
      }
    }
  }

  private tell() {
    this.version++
    for (const listener of this.listeners) listener()
  }
}
