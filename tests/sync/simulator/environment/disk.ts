import Dexie from 'dexie'
import { IDBDatabase, IDBFactory, type IDBOpenDBRequest, IDBTransaction } from 'fake-indexeddb'
import { plainClone } from '#tests/support/runner/plain-clone.ts'
import type { JsContext } from './js-context.ts'

// fake-indexeddb clones every value that it stores or reads: an eighth of a history's processor time.
Object.assign(globalThis, { structuredClone: plainClone })

/** Internals of fake-indexeddb that a killed tab needs: the package has no API for them. */
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
type Event = { type: string }
type Target = { dispatchEvent: (event: Event) => boolean }

/** How long an operating system keeps data unwritten when no strict transaction flushes it. */
const RELAXED_MS = 30_000

/** What is written survives the tab; each tab opens the disk again. Only strict transactions survive a power cut. */
export class Disk {
  readonly raw = new IDBFactory() as IDBFactory & Raw
  now: () => number = () => 0
  /** Runs what another process of the browser receives. */
  later: (work: () => void) => void = (work) => work()
  /** Databases as they are on the physical disk, where that is behind. */
  private readonly durable = new Map<string, { database: RawDatabase; since: number }>()

  private readonly writing = new Map<string, RawTransaction[]>()

  /** Names of databases whose deletion waits for a sleeping tab, one entry for each such tab. */
  readonly waiting = new Set<{ name: string }>()

  /** Whether an opening cannot proceed before time advances. */
  isHeldUp(name: string) {
    for (const each of this.waiting) if (each.name === name) return true
    return false
  }

  /** A transaction that writes begins. What a relaxed transaction writes reaches the disk only later. */
  begins(transaction: RawTransaction) {
    const { name } = transaction.db
    const others = (this.writing.get(name) ?? []).filter(({ _state }) => _state !== 'finished')
    this.writing.set(name, [...others, transaction])
    // Part of a transaction is never found on a disk.
    if (transaction.durability !== 'strict' && others.length === 0) this.keepDurable(name)
  }

  private keepDurable(name: string) {
    const kept = this.durable.get(name)
    const database = this.raw._databases.get(name)
    if (database && !(kept && this.now() - kept.since < RELAXED_MS))
      this.durable.set(name, { database: copyDatabase(name, database), since: this.now() })
  }

  /** Each database has its own files: a strict transaction flushes everything before it in the same database. */
  hasFlushed(name: string) {
    this.durable.delete(name)
  }

  losePower() {
    for (const [name, { database }] of this.durable) if (this.raw._databases.has(name)) this.raw._databases.set(name, database)
    this.durable.clear()
  }

  /** Read outside all transactions: what would be on the disk if the power failed now. */
  read(database: string, store: string): unknown[] {
    const records = this.raw._databases.get(database)?.rawObjectStores.get(store)?.records.values() ?? []
    return Array.from(records, ({ value }) => value)
  }

  /** Everything in one database, as text. */
  textOf(database: string): string {
    const stores = this.raw._databases.get(database)?.rawObjectStores.keys() ?? []
    return JSON.stringify([...stores].map((store) => this.read(database, store)))
  }

  /** Copies the contents of another disk. Stored records are never changed, only replaced, so both disks may share them. */
  takeOver(other: Disk) {
    for (const [name, database] of other.raw._databases) this.raw._databases.set(name, copyDatabase(name, database))
  }

  databases(): string[] {
    return [...this.raw._databases].flatMap(([name, { version }]) => (version > 0 ? [name] : []))
  }
}

/** Another instance of the same class: the package exports none of these classes. */
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

/** One tab's access to the disk. */
export class TabDisk extends IDBFactory {
  private readonly openings = new Map<IDBOpenDBRequest, string>()
  private readonly connections = new Set<IDBDatabase>()
  private readonly transactions = new Set<IDBTransaction>()

  constructor(
    readonly of: Disk,
    private readonly context: JsContext,
  ) {
    super()
    const { _databases, _connectionQueues } = of.raw
    Object.assign(this, { _databases, _connectionQueues })
    context.whenDead(() => this.cut())
  }

  get isBusy() {
    if (this.context.isDead) return false
    for (const name of this.openings.values()) if (!this.of.isHeldUp(name)) return true
    return this.transactions.size > 0
  }

  override open(name: string, version?: number): IDBOpenDBRequest {
    const request = super.open(name, version)
    owners.set(request, this)
    this.openings.set(request, name)
    return request
  }

