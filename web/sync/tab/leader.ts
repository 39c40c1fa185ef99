import type { PrincipalId } from '#shared/ids.ts'
import type { DirectoryDatabase, SyncPhase } from '#web/db/directory-database.ts'
import { HttpProblem } from '#web/net/api.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import type { Platform } from '#web/sync/engine/platform.ts'
import { newPace } from '#web/sync/engine/push/push.ts'
import { runSyncCycle, type SyncCycleDeps } from '#web/sync/engine/sync-cycle.ts'
import { type Lane, SyncLoop } from '#web/sync/engine/sync-loop.ts'
import { REQUEST_TIMEOUT_MS, timeoutSignal } from '#web/sync/engine/transport.ts'
import { LiveConnection } from './live-connection.ts'
import type { LiveDeltas } from './live-deltas.ts'

export type LeaderDeps = Omit<
  SyncCycleDeps,
  | 'transport'
  | 'now'
  | 'showPhase'
  | 'onGuest'
  | 'onLaneEnd'
  | 'troubles'
  | 'pace'
  | 'loadCompaction'
  | 'loadSendPending'
  | 'loadPullDifferences'
> & {
  device: Platform
  directory: DirectoryDatabase
  /** The result of `initialPhase`. */
  phase: SyncPhase
  /** The server's id for the guest, if known; undefined for an unknown guest, and for an account. */
  guest: PrincipalId | undefined
  stop: AbortSignal
  /** Requests a cycle in the background: after a poke, or when the period is over. */
  onDue: (lanes: readonly Lane[] | undefined) => void
  onFault: (error: unknown) => void
}

/** A cycle without a byte received for this long, beyond its upload time, may hang on a lost network. */
const STALLED_MS = 2000
/** The cheapest request: any response shows that the server is reachable. */
const PROBE = '/api/config'
/** Longer than the period between cycles: the tab was suspended, and its last status is stale. */
const STALE_MS = 4 * 60_000

/**
 * The phase with which a new leader starts. A phase stored by an earlier launch does not describe the network of this launch,
 * except `sign-in`, which only the user can resolve. The start time of an outage (`since`) is kept until the server is
 * reached.
 *
 * @param isKnown  whether a live leader handed over: its last phase is then still valid
 */
export async function initialPhase(directory: DirectoryDatabase, isKnown: boolean): Promise<SyncPhase> {
  const last = await directory.getMeta('phase')
  if (last && (isKnown || last.kind === 'sign-in')) return last
  const phase: SyncPhase = { kind: 'connecting', ...(last && 'since' in last && { since: last.since }) }
  await directory.setMeta('phase', phase)
  return phase
}

/** The role of the one tab that talks to the server: sync cycles, the live connection, and the phase that every tab shows. */
export class Leader {
  readonly loop: SyncLoop
  private readonly live: LiveConnection | undefined
  private phase: SyncPhase
  private guest: PrincipalId | undefined
  /** Whether the phase is stored, so that every tab can read it: a full device may not have had the space. */
  private isStored = true
  private round = new AbortController()
  private lastByteAt = 0
  /** How long the current request may be idle because of its upload. */
  private uploadMs = 0
  private isRunning = false
  private isPulling = false
  /** Loaded with the first delta: a first visit does not need it. */
  private deltas: Promise<LiveDeltas> | undefined
  private readonly perLeader = {
    troubles: new Map(),
    pace: newPace(),
    loadCompaction: async () => (await loadChunk(() => import('#web/sync/engine/compact-overlay.ts'))).compactOverlay,
    loadSendPending: async () => (await loadChunk(() => import('./send-with-proof.ts'))).sendWithProof,
    loadPullDifferences: async () => (await loadChunk(() => import('#web/sync/engine/pull/pull-differences.ts'))).pullDifferences,
  }

