import type { Schedule } from '#web/db/schedule.ts'

type Event = { at: number; order: number; work: () => void }

/** Turns of the event loop in which nothing is going on, before time goes on: a deletion takes some without being seen. */
const STILL_TURNS = 6

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Time that passes only when everything that can happen now has happened: what really takes time (the database, the
 * event loop) takes none of it, and five minutes of waiting are over at once.
 */
export class VirtualClock {
  /** Milliseconds since the history began. */
  now = 0
  private readonly events = new Set<Event>()
  private order = 0

  /**
   * @param isBusy  whether a disk works, which goes on from turn to turn
   * @param whenAnswered  resolves when the server has nothing in hand; `undefined` when it has nothing now
   */
  constructor(
    private readonly isBusy: () => boolean,
    private readonly whenAnswered: () => Promise<void> | undefined,
  ) {}

  after: Schedule = (ms, work) => {
    // Whole milliseconds, as every clock that devices have: an id made of a fraction would be none.
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
      // What falls into one instant really happens at once: the server hears of both copies side by side.
      for (const event of this.due()) {
        this.events.delete(event)
        event.work()
      }
    }
    this.now = until
  }

  /** Until nothing goes on any more without time passing. */
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
