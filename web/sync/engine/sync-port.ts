import type { MutationId } from '#shared/ids.ts'
import type { MutationArgs, MutationName } from '#shared/sync/mutations.ts'
import type { LocalPrincipal } from '#web/db/private-database.ts'

/** @param signal  aborted when the caller has stopped waiting: the write was reported as failed, so it must be rolled back */
export type LocalWrite = (signal: AbortSignal) => Promise<void>

/** The sync for features. Their mutations call it, and the composition root provides it: the engine imports no feature. */
export type Sync = {
  /** @param base  the value that the user saw, for mutations that merge */
  enqueue: <Name extends MutationName>(name: Name, args: MutationArgs[Name], base?: unknown) => Promise<MutationId>
  /** Number of outbox entries and drafts that the server has not received. Checked before a sign-out. */
  pendingCount: () => Promise<number>
  /** After a sign-in: the principal of the account. After a sign-out, also offline: `'guest'`. */
  switchPrincipal: (principal: LocalPrincipal) => Promise<void>
  /** @param args  new arguments that replace the refused ones */
  retryRefused: (id: MutationId, args?: unknown) => Promise<void>
  discardEntry: (id: MutationId) => Promise<void>
  /** Stores content that is not a mutation yet, with a timeout. On a full device less important data is evicted first. */
  store: (work: LocalWrite) => Promise<void>
  /** Starts a sync cycle soon: after a payment, or on pull-to-refresh. */
  requestSync: () => void
}

let provided: Sync | undefined
let provide: (sync: Sync) => void
const started = new Promise<Sync>((resolve) => {
  provide = resolve
})

/** Called by the composition root. Earlier calls from features wait until then. */
export const provideSync = (sync: Sync) => {
  provided = sync
  provide(sync)
}

const ready = async () => provided ?? started

export const enqueue: Sync['enqueue'] = async (...entry) => (await ready()).enqueue(...entry)
export const pendingCount: Sync['pendingCount'] = async () => (await ready()).pendingCount()
export const switchPrincipal: Sync['switchPrincipal'] = async (to) => (await ready()).switchPrincipal(to)
export const retryRefused: Sync['retryRefused'] = async (...entry) => (await ready()).retryRefused(...entry)
export const discardEntry: Sync['discardEntry'] = async (id) => (await ready()).discardEntry(id)
/** Before the sync is provided, the work runs directly, without timeout or eviction. */
export const store: Sync['store'] = (work) => (provided ? provided.store(work) : work(new AbortController().signal))
export const requestSync = () => void ready().then((sync) => sync.requestSync())
