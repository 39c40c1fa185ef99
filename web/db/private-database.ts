import Dexie, { type DexieOptions, type Table } from 'dexie'
import type { PrincipalId } from '#shared/ids.ts'
import { type PrivateDocs, privateCollections } from '#shared/sync/collections.ts'
import type { Have } from '#shared/sync/have.ts'
import type { OutboxEntry, SentEntry } from './outbox-entry.ts'

/** Whose database this is; a guest has a local one before the server ever heard of them. */
export type LocalPrincipal = PrincipalId | 'guest'

/** A private document on the device. Version 0 is an optimistic one: no server ever gives it, so the next pull sends the truth. */
export type Stored<Doc> = Doc & { version: number }
export const OPTIMISTIC = 0

/** A vote as the server last told it, and what has been wished on this device since. */
export type LocalVote = Stored<PrivateDocs['votes']> & { wish?: boolean }

/** A document of a collection that only a newer build knows; kept until that build runs here. */
export type UnknownDoc = { collection: string; id: string; doc: { id: string; version: number } }

export type DraftId = 'application' | 'shared' | `${'feedback' | 'support'}${'' | `:${string}`}` | `ticket:${string}`

/**
 * Words that are nobody's but this device's until they are submitted: the form they belong to, what stands in it,
 * and a picture that could not be sent yet. `values` may come from an older build; whoever reads it parses it. `from` is the
 * document that the form was filled with: the draft leaves the device with it.
 */
export type LocalDraft = {
  id: DraftId
  values: unknown
  photo?: Blob
  writtenAt: string
  from?: { collection: string; id: string }
}

/** A mark of the server, and how much of each collection it gave with it. */
export type HeldMark = {
  mark: string
  counts: Record<string, number>
  /** The versions of small collections: they are sent along, so that a change of them takes one request. */
  few: Have
}

export type PrivateMeta = {
  /** Which opening of this database is meant. A reply or a write for an earlier one is dropped. */
  life: string
  /** Whom the server means by "me": a guest learns it with the first answer. */
  principalId: PrincipalId
  /** Sealed batches and guests, by life, whose drafts and entries were put here: none are put here twice. */
  unsealed: string[]
  /** Counts the answers that changed this database, so that a pull knows whether another one has overtaken it. */
  answers: number
  /** What the server gave this device last: see `sync/held.ts`. */
  held: HeldMark
  versions: Have
  /** Milliseconds since the epoch, this device's clock: the last private pull that succeeded. */
  validatedAt: number
  /** Likewise: when the app was first opened after it should have been confirmed again. */
  overdueSince: number
  /** Milliseconds since the epoch, this device's clock: when the home page was last open, and since when what came is new. */
  homeVisits: { at: number; newSince: number | undefined }
}
type MetaRow = { [Key in keyof PrivateMeta]: { key: Key; value: PrivateMeta[Key] } }[keyof PrivateMeta]

const keyed = (keys: string) => Object.fromEntries(privateCollections.map((collection) => [collection, keys]))

export const privateDatabaseName = (principal: LocalPrincipal) => `latchkey-me-${principal}`

/** Everything one principal holds on this device, and what waits to be sent for them. */
export class PrivateDatabase extends Dexie {
  account!: Table<Stored<PrivateDocs['account']>, string>
  contacts!: Table<Stored<PrivateDocs['contacts']>, string>
  decisionMakers!: Table<Stored<PrivateDocs['decisionMakers']>, string>
  orders!: Table<Stored<PrivateDocs['orders']>, string>
  notes!: Table<Stored<PrivateDocs['notes']>, string>
  followUps!: Table<Stored<PrivateDocs['followUps']>, string>
  saved!: Table<Stored<PrivateDocs['saved']>, string>
  votes!: Table<LocalVote, string>
  requests!: Table<Stored<PrivateDocs['requests']>, string>
  performance!: Table<Stored<PrivateDocs['performance']>, string>
  ownListings!: Table<Stored<PrivateDocs['ownListings']>, string>
  requestsReceived!: Table<Stored<PrivateDocs['requestsReceived']>, string>
  callsBooked!: Table<Stored<PrivateDocs['callsBooked']>, string>
  listingFigures!: Table<Stored<PrivateDocs['listingFigures']>, string>
  earnings!: Table<Stored<PrivateDocs['earnings']>, string>
  ownProject!: Table<Stored<PrivateDocs['ownProject']>, string>
  tickets!: Table<Stored<PrivateDocs['tickets']>, string>
  bookings!: Table<Stored<PrivateDocs['bookings']>, string>
  drafts!: Table<LocalDraft, LocalDraft['id']>
  others!: Table<UnknownDoc, [string, string]>
  outbox!: Table<OutboxEntry, number>
  sent!: Table<SentEntry, string>
  meta!: Table<MetaRow, string>

  constructor(
    readonly principal: LocalPrincipal,
    readonly life: string,
    options: DexieOptions = {},
  ) {
    // Strict: what the screen calls saved has reached the disk.
    super(privateDatabaseName(principal), { chromeTransactionDurability: 'strict', ...options })
    // Stores are only ever added, so an older database takes one step to the first version that is named here. Each that
    // is named costs every start of the app.
    this.version(12).stores({
      ...keyed('id'),
      drafts: 'id',
      others: '[collection+id], collection',
      outbox: '++seq, &id, state',
      sent: 'id, sentAt',
      meta: 'key',
    })
    // By `version`, so that optimistic documents are found without reading the others.
    this.version(13).stores(keyed('id, version'))
    // Another tab deletes or upgrades it. Dexie's own handler would open it again at the next touch, and so bring it back.
    this.on('versionchange', () => {
      this.close()
      return false
    })
  }

  async getMeta<Key extends keyof PrivateMeta>(key: Key): Promise<PrivateMeta[Key] | undefined> {
    return (await this.meta.get(key))?.value as PrivateMeta[Key] | undefined
  }
}
