import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { mutationRegistry } from '#web/app/client-mutators.ts'
import { DirectoryDatabase } from '#web/db/directory-database.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { schedule } from '#web/db/schedule.ts'
import { createApi, type Send } from '#web/net/api.ts'
import type { Channel, KeepChunk, Message, Platform } from '#web/sync/engine/platform.ts'
import { SyncClient } from '#web/sync/tab/sync-client.ts'
import { FailingDisk } from './failing-disk.ts'

// Dexie's live queries need a global IndexedDB, although every device here has its own.
Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange })

export const loadMutations = async () => mutationRegistry

/** What outlives a tab: the disk, the locks between tabs, the tabs' channel. */
export class TestDevice {
  readonly indexedDB = new IDBFactory()
  readonly tabs: TestTab[] = []
  readonly disk = new FailingDisk()
  readonly pictures: string[] = []
  /** Data that an account stores outside the databases. */
  readonly outside: string[] = []
  /** Called on the device before a principal's database is erased. */
  beforeErasing: ((directory: DirectoryDatabase) => Promise<void>) | undefined
  private readonly tails = new Map<string, Promise<unknown>>()
  private readonly holders = new Map<string, (taken: DOMException) => void>()
  now = Date.parse('2026-03-01T12:00:00Z')
  /** Whether parts of the app's bundle can be loaded. */
  reachesChunks = true
  /** Stores chunks beside the tab, as a worker does. */
  keeper: KeepChunk | undefined

  constructor(readonly send: Send) {}

  get dexie() {
    return { indexedDB: this.indexedDB, IDBKeyRange, cache: 'disabled' as const, addons: [this.disk.addon] }
  }

  /** Web Locks within one device: granted in the order of the requests, released when the work ends or the tab dies. */
  async exclusively<Result>(name: string, work: () => Promise<Result>, death: Promise<never>): Promise<Result> {
    const before = this.tails.get(name) ?? Promise.resolve()
    return this.hold(
      name,
      before.then(() => undefined),
      work,
      death,
    )
  }

  /** Like `steal`: the holder's work is rejected, and queued requests stay queued. */
  async takeOver<Result>(name: string, work: () => Promise<Result>, death: Promise<never>): Promise<Result> {
    this.holders.get(name)?.(new DOMException('The lock was stolen.', 'AbortError'))
    return this.hold(name, Promise.resolve(), work, death)
  }

  private async hold<Result>(name: string, free: Promise<void>, work: () => Promise<Result>, death: Promise<never>) {
    const turn = free.then(() => {
      const taken = new Promise<never>((_, reject) => void this.holders.set(name, reject))
      return Promise.race([work(), death, taken])
    })
    this.tails.set(
      name,
      turn.catch(() => undefined),
    )
    return turn
  }

  /**
   * @param hasLeft  the session was ended before through the address bar
   * @param keptInTab  earlier contents of the tab's session storage, as after a reload
   */
  async openTab(hasLeft = false, keptInTab: string[] = []): Promise<TestTab> {
    const tab = new TestTab(this)
    tab.keptInTab.push(...keptInTab)
    this.tabs.push(tab)
    await tab.client.start(hasLeft)
    return tab
  }
}

export class TestTab {
  readonly directory: DirectoryDatabase
  readonly client: SyncClient
  private: PrivateDatabase | undefined
  /** What the session storage of this tab contains. */
  readonly keptInTab: string[] = []
  /** Principals whose databases its screens received, in order. */
  readonly shown: string[] = []
  fault: string | undefined
  /** Whether this tab has received a message of a living leader: from then on a screen trusts the stored phase. */
  knowsLeader = false
  isAlive = true
  isVisible = true
  /** Suspended by the system: it keeps its locks and connections, and neither receives nor posts messages. */
  isFrozen = false
  private die: () => void = () => undefined
  private readonly death = new Promise<never>((_, reject) => {
    this.die = () => reject(new Error('The tab was killed.'))
  })
  private readonly listeners: ((message: Message) => void)[] = []

  constructor(private readonly host: TestDevice) {
    this.directory = new DirectoryDatabase(host.dexie)
    this.death.catch(() => undefined) // A caller that waits for this tab gets the rejection.
    const channel: Channel = {
      post: (message) => {
        for (const tab of host.tabs) if (tab !== this && !tab.isFrozen) for (const listen of tab.listeners) listen(message)
      },
      onMessage: (listen) => void this.listeners.push(listen),
    }
    const device: Platform = {
      api: createApi((path, init) => this.sendWhileAlive(path, init)),
      dexie: host.dexie,
      locks: {
        exclusively: (name, work) => host.exclusively(name, work, this.death),
        takeOver: (name, work) => host.takeOver(name, work, this.death),
      },
      channel,
      openSocket: undefined,
      now: () => host.now,
      after: schedule,
      random: () => 0.5,
      isVisible: () => this.isVisible,
      requestBackgroundSync: () => undefined,
      dropPictures: async () => host.pictures.splice(0).length > 0,
      forget: async () => void host.outside.splice(0),
      forgetInTab: () => void this.keptInTab.splice(0),
      loadChunk: (load) => (host.reachesChunks ? load() : Promise.reject(new TypeError('Failed to fetch'))),
      ...(host.keeper && { openKeeper: async () => host.keeper as KeepChunk }),
      withDirectoryHeld: async (directory, work) => {
        await host.beforeErasing?.(directory)
        return work()
      },
    }
    this.client = new SyncClient({
      device,
      loadMutations,
      directory: this.directory,
      onPrivateDb: (db) => {
        this.private = db
        if (db) this.shown.push(db.principal)
      },
      onStorageFault: (sentence) => {
        this.fault = sentence
      },
      onLeader: () => {
        this.knowsLeader = true
      },
    })
  }

  get db(): PrivateDatabase {
    if (!this.private) throw new Error('no private database is open')
    return this.private
  }

  /** One sync cycle and everything it leads to, or until the tab is killed. */
  async settle() {
    await Promise.race([this.client.settle(), this.death]).catch((error) => {
      if (this.isAlive) throw error
    })
  }

  /** The tab is killed: it neither sends nor receives nor writes any more. */
  kill() {
    if (!this.isAlive) return
    this.isAlive = false
    this.die()
    this.client.stop()
    this.directory.close()
    this.host.tabs.splice(this.host.tabs.indexOf(this), 1)
  }

  private async sendWhileAlive(path: string, init: RequestInit): Promise<Response> {
    if (!this.isAlive) throw new TypeError('Failed to fetch')
    const response = await this.host.send(path, init)
    if (!this.isAlive) throw new TypeError('Failed to fetch')
    return response
  }
}
