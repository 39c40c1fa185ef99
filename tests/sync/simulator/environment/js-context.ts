import type { Schedule } from '#web/db/schedule.ts'

/** The timers of a tab. A cancelled one does not fire, even when it was due while the tab slept or is due at this same instant. */
export const timersOf =
  (clock: { after: Schedule }, context: JsContext): Schedule =>
  (ms, work) => {
    let isCancelled = false
    const cancel = clock.after(ms, () => context.deliver(() => isCancelled || work()))
    return () => {
      isCancelled = true
      cancel()
    }
  }

/**
 * Everything that reaches a tab from outside passes here: a response of its disk or of the network, a lock, a timer, a message of
 * another tab. Nothing reaches a dead tab, so its promises never settle; each delivery is a point at which it can die.
 */
export class JsContext {
  isDead = false
  private deliveriesLeft = Number.POSITIVE_INFINITY
  private readonly onDeath: (() => void)[] = []
  readonly death = new Promise<void>((resolve) => this.onDeath.push(resolve))

  /** Runs the work, unless this is where the tab ends; a sleeping tab runs it when it wakes. */
  deliver(work: () => void) {
    if (this.missed) this.missed.push(work)
    else if (this.arrives()) work()
  }

  /** Deliveries received while the tab slept. Its disk continues: a browser suspends no page in the middle of a transaction. */
  private missed: (() => void)[] | undefined

  get isAsleep() {
    return this.missed !== undefined
  }

  sleep() {
    this.missed ??= []
  }

  wake() {
    const { missed = [] } = this
    this.missed = undefined
    for (const work of missed) this.deliver(work)
  }

  /** Counts one delivery. @returns whether the tab is alive to receive it */
  arrives(): boolean {
    if (!this.isDead && this.deliveriesLeft-- <= 0) this.kill()
    return !this.isDead
  }

  /** The tab is killed after this many further deliveries. */
  dieAfter(deliveries: number) {
    if (deliveries <= 0) this.kill()
    else this.deliveriesLeft = deliveries
  }

  private onKill: () => void = () => undefined
  /** Called on a death caused by `dieAfter`. */
  whenKilled(listener: () => void) {
    this.onKill = listener
  }

  private kill() {
    if (!this.isDead) this.onKill()
    this.die()
  }

  die() {
    if (this.isDead) return
    this.isDead = true
    for (const listener of this.onDeath) listener()
  }

  /** Cleanup of what a tab leaves behind: its locks, its open transactions. */
  whenDead(listener: () => void) {
    this.onDeath.push(listener)
  }
}
