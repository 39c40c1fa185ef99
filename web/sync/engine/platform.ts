import type { DexieOptions } from 'dexie'
import type { DirectoryDatabase } from '#web/db/directory-database.ts'
import type { Schedule } from '#web/db/schedule.ts'
import type { Api } from '#web/net/api.ts'

/** `write` and `sync` ask the leader for a sync cycle; `alive` is the leader's reply. */
export type Message = 'write' | 'sync' | 'alive'

/** Broadcast to the other tabs of this device. */
export type Channel = {
  post: (message: Message) => void
  onMessage: (listen: (message: Message) => void) => void
}

export type Locks = {
  /** Runs the work while no other tab of this device owns the lock of that name. */
  exclusively: <Result>(name: string, work: () => Promise<Result>, stop?: AbortSignal) => Promise<Result>
  /** Steals the lock from its owner: the owner's `exclusively` rejects, and its running work continues without the lock. */
  takeOver: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>
}

export type ChunkDownload = {
  path: string
  headers: Record<string, string>
  signal: AbortSignal
  /** Called when part of the reply arrives. */
  onProgress: () => void
}

/**
 * Requests, verifies and stores a chunk beside the page, which is free in the time. Otherwise the sync does all of it itself:
 * after `not-received` this chunk, whose request may have been refused, after `not-stored` all that follow as well.
 *
 * @throws the reason of the signal
 */
export type KeepChunk = (hash: string, download: ChunkDownload) => Promise<'stored' | 'not-received' | 'not-stored'>

/** What the sync needs from a device, and what a test replaces. */
export type Platform = {
  api: Api
  dexie: DexieOptions
  locks: Locks
  channel: Channel
  /** Opts in to deltas. */
  openSocket: (() => WebSocket) | undefined
  /** Decodes deflate-raw; the browser's own decoder when absent. */
  inflate?: (bytes: ArrayBuffer) => Promise<string>
  /** Milliseconds since the Unix epoch. */
  now: () => number
  after: Schedule
  random: () => number
  /** Whether this tab is visible to the user. */
  isVisible: () => boolean
  /** Asks the browser to wake the service worker when the network is back, if supported. */
  requestBackgroundSync: () => void
  /** Deletes the pictures cached for offline use. Resolves with whether there were any. */
  dropPictures: () => Promise<boolean>
  /** Deletes what a principal left outside the databases: the app icon badge, private pictures. Never rejects. */
  forget: () => Promise<void>
  /** Deletes what an account left in the storage of this tab. */
  forgetInTab: () => void
  /** Loads a part of the app's bundle. Rejects where the network or the server cannot be reached. */
  loadChunk: <Chunk>(load: () => Promise<Chunk>) => Promise<Chunk>
  /** Absent where a chunk is verified and stored by the sync itself. */
  openKeeper?: () => Promise<KeepChunk>
  /** Runs work that deletes a database, so that none of its data remains in the files of the browser. */
  withDirectoryHeld: <Result>(directory: DirectoryDatabase, work: () => Promise<Result>) => Promise<Result>
}

export const LEADER_LOCK = 'latchkey-sync'
export const PRINCIPAL_LOCK = 'latchkey-principal'

/** Tag of the one-off background sync: the service worker pushes the outbox if no tab does. */
export const SYNC_TAG = 'latchkey-outbox'
/** Tag of the periodic background sync, if the browser allows it: push, then pull. */
export const REFRESH_TAG = 'latchkey-refresh'
