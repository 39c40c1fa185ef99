import { LEADER_LOCK, type Message, type Platform } from '#web/sync/engine/platform.ts'

export type LeaderElectionDeps = {
  device: Pick<Platform, 'locks' | 'channel' | 'isVisible' | 'after'>
  /** Aborted when the tab stops. */
  stopping: AbortSignal
  isLeading: () => boolean
  /** Runs as leader until it is stopped. */
  lead: (stop: AbortSignal) => Promise<void>
  /** Another tab stole the lock of this one. */
  onDeposed: () => void
  /** Called for each sign that a leader is alive, in this tab or another. */
  onLeader: () => void
  inBackground: (work: Promise<unknown>) => void
}

/** With the sync cycle that follows, pending entries are sent within three seconds of opening the app. */
const ANSWER_WITHIN_MS = 2000

/** Error that a browser gives to the owner of a lock that was stolen. */
const isLockStolen = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/**
 * Leader election among the tabs of a device: one leader at a time, first come first served; an unresponsive leader is replaced.
 */
export class LeaderElection {
  /** Whether a leader is known to be alive, in this tab or another. */
  hasLeader = false
  /** Aborts this tab's wait for the lock, or its leadership. */
  private candidacy = new AbortController()
  /** Runs while a reply of the leader is outstanding. */
  private takeoverTimer: (() => void) | undefined

  constructor(private readonly deps: LeaderElectionDeps) {}

  /** Waits for the leader lock, then leads. */
  async campaign(): Promise<void> {
    const { locks } = this.deps.device
    this.candidacy = new AbortController()
    const stop = AbortSignal.any([this.deps.stopping, this.candidacy.signal])
    await this.runAsLeader((lead) => locks.exclusively(LEADER_LOCK, lead, stop))
  }

  /** A tab that hangs, or that the phone has suspended, does not reply: the visible tab takes over. */
  pingLeader(message: Message) {
    const { channel, isVisible, after } = this.deps.device
    const onSilence = () => {
      this.cancelTakeoverTimer()
      if (!this.deps.isLeading() && !this.deps.stopping.aborted) this.deps.inBackground(this.takeOver())
    }
    if (isVisible()) this.takeoverTimer ??= after(ANSWER_WITHIN_MS, onSilence)
    channel.post(message)
  }

  /** No reply is outstanding any more. */
  cancelTakeoverTimer() {
    this.takeoverTimer?.()
    this.takeoverTimer = undefined
  }

  /** A leader is alive. */
  onLeaderAlive() {
    this.hasLeader = true
    this.deps.onLeader()
  }

  private async takeOver(): Promise<void> {
    // Leave the lock queue: taking over needs no place in it.
    this.candidacy.abort()
    // An unresponsive leader's status may be stale.
    this.hasLeader = false
    this.candidacy = new AbortController()
    await this.runAsLeader((lead) => this.deps.device.locks.takeOver(LEADER_LOCK, lead))
  }

  /** Leads until the tab stops or another tab takes over; in the latter case it queues for the lock again. */
  private async runAsLeader(begin: (lead: () => Promise<void>) => Promise<void>): Promise<void> {
    const candidacy = this.candidacy
    const stop = AbortSignal.any([this.deps.stopping, candidacy.signal])
    let hasLed = false
    const lead = () => {
      hasLed = true
      return this.deps.lead(stop)
    }
    try {
      await begin(lead)
    } catch (error) {
      if (stop.aborted) return
      if (!hasLed || !isLockStolen(error)) throw error
      candidacy.abort()
      this.deps.onDeposed()
      await this.campaign()
    }
  }
}
