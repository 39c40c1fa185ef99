import Dexie, { type DexieOptions, type Table } from 'dexie'
import type { Investor } from '#shared/directory/contract.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import type { PhotoId } from '#shared/photos/contract.ts'
import { type PrivateCollection, type PrivateDocs, privateCollections } from '#shared/sync/collections.ts'
import type { Have } from '#shared/sync/have.ts'
import type { OutboxEntry, SentEntry } from './outbox-entry.ts'

/** The owner of a database; a guest has a local one before the server knows the guest. */
export type LocalPrincipal = PrincipalId | 'guest'

/**
 * A private document on the device. Version 0 marks an optimistic one: the server never assigns it, so the next pull sends the
 * stored document.
 */
export type Stored<Doc> = Doc & { version: number }
export const OPTIMISTIC = 0

/** A vote as last received from the server, and the local change since (`wish`). */
export type LocalVote = Stored<PrivateDocs['votes']> & { wish?: boolean }

/** A document of a collection that only a newer build knows; kept until that build runs here. */
export type UnknownDoc = { collection: string; id: string; doc: { id: string; version: number } }

/** One form; the entry that it is about follows after a colon. */
export type DraftId =
  | 'application'
  | 'shared'
  | 'shared:cards'
  | `${'feedback' | 'support'}${'' | `:${string}`}`
  | `${'ticket' | 'listing' | 'hours' | 'refund' | 'report' | 'reply' | 'intro' | 'profile-request' | 'booking' | 'call' | 'rejected' | 'tags'}:${string}`
  | 'profile'
  | 'complete-profile'
  | 'receipt-email'
  | 'billing'
  | `invoice:${string}`
  | 'early-access'
  | `entry:${string}`
  | `photo:${string}`
  | `${'person' | 'search'}${'' | `:${string}`}`
  | `admin:${string}`

/**
 * Content that exists on this device only until it is submitted: its form, the form values, and a picture that could not be sent
 * yet. A photo about a contact that waits for its upload is one too: see `photo-queue.ts`. `values` may come from an older build; its reader parses it. `from` is the document that the form was prefilled from: the
 * draft is deleted with it.
 */
export type LocalDraft = {
  id: DraftId
  values: unknown
  photo?: Blob
  writtenAt: string
  from?: { collection: string; id: string }
}

/**
 * The public data of an investor whom this principal has saved or unlocked, and who is not in the devices' part of the directory.
 * `keptAt`: milliseconds since the epoch, clock of this device.
 */
export type KeptInvestor = { id: VcId; investor: Investor; keptAt: number }

/** The picture of a photo in `photos`, so that it is readable offline. */
export type PhotoFile = { id: PhotoId; file: Blob }

/** A mark of the server, and the number of documents per collection that came with it. */
export type StoredMark = {
  mark: string
  counts: Record<string, number>
  /** The versions of small collections: they are sent along, so that a change in them takes one request. */
  few: Have
}

export type PrivateMeta = {
  /** The generation of this database. A reply or a write for an earlier one is dropped. */
  life: string
  /** The principal that the server means by "me": a guest receives it with the first response. */
  principalId: PrincipalId
  /** Sealed batches and guests, by generation, whose drafts and entries were moved here: none is moved twice. */
  unsealed: string[]
  /** Counts the responses that changed this database, so that a pull detects that another one has overtaken it. */
  answers: number
  /** The client view of the last response: see `web/sync/engine/pull/client-view.ts`. */
  held: StoredMark
  versions: Have
  /** Milliseconds since the epoch, clock of this device: the last private pull that succeeded. */
  validatedAt: number
  /** Likewise: when the app was first opened after the confirmation became overdue. */
  overdueSince: number
  /**
   * Milliseconds since the epoch, clock of this device: the last visit of the home page, and the time after which items count as
   * new.
   */
  homeVisits: { at: number; newSince: number | undefined }
  /** Payments whose confirmation was shown, the latest first. */
  visitedPayments: string[]
  /** The project that the order by fit compares with, as chosen on this device: a `FitProject`. */
  fitProject: unknown
  /** The user has turned notifications on in this browser, and not off since. */
  receivesPushes: boolean
}
type MetaRow = { [Key in keyof PrivateMeta]: { key: Key; value: PrivateMeta[Key] } }[keyof PrivateMeta]

/** Collections whose stored documents have fields of this device besides those of the server. */
type LocalDocs = { votes: LocalVote }
type PrivateTables = {
  [Name in PrivateCollection]: Table<Name extends keyof LocalDocs ? LocalDocs[Name] : Stored<PrivateDocs[Name]>, string>
}

export const privateDatabaseName = (principal: LocalPrincipal) => `latchkey-me-${principal}`

export interface PrivateDatabase extends PrivateTables {}
/** All data of one principal on this device, and what is waiting to be sent. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: Dexie sets a table for each store that the constructor declares
export class PrivateDatabase extends Dexie {
  keptInvestors!: Table<KeptInvestor, VcId>
  drafts!: Table<LocalDraft, LocalDraft['id']>
  photoFiles!: Table<PhotoFile, PhotoId>
  others!: Table<UnknownDoc, [string, string]>
  outbox!: Table<OutboxEntry, number>
  sent!: Table<SentEntry, string>
  meta!: Table<MetaRow, string>

  constructor(
    readonly principal: LocalPrincipal,
    readonly life: string,
    options: DexieOptions = {},
  ) {
    // Strict durability: what the screen shows as saved is on disk.
    super(privateDatabaseName(principal), { chromeTransactionDurability: 'strict', ...options })
    // The current version: one store for each registered collection. With the index on `version`, optimistic documents are found
    // without reading the others. Stores are only ever added, so every older database upgrades to it in one step. Each named
    // version slows down every start of the app. A new collection needs version 19.
    this.version(18)
      .stores({
        ...Object.fromEntries(privateCollections.map((collection) => [collection, 'id, version'])),
        entries: 'id, version, contactId',
        keptInvestors: 'id',
        photoFiles: 'id',
        drafts: 'id',
        others: '[collection+id], collection',
        outbox: '++seq, &id, state',
        sent: 'id, sentAt',
        meta: 'key',
      })
      // An earlier build stored documents of collections that are known now: the next pull brings them to their own store.
      .upgrade((tx) => tx.table('others').clear())
    // Another tab deletes or upgrades the database. Dexie's default handler would reopen it at the next access, and so recreate
    // it.
    this.on('versionchange', () => {
      this.close()
      return false
    })
  }

  async getMeta<Key extends keyof PrivateMeta>(key: Key): Promise<PrivateMeta[Key] | undefined> {
    return (await this.meta.get(key))?.value as PrivateMeta[Key] | undefined
  }
}
