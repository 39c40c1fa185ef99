import { liveQuery } from 'dexie'
import { useSyncExternalStore } from 'react'
import { currentPrivateDb, directoryDb, onPrivateDb } from '#web/db/current.ts'
import type { SyncPhase } from '#web/db/directory-database.ts'

/** What the status pill says; one is true at a time. */
export type SyncStatus =
  | { kind: 'ready' }
  | { kind: 'syncing'; done: number; total: number }
  /** ISO instant. */
  | { kind: 'offline'; since: string }
  | { kind: 'waiting'; count: number }
  | { kind: 'attention'; message: string; code?: string }
  | { kind: 'sign-in' }

export type StatusInput = { phase: SyncPhase; waiting: number; refused: number; storageFault: string | undefined }

/** What needs the person comes first, then what hinders, then what goes on by itself. */
export function deriveStatus({ phase, waiting, refused, storageFault }: StatusInput): SyncStatus {
  if (storageFault) return { kind: 'attention', message: storageFault }
  if (phase.kind === 'attention') return phase
  if (phase.kind === 'sign-in') return phase
  if (refused > 0) {
    return { kind: 'attention', message: refused === 1 ? 'One change was refused.' : `${refused} changes were refused.` }
  }
  if (phase.kind === 'offline' || phase.kind === 'syncing') return phase
  return waiting > 0 ? { kind: 'waiting', count: waiting } : { kind: 'ready' }
}

let status: SyncStatus = { kind: 'ready' }
let input: StatusInput = { phase: { kind: 'idle' }, waiting: 0, refused: 0, storageFault: undefined }
const listeners = new Set<() => void>()
let stop: (() => void) | undefined

function update(change: Partial<StatusInput>) {
  input = { ...input, ...change }
  status = deriveStatus(input)
  for (const listener of listeners) listener()
}

/** A device that cannot store says so here: its database may be unable to. `undefined` when it can again. */
export const reportStorageFault = (storageFault: string | undefined) => update({ storageFault })

async function readCounts() {
  const outbox = currentPrivateDb()?.outbox
  if (!outbox) return { waiting: 0, refused: 0 }
  const [waiting, refused] = await Promise.all([
    outbox.where('state').equals('waiting').count(),
    outbox.where('state').equals('refused').count(),
  ])
  return { waiting, refused }
}

/** Follows the leading tab's phase and this principal's outbox for as long as anybody looks. */
function follow() {
  const onError = (error: unknown) => reportStorageFault(error instanceof Error ? error.message : String(error))
  const phase = liveQuery(() => directoryDb.getMeta('phase')).subscribe(
    (next) => update({ phase: next ?? { kind: 'idle' } }),
    onError,
  )
  let counts = liveQuery(readCounts).subscribe(update, onError)
  const offPrivateDb = onPrivateDb(() => {
    counts.unsubscribe()
    counts = liveQuery(readCounts).subscribe(update, onError)
  })
  return () => {
    phase.unsubscribe()
    counts.unsubscribe()
    offPrivateDb()
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
