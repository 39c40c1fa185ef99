import type { Schedule } from '#web/db/schedule.ts'

/** The parts of the server's data that a round may ask for. */
export type Lane = 'me' | 'directory'
export const ALL_LANES: readonly Lane[] = ['me', 'directory']

/** `retry`: waiting may help. `rest`: only the person or a new trigger can help. */
export type SyncCycleResult =
  | 'done'
  | 'rest'
  | { retry: true /** At least so long, where the server named a time. */; notBeforeMs?: number | undefined }
/** How each lane of a round ended. */
export type LaneOutcomes = ReadonlyMap<Lane, SyncCycleResult>

const FIRST_BACKOFF_MS = 1000
const LONGEST_BACKOFF_MS = 5 * 60 * 1000
/** Without any trigger: a live connection can be dead without knowing. */
const PERIOD_MS = 2 * 60 * 1000

export type LoopDeps = {
  round: (lanes: ReadonlySet<Lane>) => Promise<LaneOutcomes>
  random: () => number
  after: Schedule
  stop: AbortSignal
  /** It is time for a round of both lanes that no trigger asked for. */
  onDue: () => void
}

/** Half to one and a half times as long, so that devices which fell out together do not come back together. */
export const withJitter = (ms: number, random: () => number) => ms * (0.5 + random())

export const backoffMs = (failures: number, random: () => number) =>
  withJitter(Math.min(FIRST_BACKOFF_MS * 2 ** Math.max(0, failures - 1), LONGEST_BACKOFF_MS), random)

/** A lane between its rounds: the timer of its next one, and how many rounds have failed since the last that did not. */
type Rest = { callOff: () => void; failures: number }

/**
 * Runs rounds one after another: a request during a round means one more after it, however many ask.
 *
 * Each lane has a timer of its own, so that rounds of one lane, however many, put off neither a retry nor the period of the
 * other.
 */
export class SyncLoop {
  private readonly wanted = new Set<Lane>()
  private readonly rests = new Map<Lane, Rest>()
  private running: Promise<void> | undefined

  constructor(private readonly deps: LoopDeps) {
    deps.stop.addEventListener('abort', () => {
      for (const lane of ALL_LANES) this.callOff(lane)
    })
  }

  /** Resolves when nothing is wanted any more, or the loop waits before it tries again. */
  request(lanes: readonly Lane[] = ALL_LANES): Promise<void> {
    for (const lane of lanes) this.wanted.add(lane)
    this.running ??= this.run()
    return this.running
  }

  private async run() {
    try {
      // Also after a failure: a request in the meantime may mean that the network is back.
      while (this.wanted.size > 0 && !this.deps.stop.aborted) {
        const lanes = new Set(this.wanted)
        this.wanted.clear()
        for (const lane of lanes) this.callOff(lane)
        const outcomes = await this.deps.round(lanes)
        for (const lane of lanes) this.rest(lane, outcomes.get(lane) ?? 'done')
      }
    } finally {
      // In the same turn as the last look at what is wanted: a request after it starts a new run.
      this.running = undefined
    }
  }

  private rest(lane: Lane, outcome: SyncCycleResult) {
    if (this.deps.stop.aborted) return
    const { random, after } = this.deps
    const isRetry = typeof outcome === 'object'
    const failures = isRetry ? (this.rests.get(lane)?.failures ?? 0) + 1 : 0
    const pauseMs = isRetry ? Math.max(backoffMs(failures, random), outcome.notBeforeMs ?? 0) : withJitter(PERIOD_MS, random)
    this.rests.set(lane, { failures, callOff: after(pauseMs, () => this.deps.onDue()) })
  }

  private callOff(lane: Lane) {
    this.rests.get(lane)?.callOff()
  }
}
