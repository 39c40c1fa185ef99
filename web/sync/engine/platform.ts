import type { DexieOptions } from 'dexie'
import type { DirectoryDatabase } from '#web/db/directory-database.ts'
import type { Schedule } from '#web/db/schedule.ts'
import type { Api } from '#web/net/api.ts'

/** `write` and `sync` ask whoever leads for a round; `alive` is the leader's answer. */
export type Message = 'write' | 'sync' | 'alive'

/** Tells the other tabs of this device. */
export type Channel = {
  post: (message: Message) => void
  onMessage: (listen: (message: Message) => void) => void
}

export type Locks = {
  /** Runs the work while no other tab of this device holds the lock of that name. */
  exclusively: <Result>(name: string, work: () => Promise<Result>, stop?: AbortSignal) => Promise<Result>
  /** Takes the lock from whoever holds it: their `exclusively` rejects, and the work that they began goes on unguarded. */
  takeOver: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>
}

/** What the sync needs of a device, and what a test replaces. */
export type Platform = {
  api: Api
  dexie: DexieOptions
  locks: Locks
  channel: Channel
  openSocket: (() => WebSocket) | undefined
  /** Milliseconds since the Unix epoch. */
  now: () => number
  after: Schedule
  random: () => number
  /** Whether somebody looks at this tab. */
  isVisible: () => boolean
  /** Asks the browser to wake the service worker when the network is back, where it can. */
  requestBackgroundSync: () => void
  /** Removes the pictures kept for offline; whether there were any. */
  dropPictures: () => Promise<boolean>
  /** Takes away what a principal left outside the databases: the badge of the icon, pictures of their own. Never rejects. */
  forget: () => Promise<void>
  /** Takes away what an account left in the storage of this tab. */
  forgetInTab: () => void
  /** Runs work that deletes a database, so that nothing of it stays in the files of the browser. */
  withDirectoryHeld: <Result>(directory: DirectoryDatabase, work: () => Promise<Result>) => Promise<Result>
}

export const LEADER_LOCK = 'latchkey-sync'
export const PRINCIPAL_LOCK = 'latchkey-principal'

/** The one-off task a service worker is woken for; it pushes the outbox when no tab does. */
export const SYNC_TAG = 'latchkey-outbox'
/** The task that comes round by itself, where the browser allows it: push, then pull. */
export const REFRESH_TAG = 'latchkey-refresh'
