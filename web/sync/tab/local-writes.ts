import type { LocalPrincipal, PrivateDatabase } from '#web/db/private-database.ts'
import type { Schedule } from '#web/db/schedule.ts'
import { StorageTimeoutError, storageSentence } from '#web/db/storage-errors.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import type { LoadMutations } from '#web/sync/engine/mutation-registry.ts'
import { addToOutbox, countPending, StalePrincipalError } from '#web/sync/engine/outbox.ts'
import type { Sync } from '#web/sync/engine/sync-port.ts'
import { withStorageTimeout } from '#web/sync/engine/timeouts.ts'
import { withEviction } from '#web/sync/engine/with-eviction.ts'

export type WritesDeps = {
  loadMutations: LoadMutations
  now: () => number
  after: Schedule
  /** Evicts something less important; resolves with whether there was anything. */
  makeRoom: () => Promise<boolean>
  /** The principal of this tab's screens, which can differ from the device's principal during a switch. */
  shown: () => LocalPrincipal | undefined
  /** The database of the current principal of this device. */
  open: () => Promise<PrivateDatabase>
  /** Whether another tab has switched the principal during this write. */
  hasChanged: (db: PrivateDatabase) => Promise<boolean>
  /** Called with `undefined` when storing works again. */
  onStorageFault: (sentence: string | undefined) => void
  onWritten: () => void
}

/** Long for a disk, and about as long as a user waits before the app seems to hang. */
const STORE_TIMEOUT_MS = 10_000

/**
 * Stores user data on this device. A call either stores it or rejects: a write that was reported as failed is never completed
 * later.
 */
export class LocalWriter {
  constructor(private readonly deps: WritesDeps) {}

  enqueue: Sync['enqueue'] = (name, args, base) =>
    this.write((db, signal) => addToOutbox({ ...this.deps, given: signal }, db, name, args, base))

  // Few users ever have a refused entry: the first visit does not load this code.
  retryRefused: Sync['retryRefused'] = async (id, args) => {
    const { retryRefused } = await loadChunk(() => import('./rejected.ts'))
    return this.write((db, signal) => retryRefused({ ...this.deps, given: signal }, db, id, args))
  }

  discardEntry: Sync['discardEntry'] = async (id) => {
    const { discardEntry } = await loadChunk(() => import('./rejected.ts'))
    await this.write((db, signal) => discardEntry(db, id, signal))
  }

  store: Sync['store'] = async (work) => {
    try {
      await this.patiently((signal) => withEviction(this.deps.makeRoom, () => work(signal)))
      this.deps.onStorageFault(undefined)
    } catch (error) {
      this.reportFault(error)
      throw error
    }
  }

  pendingCount: Sync['pendingCount'] = () => this.patiently(async () => countPending(await this.deps.open()))

  /** @throws StorageTimeoutError if the storage takes too long */
  patiently<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    return withStorageTimeout(this.deps.after, STORE_TIMEOUT_MS, work)
  }

  private async write<Result>(work: (db: PrivateDatabase, signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const { loadMutations, shown, open, makeRoom, hasChanged, onStorageFault, onWritten } = this.deps
    const writer = shown() ?? 'guest'
    let db: PrivateDatabase | undefined
    try {
      // A bundle chunk: a slow network is not a storage error.
      await loadMutations()
      const result = await this.patiently(async (signal) => {
        const own = await open()
        if (writer !== 'guest' && own.principal !== writer) throw new StalePrincipalError()
        db = own
        return withEviction(makeRoom, () => work(own, signal))
      })
      onStorageFault(undefined)
      onWritten()
      return result
    } catch (error) {
      if (db && !(error instanceof StorageTimeoutError) && (await hasChanged(db))) {
        // A guest who signed in a moment ago in another tab is the same user. Content of any other principal is not passed on.
        if (db.principal === 'guest') return this.write(work)
        throw new StalePrincipalError()
      }
      this.reportFault(error)
      throw error
    }
  }

  /** The status pill shows the storage error until storing works again. */
  private reportFault(error: unknown) {
    const sentence = storageSentence(error)
    if (sentence) this.deps.onStorageFault(sentence)
  }
}
