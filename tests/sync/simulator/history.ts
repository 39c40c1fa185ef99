import { checkWrites } from '#tests/sync/simulator/checks/check.ts'
import { Oracle } from '#tests/sync/simulator/checks/oracle.ts'
import type { Account } from '#tests/sync/simulator/checks/written.ts'
import type { Backend } from '#tests/sync/simulator/environment/backend.ts'
import { VirtualClock } from '#tests/sync/simulator/environment/clock.ts'
import { LateCommits } from '#tests/sync/simulator/environment/late-commits.ts'
import { Live } from '#tests/sync/simulator/environment/live.ts'
import { TestWorld } from '#tests/sync/support/world.ts'
import { isOutOfSpace } from '#web/db/storage-errors.ts'
import { autosave, performAction } from './actions.ts'
import type { Base } from './base.ts'
import { converge } from './convergence.ts'
import { injectFault } from './events.ts'
import { applyExternalEvent } from './external-events.ts'
import { setUp } from './initial-state.ts'
import type { Person } from './person.ts'
import type { Stats } from './stats.ts'
import type { Script, Step } from './steps.ts'

type PersonStep = Extract<Step, { by: 'person' | 'tab' }>

/** Runs one script against a real server, in virtual time. @throws at the first violation */
export class SimHistory {
  readonly people: Person[] = []
  readonly oracle: Oracle
  readonly clock: VirtualClock
  readonly world: TestWorld<Backend>
  readonly live: Live | undefined
  /** Kills of tabs and workers. */
  kills = 0
  readonly late: LateCommits
  private readonly deathsBefore: number

  constructor(
    readonly backend: Backend,
    readonly base: Base,
    readonly script: Script,
  ) {
    this.clock = new VirtualClock(() => this.people.some(({ device }) => device.isBusy), backend.whenAnswered)
    this.oracle = new Oracle(base.accounts)
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
      await setUp(this)
      for (const step of this.script.steps) {
        await this.waitFor(step)
        this.applyStep(step)
      }
      await this.clock.pass(1000)
      this.inspect()
      await converge(this)
      await checkWrites(this)
      this.throwOnViolation()
    } finally {
      await this.late.end()
      for (const { device } of this.people) for (const tab of [...device.tabs]) tab.context.die()
      await this.clock.settle()
    }
  }

  /** Waits for the time of a step: when nothing is in progress any more, or in the middle of the step before. */
  private async waitFor({ gap, turns }: Step) {
    if (turns === undefined) {
      await this.clock.pass(gap)
      return this.inspect()
    }
    for (let turn = 0; turn < turns; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
  }

  get stats(): Stats {
    const sum = (of: (person: Person) => number) => this.people.reduce((all, person) => all + of(person), 0)
    return {
      devices: this.people.length,
      mutations: this.oracle.writes.length,
      requests: sum(({ network }) => network.requests),
      harmed: sum(({ network }) => network.harmed),
      kills: this.kills + this.backend.deaths - this.deathsBefore,
      deltas: this.live?.deltas ?? 0,
      fullWrites: sum(({ device }) => device.fullWrites),
    }
  }

  inspect() {
    for (const { device } of this.people) this.oracle.inspect(device)
    this.throwOnViolation()
  }

  throwOnViolation() {
    if (this.oracle.failure) throw this.oracle.failure
    this.backend.proof.assertNone()
  }

  applyStep(step: Step) {
    if (step.by === 'others') return this.backend.unlessKilled(applyExternalEvent(this, step.event), this.onExternalEventFailed)
    const person = this.people[step.device]
    if (!person) return
    if (step.by === 'device') return injectFault(this, person, step.fault)
    for (const writer of this.actorsOf(step, person)) this.use(writer, step)
  }

  /** The users who take part in a step: its own user, or each device of the same account. */
  private actorsOf({ action }: PersonStep, person: Person): Person[] {
    if (!('isOnAll' in action) || !action.isOnAll || !person.intended) return [person]
    return this.people.filter(({ intended }) => intended === person.intended)
  }

  private use(person: Person, step: PersonStep) {
    const tab = person.tab(step.tab)
    // Using a tab wakes it; the action may run before the deliveries that the tab has missed.
    if (tab.context.isAsleep) setImmediate(() => tab.context.wake())
    if (step.by === 'tab') return person.runInParallel(tab, () => autosave(this, person, tab, step.action), this.onError(person))
    person.enqueue(tab, () => performAction(this, person, tab, step.action), this.onError(person))
  }

  /** A write during an account switch is refused with an error; any other error is a violation. */
  onError = (person: Person) => (error: unknown) => {
    const { name = '', message = String(error) } = error as Error
    if (name === 'StalePrincipalError' || name === 'DatabaseClosedError') return
    // A sleeping tab holds the needed lock or connection: the screen reported that nothing was saved.
    if (name === 'Overdue' && person.device.hasSlept) return
    // The screen reported that there is no space, and nothing was reported as saved.
    if (person.device.wasFull && isOutOfSpace(error)) return
    this.oracle.fail(`${person.device.name}: ${name} ${message}\n${(error as Error).stack}`)
  }

  onExternalEventFailed = (error: unknown) => this.oracle.fail(`others: ${error instanceof Error ? error.stack : error}`)
}
