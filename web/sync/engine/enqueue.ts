import type { MutationId } from '#shared/ids.ts'
import type { MutationArgs, MutationName } from '#shared/sync/mutations.ts'
import type { LocalPrincipal } from '#web/db/private-database.ts'

/** @param given  ends when nobody waits any more: what was called undone is taken back */
export type LocalWrite = (given: AbortSignal) => Promise<void>

/** What features may ask of the sync. */
export type Sync = {
  /** @param base  what the person saw, where the command merges */
  enqueue: <Name extends MutationName>(name: Name, args: MutationArgs[Name], base?: unknown) => Promise<MutationId>
  /** How many entries the server has not taken: to be asked before somebody signs out. */
  pendingCount: () => Promise<number>
  /** After a sign-in: the account's principal. After a sign-out, also offline: `'guest'`. */
  switchPrincipal: (principal: LocalPrincipal) => Promise<void>
  /** @param args  other words in place of the refused ones */
  retryRefused: (id: MutationId, args?: unknown) => Promise<void>
  discardEntry: (id: MutationId) => Promise<void>
  /** Keeps words that are no command yet: in time, and on a full device in place of less important things. */
  store: (work: LocalWrite) => Promise<void>
  /** Comes back soon with what the server knows: after a payment, or when somebody pulls to refresh. */
  requestSync: () => void
}

let provided: Sync | undefined
let provide: (sync: Sync) => void
const started = new Promise<Sync>((resolve) => {
  provide = resolve
})

/** Called once, by the composition root. What features asked for before waits here. */
export const provideSync = (sync: Sync) => {
  provided = sync
  provide(sync)
}

export const enqueue: Sync['enqueue'] = async (...entry) => (await started).enqueue(...entry)
export const pendingCount: Sync['pendingCount'] = async () => (await started).pendingCount()
export const switchPrincipal: Sync['switchPrincipal'] = async (to) => (await started).switchPrincipal(to)
export const retryRefused: Sync['retryRefused'] = async (...entry) => (await started).retryRefused(...entry)
export const discardEntry: Sync['discardEntry'] = async (id) => (await started).discardEntry(id)
/** Without a sync it is stored plainly. */
export const store: Sync['store'] = (work) => (provided ? provided.store(work) : work(new AbortController().signal))
export const requestSync = () => void started.then((sync) => sync.requestSync())
