import { liveQuery } from 'dexie'
import type { DirectoryDatabase, SyncPhase } from '#web/db/directory-database.ts'
import type { LocalPrincipal, PrivateDatabase } from '#web/db/private-database.ts'
import { StorageTimeoutError, storageSentence } from '#web/db/storage-errors.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { readClientId } from '#web/sync/engine/client-id.ts'
import type { LoadMutations } from '#web/sync/engine/mutation-registry.ts'
import { StalePrincipalError } from '#web/sync/engine/outbox.ts'
import { type Message, type Platform, PRINCIPAL_LOCK } from '#web/sync/engine/platform.ts'
import { ALL_LANES, type Lane } from '#web/sync/engine/sync-loop.ts'
import type { Sync } from '#web/sync/engine/sync-port.ts'
import { initialPhase, Leader } from './leader.ts'
import { LeaderElection } from './leader-election.ts'
import { LocalWriter } from './local-writes.ts'
import { isAccount, openCurrent, type PrincipalDeps, switchPrincipal } from './switch-principal.ts'

export type ClientOptions = {
  device: Platform
  loadMutations: LoadMutations
  directory: DirectoryDatabase
  /** Called when this tab switches to another principal's database: screens follow. */
  onPrivateDb: (db: PrivateDatabase | undefined) => void
  onStorageFault: (sentence: string | undefined) => void
  /** Called when the stored phase comes from a live leader; before that it comes from an earlier launch. */
  onLeader?: () => void
}

const FOLLOW_RETRY_MS = 3000

/** The sync of one tab. Every tab writes; one of them leads and talks to the server. */
export class SyncClient implements Sync {
  private readonly stopping = new AbortController()
  private readonly principals: PrincipalDeps
  private readonly writes: LocalWriter
  readonly enqueue: Sync['enqueue']
  readonly retryRefused: Sync['retryRefused']
  readonly discardEntry: Sync['discardEntry']
  readonly store: Sync['store']
  readonly pendingCount: Sync['pendingCount']
  private readonly election: LeaderElection
  private private: PrivateDatabase | undefined
  private leader: Leader | undefined
  private opening: Promise<void> | undefined
  private startLeading: () => void = () => undefined
  private readonly leading = new Promise<void>((resolve) => {
    this.startLeading = resolve
  })

  constructor(private readonly options: ClientOptions) {
    const { device, loadMutations, directory } = options
    const exclusively = <Result>(work: () => Promise<Result>) => device.locks.exclusively(PRINCIPAL_LOCK, work)
    const { dexie, after, now, forget, forgetInTab, loadChunk, withDirectoryHeld } = device
    const { makeRoom } = this
    this.principals = {
      directory,
      loadMutations,
      dexie,
      after,
      now,
      makeRoom,
      forget,
      forgetInTab,
      loadChunk,
      withDirectoryHeld,
      exclusively,
    }
    this.writes = new LocalWriter({
      loadMutations,
      now: device.now,
      after: device.after,
      makeRoom,
      shown: () => this.private?.principal,
      open: () => this.open(),
      hasChanged: this.hasChanged,
      onStorageFault: options.onStorageFault,
      onWritten: () => this.afterWrite(),
    })
    this.enqueue = this.writes.enqueue
    this.retryRefused = this.writes.retryRefused
    this.discardEntry = this.writes.discardEntry
    this.store = this.writes.store
    this.pendingCount = this.writes.pendingCount
    this.election = new LeaderElection({
      device,
      stopping: this.stopping.signal,
      isLeading: () => this.leader !== undefined,
      lead: (stop) => this.lead(stop),
      onDeposed: () => {
        this.leader = undefined
      },
      onLeader: () => options.onLeader?.(),
      inBackground: (work) => this.inBackground(work),
    })
  }

  /**
   * Resolves when this tab can read and write; it leads later, when it gets the lock.
   *
   * @param hasLeft  the session was ended while no page was open: the device is erased before a screen reads it, unless unsent
   *   data would be lost
   */
  async start(hasLeft = false): Promise<void> {
    const { device, directory } = this.options
    if (hasLeft) await this.leaveUnlessUnsent()
    await this.adopt()
    const pointer = liveQuery(() => directory.getMeta('principal')).subscribe((next) => {
      if (next && next.life !== this.private?.life) this.follow()
    })
    this.stopping.signal.addEventListener('abort', () => pointer.unsubscribe())
    device.channel.onMessage((message) => this.onMessage(message))
    this.inBackground(this.election.campaign())
  }

  /** Stops this tab immediately; another tab takes the lead. */
  stop() {
    this.stopping.abort()
    this.election.cancelTakeoverTimer()
    this.private?.close()
  }

  /** Waits until this tab leads, then until no cycle is pending. */
  async settle(lanes: readonly Lane[] = ALL_LANES): Promise<void> {
    await this.leading
    await this.leader?.loop.request(lanes)
  }

  requestSync = () => this.requestCycle({ isNewNetwork: false })

  /** The network may be back, regardless of the last status. */
  cameOnline = () => {
    this.leader?.markStatusStale()
    this.requestCycle({ isNewNetwork: true })
  }

  private requestCycle(reason: { isNewNetwork: boolean }) {
    if (!this.leader) return this.election.pingLeader('sync')
    this.leader.abortStalledCycle(reason)
    this.round(ALL_LANES)
  }

  private async leaveUnlessUnsent() {
    const { leaveUnlessUnsent } = await loadChunk(() => import('./account-gone.ts'))
    await leaveUnlessUnsent(this.principals)
  }

