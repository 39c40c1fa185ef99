import { liveQuery } from 'dexie'
import { useSyncExternalStore } from 'react'
import { watchAppShellCache } from '#web/db/app-shell-cache.ts'
import type { SyncPhase } from '#web/db/directory-database.ts'
import { isLeaseValid } from '#web/db/entitlement-lease.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { currentPrivateDb, directoryDb, onPrivateDb } from '#web/db/tab/databases.ts'

/** What the status pill says; one is true at a time, and each is said only once it is known. */
export type SyncStatus =
  /** Nobody has answered yet; `waiting` is how much is to be sent. */
  | { kind: 'connecting'; waiting: number }
  /** All of it is here, and opens without a network. */
  | { kind: 'ready' }
  /** All of it is here, but the app itself is not kept (yet): some browsers keep none. */
  | { kind: 'current' }
  | { kind: 'syncing'; done: number; total: number }
  /** ISO instant. */
  | { kind: 'offline'; since: string }
  | { kind: 'waiting'; count: number }
  /** `code` is the server's, or `STORAGE_FAULT`. */
  | { kind: 'attention'; message: string; code?: string }
  | { kind: 'sign-in' }

export type StatusInput = {
  /** What whoever leads says; `undefined` until somebody is known to. */
  phase: SyncPhase | undefined
  /** How many entries of the outbox wait; `undefined` until it has been read. */
  waiting: number | undefined
  refused: number
  /** The directory is here to its last record. */
  holdsDirectory: boolean
  /** What this person holds was confirmed by the server. */
  holdsOwn: boolean
  holdsApp: boolean
  storageFault: string | undefined
}

/** As a code of `attention`: it is this device that cannot store. */
export const STORAGE_FAULT = 'storage'

/** What needs the person comes first, then what hinders, then what goes on by itself. */
export function deriveStatus(input: StatusInput): SyncStatus {
  const { phase, waiting, refused, storageFault } = input
  if (storageFault) return { kind: 'attention', message: storageFault, code: STORAGE_FAULT }
  if (phase?.kind === 'attention' || phase?.kind === 'sign-in') return phase
  if (refused > 0) {
    return { kind: 'attention', message: refused === 1 ? 'One change was refused.' : `${refused} changes were refused.` }
  }
  if (phase?.kind === 'offline' || phase?.kind === 'syncing') return phase
  if (phase?.kind === 'idle' && waiting) return { kind: 'waiting', count: waiting }
  const isAllHere = waiting !== undefined && input.holdsDirectory && input.holdsOwn
  if (phase?.kind !== 'idle' || !isAllHere) return { kind: 'connecting', waiting: waiting ?? 0 }
  return { kind: input.holdsApp ? 'ready' : 'current' }
}

let input: StatusInput = {
  phase: undefined,
  waiting: undefined,
  refused: 0,
  holdsDirectory: false,
  holdsOwn: false,
  holdsApp: false,
  storageFault: undefined,
}
let status = deriveStatus(input)
/** What is stored is an earlier launch's until a leader is known to live. */
let isConfirmedByLeader = false
const listeners = new Set<() => void>()
let stop: (() => void) | undefined

function update(change: Partial<StatusInput>) {
  input = { ...input, ...change }
  const next = deriveStatus(input)
  // Every pull confirms what is here; screens wake only for what is new.
  if (JSON.stringify(next) !== JSON.stringify(status)) status = next
  for (const listener of listeners) listener()
}

/** A device that cannot store says so here: its database may be unable to. `undefined` when it can again. */
export const reportStorageFault = (storageFault: string | undefined) => update({ storageFault })

const onError = (error: unknown) => reportStorageFault(storageSentence(error) ?? String(error))

const readPhase = async () => ({ phase: (await directoryDb.getMeta('phase')) ?? ({ kind: 'connecting' } as const) })

/** A leader lives: what it stores is how things stand. Read anew each time: a page that was frozen has missed what was told. */
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
  if (!db) return { waiting: undefined, refused: 0, holdsOwn: false }
  const [waiting, refused, holdsOwn] = await Promise.all([
    db.outbox.where('state').equals('waiting').count(),
    db.outbox.where('state').equals('refused').count(),
    isLeaseValid(db),
  ])
  return { waiting, refused, holdsOwn }
}

/** Follows the leading tab's phase, what is here and this principal's outbox for as long as anybody looks. */
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

export function useSyncStatus(): SyncStatus {
  return useSyncExternalStore(subscribe, () => status)
}

/** Whether nobody was reached the last time that it was tried, whatever else needs attention. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, () => input.phase?.kind === 'offline')
}

/** Whether the server answered the last time it was asked, whatever else needs attention. */
export function useIsReached(): boolean {
  return useSyncExternalStore(subscribe, () => input.phase?.kind === 'idle' || input.phase?.kind === 'syncing')
}
