/**
 * Everything that reaches a tab from outside comes through here: an answer of its disk or of the network, a lock, a timer,
 * a word of another tab. A dead one is reached by nothing, so its promises never go on; each delivery is a point to die at.
 */
export class Realm {
  isDead = false
  private deliveriesLeft = Number.POSITIVE_INFINITY
  private readonly onDeath: (() => void)[] = []
  readonly death = new Promise<void>((resolve) => this.onDeath.push(resolve))

  /** Runs the work, unless this is where the tab ends; a tab that sleeps does it when it wakes. */
  deliver(work: () => void) {
    if (this.missed) this.missed.push(work)
    else if (this.arrives()) work()
  }

  /** What came while the tab slept. Its disk goes on: a browser puts no page to sleep that is in the middle of a transaction. */
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

  /** Counts one delivery. @returns whether anybody is there to take it */
  arrives(): boolean {
    if (!this.isDead && this.deliveriesLeft-- <= 0) this.kill()
    return !this.isDead
  }

  /** The tab is killed after so many deliveries more. */
  dieAfter(deliveries: number) {
    if (deliveries <= 0) this.kill()
    else this.deliveriesLeft = deliveries
  }

  private onKill: () => void = () => undefined
  /** Told of a death that came by `dieAfter`. */
  whenKilled(hear: () => void) {
    this.onKill = hear
  }

  private kill() {
    if (!this.isDead) this.onKill()
    this.die()
  }

  die() {
    if (this.isDead) return
    this.isDead = true
    for (const hear of this.onDeath) hear()
  }

  /** What happens to what a tab leaves behind: its locks, its open transactions. */
  whenDead(hear: () => void) {
    this.onDeath.push(hear)
  }
}
