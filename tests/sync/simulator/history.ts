import { checkWords } from '#tests/sync/simulator/checks/check.ts'
import { type Account, Witness } from '#tests/sync/simulator/checks/oracle.ts'
import type { Backend } from '#tests/sync/simulator/environment/backend.ts'
import { VirtualClock } from '#tests/sync/simulator/environment/clock.ts'
import { LateCommits } from '#tests/sync/simulator/environment/late-commits.ts'
import { Live } from '#tests/sync/simulator/environment/live.ts'
import { TestWorld } from '#tests/sync/support/world.ts'
import { isOutOfSpace } from '#web/db/storage-errors.ts'
import { act, keep } from './actions.ts'
import type { Base } from './base.ts'
import { heal } from './convergence.ts'
import { befall } from './events.ts'
import { takeByOthers } from './external-events.ts'
import { begin } from './initial-state.ts'
import type { Person } from './person.ts'
import type { Tally } from './stats.ts'
import type { Script, Step } from './steps.ts'

type PersonStep = Extract<Step, { by: 'person' | 'tab' }>

/** Runs one script against a real server, in its own time. @throws at the first thing that is not as promised */
export class SimHistory {
  readonly people: Person[] = []
  readonly witness: Witness
  readonly clock: VirtualClock
  readonly world: TestWorld<Backend>
  readonly live: Live | undefined
  /** Of tabs and workers. */
  kills = 0
  readonly late: LateCommits
  private readonly deathsBefore: number

  constructor(
    readonly backend: Backend,
    readonly base: Base,
    readonly script: Script,
  ) {
    this.clock = new VirtualClock(() => this.people.some(({ device }) => device.isBusy), backend.whenAnswered)
    this.witness = new Witness(base.accounts)
    this.world = new TestWorld(backend)
    this.deathsBefore = backend.deaths
    this.late = new LateCommits(this)
    this.live = script.isLive ? new Live(this) : undefined
  }

  get accounts(): Account[] {
    return this.base.accounts
  }

  async run() {
    try {
      await begin(this)
      for (const step of this.script.steps) {
        await this.reach(step)
        this.take(step)
      }
      await this.clock.pass(1000)
      this.inspect()
      await heal(this)
      await checkWords(this)
      this.throwIfSeen()
    } finally {
      await this.late.end()
      for (const { device } of this.people) for (const tab of [...device.tabs]) tab.realm.die()
      await this.clock.settle()
    }
  }

  /** The moment of a step: when nothing goes on any more, or in the middle of the step before. */
  private async reach({ gap, turns }: Step) {
    if (turns === undefined) {
      await this.clock.pass(gap)
      return this.inspect()
    }
    for (let turn = 0; turn < turns; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
  }

  get tally(): Tally {
    const sum = (of: (person: Person) => number) => this.people.reduce((all, person) => all + of(person), 0)
    return {
      devices: this.people.length,
      commands: this.witness.writes.length,
      requests: sum(({ network }) => network.requests),
      harmed: sum(({ network }) => network.harmed),
      kills: this.kills + this.backend.deaths - this.deathsBefore,
      fullWrites: sum(({ device }) => device.fullWrites),
    }
  }

  inspect() {
    for (const { device } of this.people) this.witness.inspect(device)
    this.throwIfSeen()
  }

  throwIfSeen() {
    if (this.witness.failure) throw this.witness.failure
    this.backend.proof.assertNone()
  }

  take(step: Step) {
    if (step.by === 'others') return this.backend.unlessKilled(takeByOthers(this, step.affair), this.onAffairFailed)
    const person = this.people[step.device]
    if (!person) return
    if (step.by === 'device') return befall(this, person, step.event)
    for (const writer of this.writersOf(step, person)) this.use(writer, step)
  }

  /** Who takes part in a step of one person: that person, or each device of the same account. */
  private writersOf({ deed }: PersonStep, person: Person): Person[] {
    if (deed.do !== 'text' || !deed.isOnAll || !person.means) return [person]
    return this.people.filter(({ means }) => means === person.means)
  }

  private use(person: Person, step: PersonStep) {
    const tab = person.tab(step.tab)
    // Whoever uses a tab wakes it, and may be quicker than what it has missed.
    if (tab.realm.isAsleep) setImmediate(() => tab.realm.wake())
    if (step.by === 'tab') return person.meanwhile(tab, () => keep(this, person, tab, step.deed), this.onError(person))
    person.does(tab, () => act(this, person, tab, step.deed), this.onError(person))
  }

  /** A device that changes hands says so to whoever writes just then; anything else is not as promised. */
  onError = (person: Person) => (error: unknown) => {
    const { name = '', message = String(error) } = error as Error
    if (name === 'PrincipalLeft' || name === 'DatabaseClosedError') return
    // Another tab holds what is needed and sleeps: they were told that nothing was done.
    if (name === 'Overdue' && person.device.hasSlept) return
    // They were told that there is no space, and nothing was called saved.
    if (person.device.wasFull && isOutOfSpace(error)) return
    this.witness.fail(`${person.device.name}: ${name} ${message}\n${(error as Error).stack}`)
  }

  onAffairFailed = (error: unknown) => this.witness.fail(`others: ${error instanceof Error ? error.stack : error}`)
}
