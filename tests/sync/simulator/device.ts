import { inflateRawSync } from 'node:zlib'
import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { FailingDisk } from '#tests/sync/support/failing-disk.ts'
import { mutationRegistry } from '#web/app/client-mutators.ts'
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
// Chunks that a device loads on demand: loading takes real time, which the histories' clock does not see.
import '#web/sync/engine/end-session.ts'
import '#web/sync/engine/compact-overlay.ts'
import '#web/sync/tab/account-gone.ts'
import '#web/sync/engine/push/replace-lost-guest.ts'
import '#web/sync/engine/evict.ts'
import '#web/sync/tab/transfer-outbox.ts'
import '#web/sync/engine/pull/pull-differences.ts'
import '#web/sync/tab/rejected.ts'
import '#web/sync/tab/sealed-outbox.ts'
import '#web/sync/tab/live-deltas.ts'
import '#web/sync/tab/send-with-proof.ts'
import type { VirtualClock } from '#tests/sync/simulator/environment/clock.ts'
import { Disk, TabDisk, withoutOthers } from '#tests/sync/simulator/environment/disk.ts'
import { isEncrypting } from '#tests/sync/simulator/environment/encryption.ts'
import { JsContext, timersOf } from '#tests/sync/simulator/environment/js-context.ts'
import type { Network } from '#tests/sync/simulator/environment/network.ts'
import { TabLocks } from '#tests/sync/simulator/environment/tab-locks.ts'
import { SimWorker } from '#tests/sync/simulator/environment/worker.ts'
import { randomFrom } from './random.ts'

// Dexie's live queries need a global IndexedDB, although every device here has its own.
Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange })

type Message = Parameters<Channel['post']>[0]

export type DeviceDeps = {
  name: string
  clock: VirtualClock
  network: Network
  random: () => number
  /** Milliseconds since the Unix epoch, by this device's clock. */
  now: () => number
  /** Opens a live connection of a tab, in histories that have them. */
  openSocket?: (context: JsContext) => WebSocket
  /** Whether each tab shows the directory from its in-memory replica. */
  hasStores?: boolean
}

/** What outlives a tab: the disk, the locks between tabs, the tabs' channel. */
export class SimDevice {
  readonly disk = new Disk()
  readonly locks = new TabLocks()
  readonly tabs: SimTab[] = []
  readonly workers = new Set<SimWorker>()
  readonly fullDisk = new FailingDisk()
  /** Milliseconds by which its clock has been moved. */
  clockOff = 0
  /** Whether a tab has ever slept: others may have waited for its locks or connections. */
  hasSlept = false
  fullWrites = 0
  /** How many further writes fail for lack of space. */
  private writesWithoutSpace = 0

  readonly now = () => this.deps.now() + this.clockOff

  constructor(readonly deps: DeviceDeps) {
    this.disk.now = () => deps.clock.now
    // Messages between two browser processes; one of the processes is busy now and then.
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

  /** Whether the disk has ever been full: then a screen has reported it. */
  get wasFull() {
    return this.fullDisk.hasFailed
  }

  get name() {
    return this.deps.name
  }

  get isBusy() {
    if (isEncrypting()) return true
    // Called in each turn of the event loop, so it allocates no list and no closure.
    for (const tab of this.tabs) if (tab.disk.isBusy) return true
    for (const worker of this.workers) if (worker.disk.isBusy) return true
    return false
  }

  isWorker = (context: JsContext) => [...this.workers].some((worker) => worker.context === context)

  wakeWorker(): SimWorker {
    const worker = new SimWorker(this)
    this.workers.add(worker)
    worker.context.whenDead(() => this.workers.delete(worker))
    return worker
  }

  /** Every tab ends, and everything that was not flushed to the disk is lost. */
  losePower() {
    for (const tab of [...this.tabs]) tab.context.die()
    for (const worker of [...this.workers]) worker.context.die()
    this.disk.losePower()
  }

  openTab(): SimTab {
    const tab = new SimTab(this)
    this.tabs.push(tab)
    tab.context.whenDead(() => this.tabs.splice(this.tabs.indexOf(tab), 1))
    return tab
  }

  /** A separate name for each device, so that the writes of all other devices do not wake its live queries. */
  get directoryName() {
    return `latchkey-directory of ${this.name}`
  }

  get pointer(): PrincipalPointer | undefined {
    return this.meta('principal') as PrincipalPointer | undefined
  }

  /** The sync phase of the leading tab, as the status pill shows it. */
  get phase(): SyncPhase['kind'] | undefined {
    return (this.meta('phase') as SyncPhase | undefined)?.kind
  }

  /** Accounts with a sealed outbox on this device. */
  get sealedFor(): string[] {
    return ((this.meta('sealed') ?? []) as SealedBatch[]).map(({ principal }) => principal)
  }

  private meta(name: keyof DirectoryMeta): unknown {
    const rows = this.disk.read(this.directoryName, 'meta') as { key: string; value: unknown }[]
    return rows.find(({ key }) => key === name)?.value
  }

  /** The outbox on the disk of one principal of this device. */
  outboxOf(principal: LocalPrincipal): OutboxEntry[] {
    return this.disk.read(privateDatabaseName(principal), 'outbox') as OutboxEntry[]
  }
}

/** One tab: the real sync code, with everything outside replaced. */
export class SimTab {
  readonly context = new JsContext()
  readonly disk: TabDisk
  readonly client: SyncClient
  readonly directory: DirectoryDatabase
  readonly network: Network
  readonly started: Promise<void>
  store: DirectoryStore | undefined
  private: PrivateDatabase | undefined
  fault: string | undefined
  /** It never started: its user opens another one. */
  hasFailed = false
  private readonly listeners: ((message: Message) => void)[] = []

  constructor(private readonly host: SimDevice) {
    const { clock, network, random, openSocket } = host.deps
    const { now } = host
    const { context } = this
    this.disk = new TabDisk(host.disk, context)
    this.network = network
    const dexie = { indexedDB: this.disk, IDBKeyRange, cache: 'disabled' as const, addons: [host.fullDisk.addon, withoutOthers] }
    this.directory = new DirectoryDatabase(dexie)
    Object.assign(this.directory, { name: host.directoryName })
    this.client = new SyncClient({
      device: {
        api: createApi(network.of(context)),
        dexie,
        locks: host.locks.of(context),
        channel: { post: (message) => this.postToOthers(message), onMessage: (listen) => void this.listeners.push(listen) },
        openSocket: openSocket && (() => openSocket(context)),
        // The browser's decoder takes real time, which the histories' clock does not see.
        inflate: async (bytes) => String(inflateRawSync(bytes)),
        isVisible: () => this === host.tabs[0],
        now,
        after: timersOf(clock, context),
        random,
        requestBackgroundSync: () => undefined,
        dropPictures: async () => false,
        forget: async () => undefined,
        forgetInTab: () => undefined,
        loadChunk: (load) => load(),
        withDirectoryHeld: (_, work) => work(),
      },
      loadMutations: async () => mutationRegistry,
      directory: this.directory,
      onPrivateDb: (db) => {
        this.private = db
      },
      onStorageFault: (sentence) => {
        this.fault = sentence
      },
    })
    // Nothing of this leaves the tab: it removes the dead tab's subscriptions from the one heap that all tabs share here.
    context.whenDead(() => {
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

  private postToOthers(message: Message) {
    for (const tab of this.host.tabs) {
      if (tab === this) continue
      this.host.deps.clock.after(1, () => tab.context.deliver(() => tab.listeners.forEach((listen) => void listen(message))))
    }
  }
}
