import type { DirectoryDatabase, SyncPhase } from '#web/db/directory-database.ts'
import type { Device } from './device.ts'
import { LiveConnection } from './live.ts'
import { type Lane, SyncLoop } from './loop.ts'
import { type RoundDeps, runRound } from './round.ts'

export type LeaderDeps = Omit<RoundDeps, 'wire' | 'now' | 'showPhase'> & {
  device: Device
  directory: DirectoryDatabase
  stop: AbortSignal
  /** Asks for a round in the background: something poked, or it is time. */
  onDue: (lanes: readonly Lane[] | undefined) => void
  onFault: (error: unknown) => void
}

/** A round that has heard nothing for so long may hang on a network that is gone. */
const STALLED_MS = 2000

/** The part of the one tab that speaks with the server: rounds, the live connection, and the phase every tab shows. */
export class Leader {
  readonly loop: SyncLoop
  private readonly live: LiveConnection | undefined
  private phase: string | undefined
  private round = new AbortController()
  private heardAt = 0

  constructor(private readonly deps: LeaderDeps) {
    const { device, stop, onDue } = deps
    const { random, after, openSocket } = device
    const round = (lanes: ReadonlySet<Lane>) => {
      this.round = new AbortController()
      const alive = () => {
        this.heardAt = device.now()
      }
      alive()
      const wire = { api: device.api, locks: device.locks, stop: AbortSignal.any([stop, this.round.signal]), after, alive }
      return runRound({ ...deps, wire, now: device.now, showPhase: (phase) => this.showPhase(phase) }, lanes)
    }
    this.loop = new SyncLoop({ round, random, stop, after, onDue: () => onDue(undefined) })
    this.live = openSocket && new LiveConnection({ openSocket, onPoke: onDue, random, stop, after })
  }

  /** The network, or the person, came back: a round that hangs on what was before is given up, so that the next one begins now. */
  hurry() {
    if (this.deps.device.now() - this.heardAt > STALLED_MS) this.round.abort()
  }

  /** The server knows whose connection it is by the cookie it was opened with. */
  reconnect() {
    this.live?.reopen()
  }

  /** Written only when it changes: every tab wakes for it. */
  private async showPhase(phase: SyncPhase): Promise<void> {
    const next = phase.kind === 'offline' ? 'offline' : JSON.stringify(phase)
    if (next === this.phase) return
    this.phase = next
    try {
      await this.deps.directory.setMeta('phase', phase)
    } catch (error) {
      this.deps.onFault(error)
    }
  }
}