  constructor(private readonly deps: LeaderDeps) {
    const { device, stop, onDue, phase, guest } = deps
    this.phase = phase
    this.guest = guest
    const { random, after, openSocket } = device
    const round = (lanes: ReadonlySet<Lane>) => {
      this.round = new AbortController()
      const alive = () => {
        this.lastByteAt = device.now()
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
        openKeeper: device.openKeeper,
      }
      const callbacks = {
        showPhase: (phase: SyncPhase) => this.showPhase(phase),
        onGuest: (guest: PrincipalId) => this.meetGuest(guest),
        onLaneEnd: (lane: Lane) => {
          if (lane === 'directory') this.endPull()
        },
      }
      this.isRunning = true
      this.isPulling = lanes.has('directory')
      return runSyncCycle({ ...deps, ...this.perLeader, ...callbacks, transport, now: device.now }, lanes).finally(() => {
        this.isRunning = false
      })
    }
    this.loop = new SyncLoop({ round, random, stop, after, onDue: () => onDue(undefined) })
    this.live = openSocket && new LiveConnection({ openSocket, onPoke: onDue, onDelta: this.takeDelta, random, stop, after })
  }

  private takeDelta = (bytes: ArrayBuffer) => {
    const { device, directory, stop, onDue } = this.deps
    const pull = () => onDue(['directory'])
    this.deltas ??= loadChunk(() => import('./live-deltas.ts')).then(
      ({ LiveDeltas }) => new LiveDeltas({ device, directory, stop, pull, isPulling: () => this.isPulling }),
    )
    this.deltas.then(
      (deltas) => deltas.take(bytes),
      () => {
        this.deltas = undefined
        pull()
      },
    )
  }

  private endPull() {
    this.isPulling = false
    this.deltas?.then(
      (deltas) => deltas.flush(),
      () => undefined,
    )
  }

  /**
   * The network came back, or the user returned: a cycle that hangs on a lost network is aborted, so that the next one starts
   * now. After a network change or a suspension a hang is likely, so the abort is immediate. When the tab only becomes visible,
   * the server is probed first: a cycle that is merely slow continues, because aborting it would send its data again.
   */
  abortStalledCycle({ isNewNetwork = false } = {}) {
    const silentMs = this.deps.device.now() - this.lastByteAt
    const isAsleep = silentMs > STALE_MS
    if (isAsleep && this.lastByteAt > 0) this.markStatusStale()
    if (isAsleep || (isNewNetwork && silentMs > STALLED_MS)) this.round.abort()
    else if (this.isRunning && silentMs > STALLED_MS + this.uploadMs) void this.probe()
  }

  private async probe() {
    const { round, lastByteAt } = this
    const { api } = this.deps.device
    const { signal, cancel } = timeoutSignal(this.deps.device, REQUEST_TIMEOUT_MS)
    const isAnswered = await api.text(PROBE, { signal: AbortSignal.any([round.signal, signal]) }).then(
      () => true,
      (error: unknown) => error instanceof HttpProblem,
    )
    cancel()
    // Any byte received since shows that the cycle is progressing.
    if (isAnswered && this.lastByteAt === lastByteAt) round.abort()
  }

  /** The last status may no longer be true: until the next response the status is unknown. */
  markStatusStale() {
    if (this.phase.kind === 'offline' || this.phase.kind === 'idle') void this.showPhase({ ...this.phase, kind: 'connecting' })
  }

  /**
   * The guest was created by this tab, another tab or the worker. The server treats a connection that was opened earlier as
   * anonymous.
   */
  private meetGuest(guest: PrincipalId) {
    if (guest === this.guest) return
    this.guest = guest
    this.reconnect()
  }

  /** The server identifies a connection by the cookie it was opened with. */
  reconnect() {
    this.live?.reopen()
  }

  /** Written only when it changes: every write wakes every tab. */
  private async showPhase(phase: SyncPhase): Promise<void> {
    // Kept from the first failed attempt, across later attempts.
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
