import type { After } from '#web/db/after.ts'

/** The parts of the server's data that a round may ask for. */
export type Lane = 'me' | 'directory'
export const BOTH: readonly Lane[] = ['me', 'directory']

/** `retry`: something may come right by waiting. `rest`: only the person or a new trigger can help. */
export type RoundOutcome = 'done' | 'retry' | 'rest'

const FIRST_BACKOFF_MS = 1000
const LONGEST_BACKOFF_MS = 5 * 60 * 1000
/** Without any trigger: a live connection can be dead without knowing. */
const PERIOD_MS = 2 * 60 * 1000

export type LoopDeps = {
  round: (lanes: ReadonlySet<Lane>) => Promise<RoundOutcome>
  random: () => number
  after: After
  stop: AbortSignal
  /** It is time for a round that nobody asked for. */
  onDue: () => void
}

/** Half to one and a half times as long, so that devices which fell out together do not come back together. */
export const withJitter = (ms: number, random: () => number) => ms * (0.5 + random())

export const backoffMs = (failures: number, random: () => number) =>
  withJitter(Math.min(FIRST_BACKOFF_MS * 2 ** Math.max(0, failures - 1), LONGEST_BACKOFF_MS), random)

/** Rounds one after another: a request during a round means one more after it, however many ask. */
export class SyncLoop {
  private readonly wanted = new Set<Lane>()
  private running: Promise<void> | undefined
  private callOff: () => void = () => undefined
  private failures = 0

  constructor(private readonly deps: LoopDeps) {
    deps.stop.addEventListener('abort', () => this.callOff())
  }

  /** Resolves when nothing is wanted any more, or the loop waits before it tries again. */
  request(lanes: readonly Lane[] = BOTH): Promise<void> {
    for (const lane of lanes) this.wanted.add(lane)
    this.running ??= this.run().finally(() => {
      this.running = undefined
    })
    return this.running
  }

  private async run() {
    this.callOff()
    // Also after a failure: whoever asked meanwhile may know that the network is back.
    while (this.wanted.size > 0 && !this.deps.stop.aborted) {
      const lanes = new Set(this.wanted)
      this.wanted.clear()
      const outcome = await this.deps.round(lanes)
      this.failures = outcome === 'retry' ? this.failures + 1 : 0
    }
    if (this.deps.stop.aborted) return
    const pauseMs = this.failures > 0 ? backoffMs(this.failures, this.deps.random) : withJitter(PERIOD_MS, this.deps.random)
    this.callOff = this.deps.after(pauseMs, () => this.deps.onDue())
  }
}