  async switchPrincipal(principal: LocalPrincipal): Promise<void> {
    // Screens are detached first, so that none reads data that is being deleted.
    if (this.private && this.private.principal !== principal) this.options.onPrivateDb(undefined)
    try {
      await this.writes.patiently(async () => this.adoptDatabase(await switchPrincipal(this.principals, principal)))
    } catch (error) {
      // Once the pointer names another principal there is no way back, and opening that database completes the switch.
      if (!(error instanceof StorageTimeoutError)) await this.adopt().catch(() => undefined)
      if (this.private?.principal === principal) return this.afterSwitch()
      this.options.onPrivateDb(this.private)
      this.fault(error)
      throw error
    }
  }

  private async adoptDatabase(db: PrivateDatabase) {
    this.take(db)
    this.afterSwitch()
  }

  private afterSwitch() {
    this.leader?.reconnect()
    this.requestSync()
  }

  private round(lanes: readonly Lane[]) {
    if (this.leader) this.inBackground(this.leader.loop.request(lanes))
  }

  /** Runs work that has no caller: a storage failure is shown in the status. */
  private inBackground(work: Promise<unknown>) {
    work.catch((error: unknown) => this.fault(error))
  }

  private fault(error: unknown) {
    if (!this.stopping.signal.aborted) this.options.onStorageFault(storageSentence(error) ?? String(error))
  }

  private makeRoom = async () => {
    const { evict: makeRoom } = await loadChunk(() => import('#web/sync/engine/evict.ts'))
    const { device, directory } = this.options
    return makeRoom(directory, device.dropPictures, device.now())
  }

  private afterWrite() {
    if (this.leader) this.round(['me'])
    else this.election.pingLeader('write')
    this.options.device.requestBackgroundSync()
  }

  private onMessage(message: Message) {
    if (message === 'alive') {
      this.election.cancelTakeoverTimer()
      return this.election.onLeaderAlive()
    }
    if (!this.leader) return
    this.options.device.channel.post('alive')
    if (message === 'sync') this.leader.abortStalledCycle()
    this.round(message === 'write' ? ['me'] : ALL_LANES)
  }

  private async open(): Promise<PrivateDatabase> {
    await this.opening
    if (!this.private) await this.adopt()
    if (!this.private) throw new StalePrincipalError()
    return this.private
  }

  /** Whether another tab has switched the principal since `db` was opened: this tab follows. */
  private hasChanged = async (db: PrivateDatabase): Promise<boolean> => {
    const pointer = await this.options.directory.getMeta('principal').catch(() => undefined)
    if (!pointer || pointer.life === db.life) return false
    await this.adopt()
    return true
  }

  /**
   * Another tab has switched the principal. If the storage fails, this may be the only tab that can complete the switch, so it
   * retries.
   */
  private follow(hasFailed = false) {
    this.adopt().then(
      () => hasFailed && this.options.onStorageFault(undefined),
      (error: unknown) => {
        this.fault(error)
        this.options.device.after(FOLLOW_RETRY_MS, () => this.stopping.signal.aborted || this.follow(true))
      },
    )
  }

  /** Opens the database that the pointer names. */
  private adopt(): Promise<void> {
    this.opening ??= openCurrent(this.principals)
      .then((db) => this.take(db))
      .finally(() => {
        this.opening = undefined
      })
    return this.opening
  }

  private take(db: PrivateDatabase) {
    if (this.stopping.signal.aborted) return db.close()
    if (this.private?.life === db.life) db.close()
    else {
      if (this.private && isAccount(this.private)) this.options.device.forgetInTab()
      this.private?.close()
      this.private = db
      this.leader?.reconnect()
    }
    this.options.onPrivateDb(this.private)
    this.round(ALL_LANES)
  }

  /** A device that cannot store the phase still syncs. */
  private readInitialPhase(): Promise<SyncPhase> {
    return initialPhase(this.options.directory, this.election.hasLeader).catch((error: unknown) => {
      this.fault(error)
      return { kind: 'connecting' }
    })
  }

  private async lead(stop: AbortSignal): Promise<void> {
    const { device, loadMutations, directory } = this.options
    this.election.cancelTakeoverTimer()
    const guest = this.private?.getMeta('principalId').catch(() => undefined)
    const [clientId, phase, known] = await Promise.all([readClientId(directory), this.readInitialPhase(), guest])
    if (stop.aborted) return
    this.leader = new Leader({
      device,
      loadMutations,
      directory,
      stop,
      clientId,
      phase,
      guest: known,
      currentDb: () => this.private,
      makeRoom: this.makeRoom,
      hasSwitched: this.hasChanged,
      onOther: async (principal, db) => this.adoptDatabase(await switchPrincipal(this.principals, principal, db.life)),
      onGone: async (db, code, transport) => {
        const { leaveGoneAccount: leaveGone } = await loadChunk(() => import('./account-gone.ts'))
        const guest = await leaveGone(this.principals, transport, db, code)
        if (guest) await this.adoptDatabase(guest)
        else this.requestSync()
      },
      onSignedOut: async (transport) =>
        (await loadChunk(() => import('#web/sync/engine/end-session.ts'))).endSession(transport, directory, device.now),
      onSealed: async (db, transport) =>
        (await loadChunk(() => import('./sealed-outbox.ts'))).unseal(transport, this.principals, db),
      onLostGuest: async (db, set) =>
        (await loadChunk(() => import('#web/sync/engine/push/replace-lost-guest.ts'))).replaceLostGuest(
          { loadMutations, now: device.now },
          db,
          set,
        ),
      onDue: (lanes = ALL_LANES) => this.round(lanes),
      onFault: (error) => this.fault(error),
    })
    this.startLeading()
    this.election.onLeaderAlive()
    this.round(ALL_LANES)
    await new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }))
  }
}
