import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { commands } from '#web/app/client-mutators.ts'
import { DirectoryDatabase } from '#web/db/directory-database.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { schedule } from '#web/db/schedule.ts'
import { createApi, type Send } from '#web/net/api.ts'
import type { Channel, Message, Platform } from '#web/sync/engine/platform.ts'
import { SyncClient } from '#web/sync/tab/sync-client.ts'
import { FailingDisk } from './failing-disk.ts'

// Dexie's live queries ask for a global IndexedDB, though every device here has its own.
Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange })

export const loadMutations = async () => commands

/** What outlives a tab: the disk, the locks between tabs, the tabs' channel. */
export class TestDevice {
  readonly indexedDB = new IDBFactory()
  readonly tabs: TestTab[] = []
  readonly disk = new FailingDisk()
  readonly pictures: string[] = []
  /** What an account keeps outside the databases. */
  readonly outside: string[] = []
  /** What happens on the device while somebody's database is about to go. */
  beforeErasing: ((directory: DirectoryDatabase) => Promise<void>) | undefined
  private readonly tails = new Map<string, Promise<unknown>>()
  private readonly holders = new Map<string, (taken: DOMException) => void>()
  now = Date.parse('2026-03-01T12:00:00Z')

  constructor(readonly send: Send) {}

  get dexie() {
    return { indexedDB: this.indexedDB, IDBKeyRange, cache: 'disabled' as const, addons: [this.disk.addon] }
  }

  /** Web Locks within one device: in the order of asking, released when the work ends or the tab dies. */
  async exclusively<Result>(name: string, work: () => Promise<Result>, death: Promise<never>): Promise<Result> {
    const before = this.tails.get(name) ?? Promise.resolve()
    return this.hold(
      name,
      before.then(() => undefined),
      work,
      death,
    )
  }

  /** As `steal` does: whoever holds it hears so, and whatever waits goes on waiting. */
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
   * @param hasLeft  the session was ended by the address bar before
   * @param keptInTab  what the storage of the tab holds from before, as after it was loaded again
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
  /** What the storage of this tab holds. */
  readonly keptInTab: string[] = []
  /** Whose databases its screens were given, in order. */
  readonly shown: string[] = []
  fault: string | undefined
  /** Whether this tab has heard of a living leader: from then on a screen believes the phase that is stored. */
  knowsLeader = false
  isAlive = true
  isVisible = true
  /** Put to sleep by the system: it holds what it holds, and neither hears nor says anything. */
  isFrozen = false
  private die: () => void = () => undefined
  private readonly death = new Promise<never>((_, reject) => {
    this.die = () => reject(new Error('The tab was killed.'))
  })
  private readonly listeners: ((message: Message) => void)[] = []

  constructor(private readonly host: TestDevice) {
    this.directory = new DirectoryDatabase(host.dexie)
    this.death.catch(() => undefined) // Whoever waits for this tab hears of it.
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

  /** One round and whatever it leads to, or until the tab is killed. */
  async settle() {
    await Promise.race([this.client.settle(), this.death]).catch((error) => {
      if (this.isAlive) throw error
    })
  }

  /** The tab is killed: it neither sends nor hears nor writes any more. */
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
