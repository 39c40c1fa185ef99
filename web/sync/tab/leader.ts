import type { PrincipalId } from '#shared/ids.ts'
import type { DirectoryDatabase, SyncPhase } from '#web/db/directory-database.ts'
import { HttpProblem } from '#web/net/api.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import type { Platform } from '#web/sync/engine/platform.ts'
import { newPace } from '#web/sync/engine/push/push.ts'
import { runSyncCycle, type SyncCycleDeps } from '#web/sync/engine/sync-cycle.ts'
import { type Lane, SyncLoop } from '#web/sync/engine/sync-loop.ts'
import { LiveConnection } from './live-connection.ts'

export type LeaderDeps = Omit<
  SyncCycleDeps,
  'transport' | 'now' | 'showPhase' | 'onGuest' | 'troubles' | 'pace' | 'loadFold' | 'loadSendPending' | 'loadPullHeld'
> & {
  device: Platform
  directory: DirectoryDatabase
  /** As `beginPhase` gave it. */
  phase: SyncPhase
  /** Who a guest was to the server so far; undefined for a stranger, and for an account. */
  guest: PrincipalId | undefined
  stop: AbortSignal
  /** Asks for a round in the background: something poked, or it is time. */
  onDue: (lanes: readonly Lane[] | undefined) => void
  onFault: (error: unknown) => void
}

/** A round that has heard nothing for so long, beyond the time of its upload, may hang on a network that is gone. */
const STALLED_MS = 2000
/** The cheapest call: any answer shows that the server can be reached. */
const PROBE = '/api/config'
/** Longer than rounds are apart by themselves: the tab slept meanwhile, and what it last heard says little about now. */
const STALE_MS = 4 * 60_000

/**
 * The phase that a new leader begins with. What an earlier launch heard says nothing about this one's network, except for what
 * only the server or the person can change; and since when nobody was reached goes on until somebody is.
 *
 * @param isKnown  whether a living leader handed over: then its last word stands
 */
export async function initialPhase(directory: DirectoryDatabase, isKnown: boolean): Promise<SyncPhase> {
  const last = await directory.getMeta('phase')
  if (last && (isKnown || last.kind === 'sign-in')) return last
  const phase: SyncPhase = { kind: 'connecting', ...(last && 'since' in last && { since: last.since }) }
  await directory.setMeta('phase', phase)
  return phase
}

/** The part of the one tab that speaks with the server: rounds, the live connection, and the phase every tab shows. */
export class Leader {
  readonly loop: SyncLoop
  private readonly live: LiveConnection | undefined
  private phase: SyncPhase
  private guest: PrincipalId | undefined
  /** Whether the phase is stored, so that every tab knows it: a full device may not have had the room. */
  private isStored = true
  private round = new AbortController()
  private heardAt = 0
  /** How long the request at hand may be silent for its upload. */
  private uploadMs = 0
  private isBusy = false
  private readonly kept = {
    troubles: new Map(),
    pace: newPace(),
    loadFold: async () => (await loadChunk(() => import('#web/sync/engine/compact-overlay.ts'))).compactOverlay,
    loadSendPending: async () => (await loadChunk(() => import('#web/sync/engine/push/send-pending.ts'))).sendPending,
    loadPullHeld: async () => (await loadChunk(() => import('#web/sync/engine/pull/pull-held.ts'))).pullHeld,
  }

  constructor(private readonly deps: LeaderDeps) {
    const { device, stop, onDue, phase, guest } = deps
    this.phase = phase
    this.guest = guest
    const { random, after, openSocket } = device
    const round = (lanes: ReadonlySet<Lane>) => {
      this.round = new AbortController()
      const alive = () => {
        this.heardAt = device.now()
        this.uploadMs = 0
      }
      const uploads = (ms: number) => {
        this.uploadMs = ms
      }
      alive()
      const transport = {
        api: device.api,
        locks: device.locks,
        stop: AbortSignal.any([stop, this.round.signal]),
        after,
        alive,
        uploads,
      }
      const hear = {
        showPhase: (phase: SyncPhase) => this.showPhase(phase),
        onGuest: (guest: PrincipalId) => this.meetGuest(guest),
      }
      this.isBusy = true
      return runSyncCycle({ ...deps, ...this.kept, ...hear, transport, now: device.now }, lanes).finally(() => {
        this.isBusy = false
      })
    }
    this.loop = new SyncLoop({ round, random, stop, after, onDue: () => onDue(undefined) })
    this.live = openSocket && new LiveConnection({ openSocket, onPoke: onDue, random, stop, after })
  }

  /**
   * The network, or the person, came back: a round that hangs on a network that is gone is given up, so that the next one
   * begins now. After a new network, or a sleep, that is likely, and happens at once. When the person only looks again, the
   * server is asked first: a round that is merely slow goes on, because what it has sent would have to be sent again.
   */
  abortStalledCycle({ isNewNetwork = false } = {}) {
    const silentMs = this.deps.device.now() - this.heardAt
    const isAsleep = silentMs > STALE_MS
    if (isAsleep && this.heardAt > 0) this.markStatusStale()
    if (isAsleep || (isNewNetwork && silentMs > STALLED_MS)) this.round.abort()
    else if (this.isBusy && silentMs > STALLED_MS + this.uploadMs) void this.probe()
  }

  private async probe() {
    const { round, heardAt } = this
    const { api } = this.deps.device
    const isAnswered = await api.text(PROBE, { signal: round.signal }).then(
      () => true,
      (error: unknown) => error instanceof HttpProblem,
    )
    // Whatever was heard meanwhile shows that the round goes on.
    if (isAnswered && this.heardAt === heardAt) round.abort()
  }

  /** What was heard last may no longer be true: until the next answer nothing is known. */
  markStatusStale() {
    if (this.phase.kind === 'offline' || this.phase.kind === 'idle') void this.showPhase({ ...this.phase, kind: 'connecting' })
  }

  /** Made one by this tab, by another or by the worker: what was opened before, the server takes for a stranger's. */
  private meetGuest(guest: PrincipalId) {
    if (guest === this.guest) return
    this.guest = guest
    this.reconnect()
  }

  /** The server knows whose connection it is by the cookie it was opened with. */
  reconnect() {
    this.live?.reopen()
  }

  /** Written only when it changes: every tab wakes for it. */
  private async showPhase(phase: SyncPhase): Promise<void> {
    // Since the first time that nobody was reached, whatever was tried in between.
    const since = 'since' in this.phase ? this.phase.since : undefined
    const next = phase.kind === 'offline' && since ? { ...phase, since } : phase
    if (this.isStored && JSON.stringify(next) === JSON.stringify(this.phase)) return
    this.phase = next
    this.isStored = true
    try {
      await this.deps.directory.setMeta('phase', next)
    } catch (error) {
      this.isStored = false
      this.deps.onFault(error)
    }
  }
}
