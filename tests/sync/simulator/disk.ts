import { IDBDatabase, IDBFactory, type IDBOpenDBRequest, IDBTransaction } from 'fake-indexeddb'
import type { Realm } from './realm.ts'

/** The insides of fake-indexeddb that a killed tab needs: it has no word for one. */
type RawTransaction = IDBTransaction & { _state: string; _abort: (name: string) => void }
type Records = { values: () => Iterable<{ value: unknown }>; put: (record: object) => void }
type RawIndex = { keyPath: unknown; multiEntry: boolean; unique: boolean; initialized: boolean; records: Records }
type RawStore = {
  keyPath: unknown
  autoIncrement: boolean
  keyGenerator: { num: number } | null
  records: Records
  rawIndexes: Map<string, RawIndex>
}
type RawDatabase = { version: number; rawObjectStores: Map<string, RawStore> }
type Raw = { _databases: Map<string, RawDatabase>; _connectionQueues: Map<string, Promise<unknown>> }
type Target = { dispatchEvent: (event: { type: string }) => boolean }

/** What is written stays; each tab opens it anew. */
export class Disk {
  readonly raw = new IDBFactory() as IDBFactory & Raw

  /** Read beside all transactions: what would be there if the power went now. */
  read(database: string, store: string): unknown[] {
    const records = this.raw._databases.get(database)?.rawObjectStores.get(store)?.records.values() ?? []
    return Array.from(records, ({ value }) => value)
  }

  /** Everything that stands in one database, as text. */
  textOf(database: string): string {
    const stores = this.raw._databases.get(database)?.rawObjectStores.keys() ?? []
    return JSON.stringify([...stores].map((store) => this.read(database, store)))
  }

  /** Holds what another one holds. Stored records are never changed, only replaced, so both may hold the same ones. */
  takeOver(other: Disk) {
    for (const [name, database] of other.raw._databases) this.raw._databases.set(name, copyDatabase(name, database))
  }

  databases(): string[] {
    return [...this.raw._databases].flatMap(([name, { version }]) => (version > 0 ? [name] : []))
  }
}

/** Another of the same class: the package hands out none of these. */
const another = <Raw extends object>(one: Raw, ...args: unknown[]): Raw =>
  new (one.constructor as new (...args: unknown[]) => Raw)(...args)

function copyDatabase(name: string, database: RawDatabase): RawDatabase {
  const copy = another(database, name, database.version)
  for (const [storeName, store] of database.rawObjectStores) {
    const stored = another(store, copy, storeName, store.keyPath, store.autoIncrement)
    copy.rawObjectStores.set(storeName, stored)
    if (stored.keyGenerator && store.keyGenerator) stored.keyGenerator.num = store.keyGenerator.num
    for (const record of store.records.values()) stored.records.put(record)
    for (const [indexName, index] of store.rawIndexes) {
      const indexed = another(index, stored, indexName, index.keyPath, index.multiEntry, index.unique)
      indexed.initialized = index.initialized
      stored.rawIndexes.set(indexName, indexed)
      for (const record of index.records.values()) indexed.records.put(record)
    }
  }
  return copy
}

/** One tab's way to the disk. */
export class TabDisk extends IDBFactory {
  private readonly openings = new Set<IDBOpenDBRequest>()
  private readonly connections = new Set<IDBDatabase>()
  private readonly transactions = new Set<IDBTransaction>()

  constructor(
    disk: Disk,
    private readonly realm: Realm,
  ) {
    super()
    const { _databases, _connectionQueues } = disk.raw
    Object.assign(this, { _databases, _connectionQueues })
    realm.whenDead(() => this.cut())
  }

  get isBusy() {
    return !this.realm.isDead && this.openings.size + this.transactions.size > 0
  }

  override open(name: string, version?: number): IDBOpenDBRequest {
    const request = super.open(name, version)
    owners.set(request, this)
    this.openings.add(request)
    return request
  }

  began(transaction: IDBTransaction) {
    this.transactions.add(transaction)
    owners.set(transaction, this)
  }

  /** @returns whether the event goes its way; a dead tab hears of nothing, and only the disk's own housekeeping goes on */
  hears(target: object, { type }: { type: string }): boolean {
    if (target instanceof IDBTransaction) this.transactions.delete(target)
    const opening = this.openings.has(target as IDBOpenDBRequest) ? (target as IDBOpenDBRequest) : undefined
    if (opening) this.hearsOfOpening(opening, type)
    if (this.realm.arrives()) return true
    if (target instanceof IDBTransaction) {
      Object.assign(target, { onabort: null, oncomplete: null, onerror: null })
      return true
    }
    // An upgrade that nobody carries out is taken back.
    if (opening && type === 'upgradeneeded') throw new Error('The tab is gone.')
    if (opening && type === 'success') opening.result.close()
    return false
  }

  private hearsOfOpening(request: IDBOpenDBRequest, type: string) {
    if (type === 'upgradeneeded' || type === 'success') {
      owners.set(request.result, this)
      this.connections.add(request.result)
    }
    if (type === 'success' || type === 'error') this.openings.delete(request)
  }

  /** The tab is gone: what it had not committed is taken back, and nobody waits for its connections. */
  private cut() {
    const upgrades = [...this.openings].flatMap(({ transaction }) => transaction ?? [])
    for (const transaction of [...this.transactions, ...upgrades] as RawTransaction[]) {
      if (transaction._state !== 'finished') transaction._abort('AbortError')
    }
    for (const connection of this.connections) connection.close()
  }
}

const owners = new WeakMap<object, TabDisk>()

type Related = { transaction?: { db?: object } | null; db?: object }
const ownerOf = (target: object): TabDisk | undefined => {
  const { transaction, db } = target as Related
  return owners.get(target) ?? (transaction?.db && owners.get(transaction.db)) ?? (db && owners.get(db))
}

// Every event of every store passes here, so this is where a dead tab goes deaf.
const eventTarget: Target = Object.getPrototypeOf(IDBTransaction.prototype)
const { dispatchEvent } = eventTarget
eventTarget.dispatchEvent = function (this: Target, event) {
  const owner = ownerOf(this)
  return owner && !owner.hears(this, event) ? true : dispatchEvent.call(this, event)
}

const { transaction: begin } = IDBDatabase.prototype
IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args: Parameters<typeof begin>) {
  const begun = begin.apply(this, args)
  owners.get(this)?.began(begun)
  return begun
}
