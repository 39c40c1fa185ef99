import type { Schedule } from '#web/db/schedule.ts'

/** The lanes of the server's data: `me` is the private lane, `directory` the public one. */
export type Lane = 'me' | 'directory'
export const ALL_LANES: readonly Lane[] = ['me', 'directory']

/** `retry`: waiting may help. `rest`: only the user or a new trigger can help. */
export type SyncCycleResult =
  | 'done'
  | 'rest'
  | { retry: true /** At least this long, if the server named a delay. */; notBeforeMs?: number | undefined }
/** Result of each lane of a cycle. */
export type LaneOutcomes = ReadonlyMap<Lane, SyncCycleResult>

const FIRST_BACKOFF_MS = 1000
const MAX_BACKOFF_MS = 5 * 60 * 1000
/** Without any trigger: a live connection can be dead without an event. */
const PERIOD_MS = 2 * 60 * 1000

export type LoopDeps = {
  round: (lanes: ReadonlySet<Lane>) => Promise<LaneOutcomes>
  random: () => number
  after: Schedule
  stop: AbortSignal
  /** Called when a cycle of both lanes is due without a trigger. */
  onDue: () => void
}

/** 0.5 to 1.5 times the duration, so that devices that were disconnected together do not reconnect together. */
export const withJitter = (ms: number, random: () => number) => ms * (0.5 + random())

export const backoffMs = (failures: number, random: () => number) =>
  withJitter(Math.min(FIRST_BACKOFF_MS * 2 ** Math.max(0, failures - 1), MAX_BACKOFF_MS), random)

/** A lane between its cycles: the timer of the next one, and the number of consecutive failures. */
type Rest = { cancel: () => void; failures: number }

/**
 * Runs sync cycles one after another. Any number of requests during a cycle cause one further cycle.
 *
 * Each lane has its own timer, so that cycles of one lane do not delay the retry or the period of the other.
 */
export class SyncLoop {
  private readonly requested = new Set<Lane>()
  private readonly rests = new Map<Lane, Rest>()
  private running: Promise<void> | undefined

  constructor(private readonly deps: LoopDeps) {
    deps.stop.addEventListener('abort', () => {
      for (const lane of ALL_LANES) this.cancel(lane)
    })
  }

  /** Resolves when no lane is requested any more, or when the loop waits before a retry. */
  request(lanes: readonly Lane[] = ALL_LANES): Promise<void> {
    for (const lane of lanes) this.requested.add(lane)
    this.running ??= this.run()
    return this.running
  }

  private async run() {
    try {
      // Also after a failure: a request during the cycle may mean that the network is back.
      while (this.requested.size > 0 && !this.deps.stop.aborted) {
        const lanes = new Set(this.requested)
        this.requested.clear()
        for (const lane of lanes) this.cancel(lane)
        const outcomes = await this.deps.round(lanes)
        for (const lane of lanes) this.rest(lane, outcomes.get(lane) ?? 'done')
      }
    } finally {
      // In the same turn as the last check of the requested lanes: a request after it starts a new run.
      this.running = undefined
    }
  }

  private rest(lane: Lane, outcome: SyncCycleResult) {
    if (this.deps.stop.aborted) return
    const { random, after } = this.deps
    const isRetry = typeof outcome === 'object'
    const failures = isRetry ? (this.rests.get(lane)?.failures ?? 0) + 1 : 0
    const pauseMs = isRetry ? Math.max(backoffMs(failures, random), outcome.notBeforeMs ?? 0) : withJitter(PERIOD_MS, random)
    this.rests.set(lane, { failures, cancel: after(pauseMs, () => this.deps.onDue()) })
  }

  private cancel(lane: Lane) {
    this.rests.get(lane)?.cancel()
  }
}
