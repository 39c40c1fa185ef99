import type { MutationId } from '#shared/ids.ts'
import type { MutationArgs, MutationName } from '#shared/sync/mutations.ts'
import type { LocalPrincipal, PrivateDatabase } from '#web/db/private-database.ts'
import type { Schedule } from '#web/db/schedule.ts'
import { StorageTimeoutError, storageSentence } from '#web/db/storage-errors.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import type { LocalWrite } from '#web/sync/engine/enqueue.ts'
import type { LoadMutations } from '#web/sync/engine/mutation-registry.ts'
import { countPending, enqueue, StalePrincipalError } from '#web/sync/engine/outbox.ts'
import { withStorageTimeout } from '#web/sync/engine/timeouts.ts'
import { withEviction } from '#web/sync/engine/with-eviction.ts'

export type WritesDeps = {
  loadMutations: LoadMutations
  now: () => number
  after: Schedule
  /** Gives up something less important; whether there was anything. */
  makeRoom: () => Promise<boolean>
  /** Of whom this tab's screens are, while the device may have changed hands already. */
  shown: () => LocalPrincipal | undefined
  /** The database of whoever uses this device now. */
  open: () => Promise<PrivateDatabase>
  /** Whether another tab handed the device over while this one wrote. */
  hasChanged: (db: PrivateDatabase) => Promise<boolean>
  /** `undefined` when something could be stored again. */
  onStorageFault: (sentence: string | undefined) => void
  onWritten: () => void
}

/** Long for a disk, and about as long as somebody waits before they think that it hangs. */
const STORE_WITHIN_MS = 10_000

/**
 * What a person wants kept on this device. It is kept, or it is not and the call rejects: what was called undone is not done
 * later after all.
 */
export class LocalWriter {
  constructor(private readonly deps: WritesDeps) {}

  enqueue<Name extends MutationName>(name: Name, args: MutationArgs[Name], base?: unknown): Promise<MutationId> {
    return this.write((db, given) => enqueue({ ...this.deps, given }, db, name, args, base))
  }

  // Few people ever have a refused entry: the first visit does without the code for it.
  async retryRefused(id: MutationId, args?: unknown): Promise<void> {
    const { retryRefused } = await loadChunk(() => import('./rejected.ts'))
    return this.write((db, given) => retryRefused({ ...this.deps, given }, db, id, args))
  }

  async discardEntry(id: MutationId): Promise<void> {
    const { discardEntry } = await loadChunk(() => import('./rejected.ts'))
    await this.write((db, given) => discardEntry(db, id, given))
  }

  async store(work: LocalWrite): Promise<void> {
    try {
      await this.patiently((given) => withEviction(this.deps.makeRoom, () => work(given)))
      this.deps.onStorageFault(undefined)
    } catch (error) {
      this.tell(error)
      throw error
    }
  }

  countUnsent(): Promise<number> {
    return this.patiently(async () => countPending(await this.deps.open()))
  }

  /** @throws Overdue when the storage takes longer than anybody waits */
  patiently<Result>(work: (given: AbortSignal) => Promise<Result>): Promise<Result> {
    return withStorageTimeout(this.deps.after, STORE_WITHIN_MS, work)
  }

  private async write<Result>(work: (db: PrivateDatabase, given: AbortSignal) => Promise<Result>): Promise<Result> {
    const { loadMutations, shown, open, makeRoom, hasChanged, onStorageFault, onWritten } = this.deps
    const writer = shown() ?? 'guest'
    let db: PrivateDatabase | undefined
    try {
      // A chunk of the app: a slow network is no fault of the storage.
      await loadMutations()
      const result = await this.patiently(async (given) => {
        const own = await open()
        if (writer !== 'guest' && own.principal !== writer) throw new StalePrincipalError()
        db = own
        return withEviction(makeRoom, () => work(own, given))
      })
      onStorageFault(undefined)
      onWritten()
      return result
    } catch (error) {
      if (db && !(error instanceof StorageTimeoutError) && (await hasChanged(db))) {
        // A guest who signed in a moment ago, in another tab, is the same person. Anybody else's words are not passed on.
        if (db.principal === 'guest') return this.write(work)
        throw new StalePrincipalError()
      }
      this.tell(error)
      throw error
    }
  }

  /** What is wrong with the storage stands in the pill until something is stored again. */
  private tell(error: unknown) {
    const sentence = storageSentence(error)
    if (sentence) this.deps.onStorageFault(sentence)
  }
}
