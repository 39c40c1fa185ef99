import { liveQuery } from 'dexie'
import { useSyncExternalStore } from 'react'
import { watchAppShellCache } from '#web/db/app-shell-cache.ts'
import type { SyncPhase } from '#web/db/directory-database.ts'
import { isLeaseValid } from '#web/db/entitlement-lease.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { currentPrivateDb, directoryDb, onPrivateDb } from '#web/db/tab/databases.ts'

/** Content of the status pill. Exactly one status is true at a time, and each is shown only once it is known. */
export type SyncStatus =
  /** The server has not answered yet; `waiting` is the number of unsent entries. */
  | { kind: 'connecting'; waiting: number }
  /** All data is stored, and the app opens offline. */
  | { kind: 'ready' }
  /** All data is stored, but the app shell is not cached (yet): some browsers cache none. */
  | { kind: 'current' }
  | { kind: 'syncing'; done: number; total: number }
  /** ISO instant; `waiting` is the number of unsent entries. */
  | { kind: 'offline'; since: string; waiting: number }
  | { kind: 'waiting'; waiting: number }
  /** `code` is the server's error code, or `STORAGE_FAULT`. */
  | { kind: 'attention'; message: string; code?: string }
  | { kind: 'sign-in' }

export type StatusInput = {
  /** The phase published by the leader; `undefined` until a leader is known. */
  phase: SyncPhase | undefined
  /** Number of pending outbox entries; 0 until `holdsOwn` has been read with it. */
  waiting: number
  refused: number
  /** The directory is stored completely. */
  holdsDirectory: boolean
  /** The private data of this principal was confirmed by the server. */
  holdsOwn: boolean
  holdsApp: boolean
  storageFault: string | undefined
}

/** Code of `attention`: this device cannot store data. */
export const STORAGE_FAULT = 'storage'

/** Order: what needs the user, then what blocks the sync, then what resolves by itself. */
export function deriveStatus(input: StatusInput): SyncStatus {
  const { phase, waiting, refused, storageFault } = input
  if (storageFault) return { kind: 'attention', message: storageFault, code: STORAGE_FAULT }
  if (phase?.kind === 'attention' || phase?.kind === 'sign-in') return phase
  if (refused > 0) {
    return {
      kind: 'attention',
      message: refused === 1 ? 'One change was not accepted.' : `${refused} changes were not accepted.`,
    }
  }
  if (phase?.kind === 'syncing') return phase
  if (phase?.kind === 'offline') return { ...phase, waiting }
  const isIdle = phase?.kind === 'idle'
  if (isIdle && waiting) return { kind: 'waiting', waiting }
  if (isIdle && input.holdsDirectory && input.holdsOwn) return { kind: input.holdsApp ? 'ready' : 'current' }
  return { kind: 'connecting', waiting }
}

let input: StatusInput = {
  phase: undefined,
  waiting: 0,
  refused: 0,
  holdsDirectory: false,
  holdsOwn: false,
  holdsApp: false,
  storageFault: undefined,
}
let status = deriveStatus(input)
/** The stored phase comes from an earlier launch until a leader is known to be alive. */
let isConfirmedByLeader = false
let hasSynced = false
const listeners = new Set<() => void>()
let stop: (() => void) | undefined

function update(change: Partial<StatusInput>) {
  input = { ...input, ...change }
  hasSynced ||= input.phase?.kind === 'idle'
  const next = deriveStatus(input)
  // Every pull confirms the stored data; screens wake only for changes.
  if (JSON.stringify(next) !== JSON.stringify(status)) status = next
  for (const listener of listeners) listener()
}

/** Reports a storage failure directly, because the database may be unusable. `undefined` when storing works again. */
export const reportStorageFault = (storageFault: string | undefined) => update({ storageFault })

const onError = (error: unknown) => reportStorageFault(storageSentence(error) ?? String(error))

const readPhase = async () => ({ phase: (await directoryDb.getMeta('phase')) ?? ({ kind: 'connecting' } as const) })

/** A leader is alive: its stored phase is current. Read again each time: a page that was frozen has missed messages. */
export function acceptStoredStatus() {
  readPhase().then((read) => {
    isConfirmedByLeader = true
    update(read)
  }, onError)
}

async function readDirectory() {
  const directory = await directoryDb.getMeta('directory')
  return { holdsDirectory: directory?.isComplete === true }
}

async function readOwn() {
  const db = currentPrivateDb()
  if (!db) return { waiting: 0, refused: 0, holdsOwn: false }
  const [waiting, refused, holdsOwn] = await Promise.all([
    db.outbox.where('state').equals('waiting').count(),
    db.outbox.where('state').equals('refused').count(),
    isLeaseValid(db),
  ])
  return { waiting, refused, holdsOwn }
}

/** Subscribes to the leader's phase, the stored data and this principal's outbox while there are listeners. */
function follow() {
  const directory = liveQuery(readDirectory).subscribe(update, onError)
  const phase = liveQuery(readPhase).subscribe((read) => {
    if (isConfirmedByLeader) update(read)
  }, onError)
  let own = liveQuery(readOwn).subscribe(update, onError)
  const offPrivateDb = onPrivateDb(() => {
    own.unsubscribe()
    own = liveQuery(readOwn).subscribe(update, onError)
  })
  const offShell = watchAppShellCache((holdsApp) => update({ holdsApp }))
  return () => {
    directory.unsubscribe()
    phase.unsubscribe()
    own.unsubscribe()
    offPrivateDb()
    offShell()
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  stop ??= follow()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = undefined
  }
}

/** A value of the status, also where a screen is rendered without a device. */
const useStatus = <Value>(read: () => Value): Value => useSyncExternalStore(subscribe, read, read)

export const useSyncStatus = (): SyncStatus => useStatus(() => status)

/** Whether the last attempt did not reach the server, independent of other problems. */
export const useIsOffline = (): boolean => useStatus(() => input.phase?.kind === 'offline')

/** Whether nothing arrives until the network is back or the user acts. */
export const useIsStuck = (): boolean =>
  useStatus(() => status.kind === 'offline' || status.kind === 'sign-in' || status.kind === 'attention')

/** Whether the server answered the last attempt, independent of other problems. */
export const useIsReached = (): boolean => useStatus(() => input.phase?.kind === 'idle' || input.phase?.kind === 'syncing')

/** Whether an attempt of this visit has received all that the server had for this device. */
export const useHasSynced = (): boolean => useStatus(() => hasSynced)
