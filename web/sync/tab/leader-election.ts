import { LEADER_LOCK, type Message, type Platform } from '#web/sync/engine/platform.ts'

export type LeaderElectionDeps = {
  device: Pick<Platform, 'locks' | 'channel' | 'isVisible' | 'after'>
  /** Ends with the tab. */
  stopping: AbortSignal
  isLeading: () => boolean
  /** Leads until it is stopped. */
  lead: (stop: AbortSignal) => Promise<void>
  /** Another tab took the lead from this one. */
  onDeposed: () => void
  /** Told of each sign of life of a leader, this tab or another. */
  onLeader: () => void
  inBackground: (work: Promise<unknown>) => void
}

/** With the round that follows, what waits is on its way within three seconds of opening the app. */
const ANSWER_WITHIN_MS = 2000

/** What a browser says to the holder of a lock that somebody else took. */
const isLockStolen = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Which tab of a device leads: one at a time, in the order of their coming, and past one that does not answer. */
export class LeaderElection {
  /** Whether a leader was heard of, this tab or another. */
  hasLeader = false
  /** Ends this tab's waiting for its turn, or its turn. */
  private candidacy = new AbortController()
  /** Runs while the leader owes an answer. */
  private takeoverTimer: (() => void) | undefined

  constructor(private readonly deps: LeaderElectionDeps) {}

  /** Waits for this tab's turn, and leads when it comes. */
  async campaign(): Promise<void> {
    const { locks } = this.deps.device
    this.candidacy = new AbortController()
    const stop = AbortSignal.any([this.deps.stopping, this.candidacy.signal])
    await this.runAsLeader((lead) => locks.exclusively(LEADER_LOCK, lead, stop))
  }

  /** One that hangs, or that its phone has put to sleep, does not answer: the tab somebody looks at takes its place. */
  pingLeader(message: Message) {
    const { channel, isVisible, after } = this.deps.device
    const onSilence = () => {
      this.cancelTakeoverTimer()
      if (!this.deps.isLeading() && !this.deps.stopping.aborted) this.deps.inBackground(this.takeOver())
    }
    if (isVisible()) this.takeoverTimer ??= after(ANSWER_WITHIN_MS, onSilence)
    channel.post(message)
  }

  /** No answer is owed any more. */
  cancelTakeoverTimer() {
    this.takeoverTimer?.()
    this.takeoverTimer = undefined
  }

  /** A leader is there. */
  onLeaderAlive() {
    this.hasLeader = true
    this.deps.onLeader()
  }

  private async takeOver(): Promise<void> {
    // It stands in the queue already; from here on it needs no turn of its own.
    this.candidacy.abort()
    // Whoever does not answer may have been wrong for long.
    this.hasLeader = false
    this.candidacy = new AbortController()
    await this.runAsLeader((lead) => this.deps.device.locks.takeOver(LEADER_LOCK, lead))
  }

  /** Leads until the tab stops, or another tab takes the lead; then it stands in the queue again. */
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
