import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { FailingDisk } from '#tests/sync/support/failing-disk.ts'
import { commands } from '#web/app/client-mutators.ts'
import {
  DirectoryDatabase,
  type DirectoryMeta,
  type PrincipalPointer,
  type SealedBatch,
  type SyncPhase,
} from '#web/db/directory-database.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { type LocalPrincipal, type PrivateDatabase, privateDatabaseName } from '#web/db/private-database.ts'
import { createApi } from '#web/net/api.ts'
import { DirectoryStore } from '#web/replica/public-replica.ts'
import type { Channel } from '#web/sync/engine/platform.ts'
import { SyncClient } from '#web/sync/tab/sync-client.ts'
// Chunks that a device loads when it needs them: loading takes real time, of which the histories' clock knows nothing.
import '#web/sync/engine/end-session.ts'
import '#web/sync/engine/compact-overlay.ts'
import '#web/sync/tab/account-gone.ts'
import '#web/sync/engine/push/replace-lost-guest.ts'
import '#web/sync/engine/evict.ts'
import '#web/sync/tab/transfer-outbox.ts'
import '#web/sync/engine/pull/pull-held.ts'
import '#web/sync/tab/rejected.ts'
import '#web/sync/tab/sealed-outbox.ts'
import '#web/sync/engine/push/send-pending.ts'
import type { VirtualClock } from '#tests/sync/simulator/environment/clock.ts'
import { Disk, TabDisk, withoutOthers } from '#tests/sync/simulator/environment/disk.ts'
import { isEncrypting } from '#tests/sync/simulator/environment/encryption.ts'
import { Realm } from '#tests/sync/simulator/environment/js-context.ts'
import type { Network } from '#tests/sync/simulator/environment/network.ts'
import { TabLocks } from '#tests/sync/simulator/environment/tab-locks.ts'
import { SimWorker } from '#tests/sync/simulator/environment/worker.ts'
import { randomFrom } from './random.ts'

// Dexie's live queries ask for a global IndexedDB, though every device here has its own.
Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange })

type Message = Parameters<Channel['post']>[0]

export type DeviceDeps = {
  name: string
  clock: VirtualClock
  network: Network
  random: () => number
  /** Milliseconds since the Unix epoch, as this device has it. */
  now: () => number
  /** A live connection of a tab, where the history has them. */
  openSocket?: (realm: Realm) => WebSocket
  /** Whether each tab shows the directory from its memory. */
  hasStores?: boolean
}

/** What outlives a tab: the disk, the locks between tabs, the tabs' channel. */
export class SimDevice {
  readonly disk = new Disk()
  readonly locks = new TabLocks()
  readonly tabs: SimTab[] = []
  readonly workers = new Set<SimWorker>()
  readonly fullDisk = new FailingDisk()
  /** Milliseconds by which its clock has been set. */
  clockOff = 0
  /** Whether a tab has ever slept: others may have had to wait for what it held. */
  hasSlept = false
  fullWrites = 0
  /** Writes that find no space from now on. */
  private writesWithoutSpace = 0

  readonly now = () => this.deps.now() + this.clockOff

  constructor(readonly deps: DeviceDeps) {
    this.disk.now = () => deps.clock.now
    // Between two processes of a browser; now and then one of them is busy.
    const random = randomFrom(deps.name.length + deps.clock.now)
    this.disk.later = (work) => void deps.clock.after(random() < 0.8 ? random() * 30 : random() * 3000, work)
    this.fullDisk.isFull = () => {
      if (this.writesWithoutSpace <= 0) return false
      this.writesWithoutSpace--
      this.fullWrites++
      this.fullDisk.hasFailed = true
      return true
    }
  }

  fillFor(writes: number) {
    this.writesWithoutSpace = writes
  }

  /** Whether the disk has ever been full: then a person was told so. */
  get wasFull() {
    return this.fullDisk.hasFailed
  }

  get name() {
    return this.deps.name
  }

  get isBusy() {
    if (isEncrypting()) return true
    // Asked in each turn of the event loop, so without a list or a closure.
    for (const tab of this.tabs) if (tab.disk.isBusy) return true
    for (const worker of this.workers) if (worker.disk.isBusy) return true
    return false
  }

  isWorker = (realm: Realm) => [...this.workers].some((worker) => worker.realm === realm)

