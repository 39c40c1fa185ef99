import type { Schedule } from '#web/db/schedule.ts'

type Event = { at: number; order: number; work: () => void }

/** Idle turns of the event loop before time advances: a deletion takes some turns without being observable. */
const STILL_TURNS = 6

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Virtual time, which advances only when everything that can happen now has happened: real work (the database, the event loop)
 * takes none of it, and five minutes of waiting pass immediately.
 */
export class VirtualClock {
  /** Milliseconds since the history began. */
  now = 0
  private readonly events = new Set<Event>()
  private order = 0

  /**
   * @param isBusy  whether a disk is working, which takes several turns
   * @param whenAnswered  resolves when the server has nothing in flight; `undefined` when nothing is in flight now
   */
  constructor(
    private readonly isBusy: () => boolean,
    private readonly whenAnswered: () => Promise<void> | undefined,
  ) {}

  after: Schedule = (ms, work) => {
    // Whole milliseconds, as on every device clock: an id made of a fraction would be invalid.
    const event = { at: this.now + Math.max(0, Math.round(ms)), order: this.order++, work }
    this.events.add(event)
    return () => void this.events.delete(event)
  }

  async pass(ms: number): Promise<void> {
    const until = this.now + Math.round(ms)
    for (;;) {
      await this.settle()
      const next = this.next()
      if (!next || next.at > until) break
      this.now = next.at
      // Events of one instant run in parallel: the server receives both copies of a doubled request concurrently.
      for (const event of this.due()) {
        this.events.delete(event)
        event.work()
      }
    }
    this.now = until
  }

  /** Waits until nothing can proceed without time advancing. */
  async settle(): Promise<void> {
    for (let still = 0; still < STILL_TURNS; still++) {
      await turn()
      const isBusy = this.isBusy()
      const answered = isBusy ? undefined : this.whenAnswered()
      if (isBusy || answered) still = -1
      await answered
    }
  }

  private next(): Event | undefined {
    let first: Event | undefined
    for (const event of this.events) if (!first || event.at < first.at) first = event
    return first
  }

  private due(): Event[] {
    return [...this.events].filter(({ at }) => at <= this.now).sort((one, other) => one.at - other.at || one.order - other.order)
  }
}
