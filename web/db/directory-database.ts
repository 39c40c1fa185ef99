import Dexie, { type DexieOptions, type Table } from 'dexie'
import type { ClientId, PrincipalId } from '#shared/ids.ts'
import type { StoredWords } from '#shared/search/stored-words.ts'
import type { Doc } from '#shared/sync/protocol.ts'
import type { SealTo } from '#shared/sync/sealing.ts'
import type { LocalPrincipal } from './private-database.ts'

/**
 * A snapshot chunk as received: its JSON text, its sha256 as key (or `own-…` for one that was compacted here), and its number of
 * documents.
 */
export type PartRow = { key: string; text: string; size: number }

/** The words of a chunk's investors, made once on this device. `key` is that of the chunk, whose content never changes. */
export type WordsRow = StoredWords & { key: string }

/**
 * An overlay row: a change on top of the chunks; without `doc` it is a deletion. `revision` lets a reader find what is new to it.
 */
export type OverlayRow = { collection: string; id: string; doc?: Doc; revision: number }

/** State of the directory on this device. */
export type DirectoryState = {
  epoch: string
  /** Keys of the chunks, most relevant first. */
  parts: string[]
  /** Changes when the whole set is replaced: readers then reload. */
  base: string
  isComplete: boolean
  /** Number of deltas applied. */
  revision: number
  /** Deletions up to this revision are compacted into the chunks and no longer have a row. */
  foldedUpTo?: number
}

/** A snapshot that is being downloaded; an interrupted sync resumes from here. */
export type IncomingSnapshot = { epoch: string; cursor: string; parts: string[]; base: string }

/** The current principal of this device, and the databases that still have to be erased. */
export type PrincipalPointer = {
  principal: LocalPrincipal
  life: string
  leaving: {
    principal: LocalPrincipal
    life: string
    movesOutbox: boolean
    /** Set if the session was ended elsewhere: unsent data is encrypted with it before the database is deleted. */
    sealTo?: SealTo
  }[]
  /**
   * The account that signed out here while the server has not received the sign-out: its cookie would sign the user in again.
   * Older builds wrote `true`.
   */
  endsSession?: PrincipalId | boolean
  /** When the principal was switched, in milliseconds since the epoch by the device's clock. */
  since?: number
  /** The account of this device was deleted elsewhere, with this number of unsent changes; until the notice is read. */
  deleted?: { unsent: number }
  /**
   * The session of this device was ended elsewhere, or by a ban of the account, and this number of changes is sealed for the
   * account; until the notice is read.
   */
  ended?: { unsent: number; isSuspended?: boolean }
}

/** Unsent data of an account whose session was ended elsewhere. The encrypted content is in the sealed database. */
export type SealedBatch = {
  id: string
  principal: PrincipalId
  /** The batch could not be decrypted with the account's key. */
  isUnreadable?: boolean
}

/** Evicted data is not downloaded again for this long: it would fill the device immediately. */
export const EVICTION_MS = 24 * 60 * 60 * 1000

/** The leader's sync phase, for every tab. */
export type SyncPhase =
  /** No response yet, or none for long. `since`: an ISO instant, if the server could not be reached before either. */
  | { kind: 'connecting'; since?: string }
  | { kind: 'idle' }
  | { kind: 'syncing'; done: number; total: number }
  /** ISO instant. */
  | { kind: 'offline'; since: string }
  | { kind: 'sign-in' }
  /** `code` is set if the server refused. */
  | { kind: 'attention'; message: string; code?: string }

export type DirectoryMeta = {
  directory: DirectoryState
  cursor: string
  /** The transactions seen above the cursor, as an opaque value of the server. */
  seen: string
  incoming: IncomingSnapshot
  principal: PrincipalPointer
  clientId: ClientId
  sealed: SealedBatch[]
  phase: SyncPhase
  /** What was evicted because this device is full, and until when (milliseconds since the epoch) it is not downloaded again. */
  sparing: { what: 'projects' | 'directory'; until: number }
  /** Written to flush all earlier writes to disk; the value is irrelevant. */
  flushed: number
  /** The last response of `GET /api/config`, for offline starts; parsed by its readers. */
  config: unknown
}
type MetaRow = { [Key in keyof DirectoryMeta]: { key: Key; value: DirectoryMeta[Key] } }[keyof DirectoryMeta]

/** The public directory, the same for all users, and the state of this device. */
export class DirectoryDatabase extends Dexie {
  parts!: Table<PartRow, string>
  /** May be missing for any chunk, and may outlive a chunk that an older build deleted. */
  words!: Table<WordsRow, string>
  rows!: Table<OverlayRow, [string, string]>
  meta!: Table<MetaRow, string>

  constructor(options: DexieOptions = {}) {
    super('latchkey-directory', options)
    // As released. Stores are only added, so a device upgrades from it in one step.
    this.version(1).stores({ parts: 'key, size', rows: '[collection+id], revision', meta: 'key' })
    this.version(2).stores({ words: 'key' })
  }

  async getMeta<Key extends keyof DirectoryMeta>(key: Key): Promise<DirectoryMeta[Key] | undefined> {
    return (await this.meta.get(key))?.value as DirectoryMeta[Key] | undefined
  }

  /** Several keys in one transaction: separate reads would each take their own. */
  async getMetas(...keys: (keyof DirectoryMeta)[]): Promise<Partial<DirectoryMeta>> {
    const rows = await this.meta.bulkGet(keys)
    return Object.fromEntries(rows.flatMap((row) => (row ? [[row.key, row.value]] : [])))
  }

  async setMeta<Key extends keyof DirectoryMeta>(key: Key, value: DirectoryMeta[Key]): Promise<void> {
    await this.meta.put({ key, value } as MetaRow)
  }
}