  began(transaction: IDBTransaction) {
    this.transactions.add(transaction)
    owners.set(transaction, this)
    if (transaction.mode === 'readwrite') this.of.begins(transaction as RawTransaction)
  }

  /** Notifies this tab of a change in another one. */
  deliverLater(work: () => void) {
    this.of.later(() => this.context.deliver(work))
  }

  /** @returns whether the event is dispatched; a dead tab receives no event, and only the disk's own cleanup continues */
  receive(target: object, event: Event): boolean {
    const { type } = event
    if (target instanceof IDBTransaction) this.transactions.delete(target)
    if (target instanceof IDBTransaction && type === 'complete' && target.durability === 'strict')
      this.of.hasFlushed(target.db.name)
    // A sleeping tab gets the request to close a database when it wakes: with this same event object, since the store accepts no
    // other.
    if (type === 'versionchange' && this.context.isAsleep) {
      const deletion = { name: (target as IDBDatabase).name }
      const proceed = () => void this.of.waiting.delete(deletion)
      this.of.waiting.add(deletion)
      this.context.whenDead(proceed)
      this.context.deliver(() => {
        proceed()
        dispatchEvent.call(target as Target, event)
      })
      return false
    }
    const opening = this.openings.has(target as IDBOpenDBRequest) ? (target as IDBOpenDBRequest) : undefined
    if (opening) this.onOpeningEvent(opening, type)
    if (this.context.arrives()) return true
    if (target instanceof IDBTransaction) {
      Object.assign(target, { onabort: null, oncomplete: null, onerror: null })
      return true
    }
    // An upgrade that no code completes is rolled back.
    if (opening && type === 'upgradeneeded') throw new Error('The tab is gone.')
    if (opening && type === 'success') opening.result.close()
    return false
  }

  private onOpeningEvent(request: IDBOpenDBRequest, type: string) {
    if (type === 'upgradeneeded' || type === 'success') {
      owners.set(request.result, this)
      this.connections.add(request.result)
    }
    if (type === 'success' || type === 'error') this.openings.delete(request)
  }

  /** The tab is gone: its uncommitted transactions are rolled back, and its connections block no other tab. */
  private cut() {
    const upgrades = [...this.openings.keys()].flatMap(({ transaction }) => transaction ?? [])
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

// Every event of every store passes here, so events for a dead tab are dropped here.
const eventTarget: Target = Object.getPrototypeOf(IDBTransaction.prototype)
const { dispatchEvent } = eventTarget
eventTarget.dispatchEvent = function (this: Target, event) {
  const owner = ownerOf(this)
  if (!owner) return dispatchEvent.call(this, event)
  if (!owner.receive(this, event)) return true
  const before = current
  current = owner
  try {
    return dispatchEvent.call(this, event)
  } finally {
    current = before
  }
}

/** The tab whose event is being handled. */
let current: TabDisk | undefined
/** The tab that began the last transaction: the query that subscribes to changes has just begun one. */
let lastReader: TabDisk | undefined

type Listener = (parts: unknown) => void
type Changes = { subscribe: (listener: Listener) => void; unsubscribe: (listener: Listener) => void }

// All tabs share one Dexie here, which would notify each of them of every change in the turn of its commit.
const changes = Dexie.on.storagemutated as unknown as Changes
const { subscribe, unsubscribe } = changes
const wrapped = new WeakMap<Listener, Listener>()
changes.subscribe = (listener) => {
  const reader = lastReader
  const laterListener: Listener = (parts) => {
    if (reader && current && reader !== current && reader.of === current.of) reader.deliverLater(() => listener(parts))
    else listener(parts)
  }
  wrapped.set(listener, laterListener)
  subscribe(laterListener)
}
changes.unsubscribe = (listener) => unsubscribe(wrapped.get(listener) ?? listener)

const { transaction: begin } = IDBDatabase.prototype
IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args: Parameters<typeof begin>) {
  const started = begin.apply(this, args)
  const owner = owners.get(this)
  owner?.began(started)
  lastReader = owner
  return started
}

/**
 * All tabs share one Dexie here. A deletion that waits for a tab would close the databases of that name on every device, and
 * those of a sleeping tab: in a browser Dexie reaches only its own page, and the store notifies all other tabs.
 */
export const withoutOthers = (db: Dexie) => void Object.assign(db, { _fireOnBlocked: () => undefined })