  wakeWorker(): SimWorker {
    const worker = new SimWorker(this)
    this.workers.add(worker)
    worker.realm.whenDead(() => this.workers.delete(worker))
    return worker
  }

  /** Every tab ends, and with them what was written and never brought to the disk. */
  losePower() {
    for (const tab of [...this.tabs]) tab.realm.die()
    for (const worker of [...this.workers]) worker.realm.die()
    this.disk.losePower()
  }

  openTab(): SimTab {
    const tab = new SimTab(this)
    this.tabs.push(tab)
    tab.realm.whenDead(() => this.tabs.splice(this.tabs.indexOf(tab), 1))
    return tab
  }

  /** Under its own name, so that the live queries of one device are not woken by the writes of all others. */
  get directoryName() {
    return `latchkey-directory of ${this.name}`
  }

  get pointer(): PrincipalPointer | undefined {
    return this.meta('principal') as PrincipalPointer | undefined
  }

  /** What the pill says of the leading tab's sync. */
  get phase(): SyncPhase['kind'] | undefined {
    return (this.meta('phase') as SyncPhase | undefined)?.kind
  }

  /** Accounts for whom something is sealed on this device. */
  get sealedFor(): string[] {
    return ((this.meta('sealed') ?? []) as SealedBatch[]).map(({ principal }) => principal)
  }

  private meta(name: keyof DirectoryMeta): unknown {
    const rows = this.disk.read(this.directoryName, 'meta') as { key: string; value: unknown }[]
    return rows.find(({ key }) => key === name)?.value
  }

  /** The outbox that is on the disk for whoever uses this device. */
  outboxOf(principal: LocalPrincipal): OutboxEntry[] {
    return this.disk.read(privateDatabaseName(principal), 'outbox') as OutboxEntry[]
  }
}

/** One tab: the real sync, and everything it could touch replaced. */
export class SimTab {
  readonly realm = new Realm()
  readonly disk: TabDisk
  readonly client: SyncClient
  readonly directory: DirectoryDatabase
  readonly network: Network
  readonly started: Promise<void>
  store: DirectoryStore | undefined
  private: PrivateDatabase | undefined
  fault: string | undefined
  /** It never started: whoever opened it opens it anew. */
  hasFailed = false
  private readonly listeners: ((message: Message) => void)[] = []

  constructor(private readonly host: SimDevice) {
    const { clock, network, random, openSocket } = host.deps
    const { now } = host
    const { realm } = this
    this.disk = new TabDisk(host.disk, realm)
    this.network = network
    const dexie = { indexedDB: this.disk, IDBKeyRange, cache: 'disabled' as const, addons: [host.fullDisk.addon, withoutOthers] }
    this.directory = new DirectoryDatabase(dexie)
    Object.assign(this.directory, { name: host.directoryName })
    this.client = new SyncClient({
      device: {
        api: createApi(network.of(realm)),
        dexie,
        locks: host.locks.of(realm),
        channel: { post: (message) => this.tellOthers(message), onMessage: (listen) => void this.listeners.push(listen) },
        openSocket: openSocket && (() => openSocket(realm)),
        isVisible: () => this === host.tabs[0],
        now,
        after: (ms, work) => clock.after(ms, () => realm.deliver(work)),
        random,
        requestBackgroundSync: () => undefined,
        dropPictures: async () => false,
        forget: async () => undefined,
        forgetInTab: () => undefined,
        withDirectoryHeld: (_, work) => work(),
      },
      loadMutations: async () => commands,
      directory: this.directory,
      onPrivateDb: (db) => {
        this.private = db
      },
      onStorageFault: (sentence) => {
        this.fault = sentence
      },
    })
    // Nothing of this reaches anybody: it takes the dead tab's watches off the one heap that all tabs share here.
    realm.whenDead(() => {
      this.store?.stop()
      this.client.stop()
      this.directory.close()
    })
    this.started = this.client.start()
    if (host.deps.hasStores) {
      const store = new DirectoryStore(this.directory, async () => undefined)
      this.started.then(
        () => {
          store.subscribe(() => undefined)
          this.store = store
        },
        () => undefined,
      )
    }
    this.started.catch(() => {
      this.hasFailed = true
    })
  }

  private tellOthers(message: Message) {
    for (const tab of this.host.tabs) {
      if (tab === this) continue
      this.host.deps.clock.after(1, () => tab.realm.deliver(() => tab.listeners.forEach((listen) => void listen(message))))
    }
  }
}
