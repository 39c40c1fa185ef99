import Dexie, { type DexieOptions, type Table } from 'dexie'
import type { ClientId, PrincipalId } from '#shared/ids.ts'
import type { Doc } from '#shared/sync/protocol.ts'
import type { SealTo } from '#shared/sync/sealing.ts'
import type { LocalPrincipal } from './private-database.ts'

/** A part as it arrived: its JSON text, by its sha256 (or `own-…` for one that was folded here), and how many documents it holds. */
export type PartRow = { key: string; text: string; size: number }

/** A change laid over the parts; without `doc` the document is gone. `revision` tells a reader what is new to it. */
export type OverlayRow = { collection: string; id: string; doc?: Doc; revision: number }

/** What of the directory is on the device. */
export type DirectoryState = {
  epoch: string
  /** Keys of the parts, best first. */
  parts: string[]
  /** Changes when the whole set is replaced: readers then start over. */
  base: string
  isComplete: boolean
  /** Counts the deltas applied. */
  revision: number
  /** Deletions up to this revision are worked into the parts, and no row tells of them any more. */
  foldedUpTo?: number
}

/** A snapshot on its way in; a sync that was interrupted goes on from here. */
export type IncomingSnapshot = { epoch: string; cursor: string; parts: string[]; base: string }

/** Who uses this device, and whose databases are still to be removed. */
export type PrincipalPointer = {
  principal: LocalPrincipal
  life: string
  leaving: {
    principal: LocalPrincipal
    life: string
    movesOutbox: boolean
    /** Given when the session was ended elsewhere: what went unsent is encrypted with it before the database goes. */
    sealTo?: SealTo
  }[]
  /**
   * Whose session was signed out here, where the server has still to be told: its cookie would sign the person in again. Builds of
   * before wrote `true`.
   */
  endsSession?: PrincipalId | boolean
  /** When the device changed hands, in milliseconds since the epoch by its own clock. */
  since?: number
  /** Whose device this was deleted their account elsewhere, and how much went unsent with it; until somebody has read it. */
  deleted?: { unsent: number }
  /** The session that was here was ended elsewhere, and how much waits, sealed, for its account; until somebody has read it. */
  ended?: { unsent: number }
}

/** What went unsent of an account whose session was ended elsewhere. The encrypted content is in the sealed database. */
export type SealedBatch = {
  id: string
  principal: PrincipalId
  /** It was there, and the account's key did not open it. */
  isUnreadable?: boolean
}

/** So long what was given up on a full device is not fetched again: it would fill the device at once. */
export const SPARE_MS = 24 * 60 * 60 * 1000

/** How the leading tab's sync stands, for every tab. */
export type SyncPhase =
  /** Nothing was heard yet, or not for long. `since`: an ISO instant, where nobody was reached before either. */
  | { kind: 'connecting'; since?: string }
  | { kind: 'idle' }
  | { kind: 'syncing'; done: number; total: number }
  /** ISO instant. */
  | { kind: 'offline'; since: string }
  | { kind: 'sign-in' }
  /** `code` is the server's, when it was the server that refused. */
  | { kind: 'attention'; message: string; code?: string }

export type DirectoryMeta = {
  directory: DirectoryState
  cursor: string
  /** What the device has seen above its cursor, as the server wrote it. */
  seen: string
  incoming: IncomingSnapshot
  principal: PrincipalPointer
  clientId: ClientId
  sealed: SealedBatch[]
  phase: SyncPhase
  /** What was given up because this device is full, and until when (milliseconds since the epoch) it is not fetched again. */
  sparing: { what: 'projects' | 'directory'; until: number }
  /** Written to have everything before it on the disk; the value says nothing. */
  flushed: number
  /** The last answer of `GET /api/config`, for offline starts; parsed where it is read. */
  config: unknown
}
type MetaRow = { [Key in keyof DirectoryMeta]: { key: Key; value: DirectoryMeta[Key] } }[keyof DirectoryMeta]

/** The public directory, the same for everybody, and what this device knows of itself. */
export class DirectoryDatabase extends Dexie {
  parts!: Table<PartRow, string>
  rows!: Table<OverlayRow, [string, string]>
  meta!: Table<MetaRow, string>

  constructor(options: DexieOptions = {}) {
    super('latchkey-directory', options)
    this.version(1).stores({ parts: 'key, size', rows: '[collection+id], revision', meta: 'key' })
  }

  async getMeta<Key extends keyof DirectoryMeta>(key: Key): Promise<DirectoryMeta[Key] | undefined> {
    return (await this.meta.get(key))?.value as DirectoryMeta[Key] | undefined
  }

  /** Several at once: each read alone is a transaction of its own. */
  async getMetas(...keys: (keyof DirectoryMeta)[]): Promise<Partial<DirectoryMeta>> {
    const rows = await this.meta.bulkGet(keys)
    return Object.fromEntries(rows.flatMap((row) => (row ? [[row.key, row.value]] : [])))
  }

  async setMeta<Key extends keyof DirectoryMeta>(key: Key, value: DirectoryMeta[Key]): Promise<void> {
    await this.meta.put({ key, value } as MetaRow)
  }
}
