import { eq, inArray } from 'drizzle-orm'
import { directoryInvestors, principals, sessions } from '#drizzle/schema/index.ts'
import type { MutationId, PrincipalId, ProjectId, VcId } from '#shared/ids.ts'
import { OWN, type OwnProject } from '#shared/projects/own.ts'
import { fingerprint } from '#shared/sync/merge.ts'
import { verifyEmail } from '#tests/support/projects.ts'
import { PASSWORD, World } from '#tests/sync/support/world.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { privateDatabaseName } from '#web/db/private-database.ts'
import { nothingYet } from '#web/features/projects/draft-mutations.ts'
import { textHere } from '#web/features/projects/own-text.ts'
import { GUEST_LOCK } from '#web/net/guest-lock.ts'
import type { Backend } from './backend.ts'
import { checkEnd } from './check.ts'
import { VirtualClock } from './clock.ts'
import { SimDevice, type SimTab } from './device.ts'
import { Network } from './network.ts'
import { randomFrom } from './random.ts'
import type { Affair, Deed, Event, Script, Step } from './steps.ts'
import { type Account, type Stay, Witness } from './witness.ts'

export const VCS = ['recA', 'recB', 'recC', 'recD'] as VcId[]
export const PROJECT = 'prj_sim' as ProjectId
const MOST_TABS = 3

/** Longer than the longest pause between two tries, one round's deadlines, and the same once more. */
const HEALED_WITHIN_MS = 20 * 60_000

/** Between two rounds that nobody asked for. */
const LONGEST_PAUSE_MS = 4 * 60_000

/** Whoever they mean to be is at home on the device, and nothing waits. */
const isDrained = ({ device, network, means }: Person) => {
  // Whoever still waits may yet hear that they have to sign in.
  if (network.isWaiting) return false
  const { principal = 'guest', leaving = [] } = device.pointer ?? {}
  return (
    principal === (means?.principalId ?? 'guest') &&
    device.phase !== 'sign-in' &&
    leaving.length === 0 &&
    device.outboxOf(principal).every(isRefused)
  )
}

const isRefused = ({ state }: OutboxEntry) => state === 'refused'

/** One device and whoever sits before it. They do one thing after the other. */
export class Person {
  stay!: Stay
  /** Whom they mean to be; the device may not have heard yet. */
  means: Account | undefined
  isLeaving = false
  private tail: Promise<unknown> = Promise.resolve()
  private unfinished = 0

  constructor(
    readonly device: SimDevice,
    readonly network: Network,
  ) {}

  tab(pick = 0): SimTab {
    const { tabs } = this.device
    return tabs[pick % Math.max(1, tabs.length)] ?? this.device.openTab()
  }

  /** What they do now, when they have done what they were doing; with the tab, the doing ends. */
  does(tab: SimTab, deed: () => Promise<unknown>, onError: (error: unknown) => void) {
    const done = this.tail.then(() => (tab.realm.isDead ? undefined : Promise.race([deed(), tab.realm.death])))
    this.unfinished++
    this.tail = done.catch(onError).finally(() => this.unfinished--)
  }

  get isBusy() {
    return this.unfinished > 0
  }
}

/** Runs one script against a real server, in its own time. @throws at the first thing that is not as promised */
export class SimHistory {
  readonly people: Person[] = []
  readonly accounts: Account[] = []
  readonly witness = new Witness(() => this.accounts)
  readonly clock: VirtualClock
  readonly world: World<Backend>

  constructor(
    readonly backend: Backend,
    private readonly script: Script,
  ) {
    this.clock = new VirtualClock(() => this.people.some(({ device }) => device.isBusy), backend.whenAnswered)
    this.world = new World(backend)
  }

  async run() {
    try {
      await this.begin()
      for (const step of this.script.steps) {
        await this.clock.pass(step.gap)
        this.inspect()
        this.take(step)
      }
      await this.clock.pass(1000)
      this.inspect()
      await this.heal()
      await checkEnd(this)
    } finally {
      for (const { device } of this.people) for (const tab of [...device.tabs]) tab.realm.die()
      await this.clock.settle()
    }
  }

  private inspect() {
    for (const { device } of this.people) this.witness.inspect(device)
    this.throwIfSeen()
  }

  throwIfSeen() {
    if (this.witness.failure) throw this.witness.failure
  }

  private async begin() {
    const { world, script, witness } = this
    await world.begin(VCS.slice(0, 3), PROJECT)
    const [ada, ben] = await Promise.all([this.newAccount('ada'), this.newAccount('ben')])
    this.accounts.push(ada, ben)
    await world.grant(ada.principalId, VCS[0] as VcId)
    witness.sell(ada.principalId, VCS[0] as VcId)
    const random = randomFrom(script.seed)
    for (let n = 0; n < script.devices; n++) this.addPerson(n, random)
    // Two devices of one account, from the fourth on one of the other; everybody else is a visitor.
    for (const [n, account] of [ada, ada, undefined, ben].entries()) {
      const person = this.people[n]
      if (person && account) await this.beginAs(person, account)
    }
    for (const person of this.people) if (person.device.tabs.length === 0) person.tab()
    await this.clock.pass(2000)
    this.inspect()
  }

  /** One that may vote. */
  private async newAccount(name: string): Promise<Account> {
    const account = await this.world.account(name)
    await verifyEmail(this.backend.db, { id: account.userId })
    return { name, ...account }
  }

  private addPerson(n: number, random: () => number) {
    const { clock, backend, witness } = this
    const ownRandom = randomFrom(Math.floor(random() * 0xffffffff))
    const network: Network = new Network({
      clock,
      backend,
      random: ownRandom,
      onSend: (path, body, call) => witness.onSend(device, path, body, call),
      onAnswer: (exchange) => witness.onAnswer(device, exchange),
    })
    // A device's clock orders nothing: one is years away.
    const clockOff = n === 1 ? -2 * 365 * 24 * 60 * 60 * 1000 : n * 61_000
    const device: SimDevice = new SimDevice({ name: `device ${n}`, clock, network, random: ownRandom, clockOff })
    const person = new Person(device, network)
    person.stay = witness.begin({ device, account: undefined, isGuest: true, isOver: false })
    this.people.push(person)
  }

  private async beginAs(person: Person, account: Account) {
    const [name, token] = await this.world.session(account.userId)
    this.witness.knowSession(token, account.email)
    person.means = account
    person.stay.account = account
    const tab = person.tab()
    const signIn = async () => {
      await tab.started
      person.network.cookies.set(name, token)
      await this.handOver(person, tab, account)
    }
    person.does(tab, signIn, this.onError(person))
  }

  private async handOver(person: Person, tab: SimTab, account: Account) {
    await tab.client.switchPrincipal(account.principalId)
    person.stay = this.witness.begin({ device: person.device, account, isGuest: false, isOver: false })
  }

  private take(step: Step) {
    if (step.by === 'others') return this.backend.unlessKilled(this.takeByOthers(step.affair), this.onAffairFailed)
    const person = this.people[step.device]
    if (!person) return
    if (step.by === 'device') return this.befall(person, step.event)
    const tab = person.tab(step.tab)
    person.does(tab, () => this.act(person, tab, step.deed), this.onError(person))
  }

  /** A device that changes hands says so to whoever writes just then; anything else is not as promised. */
  private onError = (person: Person) => (error: unknown) => {
    const { name = '', message = String(error) } = error as Error
    if (name === 'PrincipalLeft' || name === 'DatabaseClosedError') return
    this.witness.fail(`${person.device.name}: ${name} ${message}\n${(error as Error).stack}`)
  }

  private onAffairFailed = (error: unknown) => this.witness.fail(`others: ${error instanceof Error ? error.stack : error}`)

  private befall(person: Person, event: Event) {
    if (event.do === 'weather') {
      person.network.weather = event.weather
      if (event.weather === 'fine') for (const tab of person.device.tabs) tab.client.requestSync()
    }
    if (event.do === 'tab opens' && person.device.tabs.length < MOST_TABS) person.device.openTab()
    if (event.do === 'tab dies')
      person.device.tabs[event.tab % Math.max(1, person.device.tabs.length)]?.realm.dieAfter(event.deliveries)
    if (event.do === 'guest buys') this.backend.unlessKilled(this.sellToGuest(person, VCS[event.vc] as VcId), this.onAffairFailed)
  }

  /** A guest whom the server knows buys a contact; who has signed in meanwhile is no guest any more. */
  private async sellToGuest({ device, stay }: Person, vc: VcId) {
    if (device.pointer?.principal !== 'guest' || !stay.isGuest) return
    const meta = device.disk.read(privateDatabaseName('guest'), 'meta') as { key: string; value: string }[]
    const guest = meta.find(({ key }) => key === 'principalId')?.value as PrincipalId | undefined
    const [known] = guest ? await this.backend.db.select().from(principals).where(eq(principals.id, guest)) : []
    if (!guest || !known || known.mergedInto) return
    this.witness.sell(device.name, vc)
    await this.world.grant(guest, vc)
  }

  private async act(person: Person, tab: SimTab, deed: Deed): Promise<void> {
    await tab.started
    // A tab died over their sign-out: they see that they have left, or leave now, before they do anything else.
    if (person.isLeaving) await this.leave(person, tab)
    if (deed.do === 'sign in') return this.signIn(person, tab, this.accounts[deed.account])
    if (deed.do === 'sign out') return this.signOut(person, tab)
    if (deed.do === 'sync') return tab.client.requestSync()
    const { stay } = person
    const token = this.witness.newToken(stay)
    const id = await this.write(tab, deed, token, stay)
    if (id) this.witness.writes.push({ token, stay, id, isDraft: deed.do === 'draft', hasWords: deed.do === 'note' })
  }

  private async write(tab: SimTab, deed: Deed, token: string, stay: Stay): Promise<MutationId | undefined> {
    const { client } = tab
    const vcId = VCS['vc' in deed ? deed.vc : 0] as VcId
    if (deed.do === 'note') return client.enqueue('contact.note', { contactId: vcId, text: `note ${token}` })
    if (deed.do === 'follow-up') return client.enqueue('contact.follow-up', { contactId: vcId, rating: 4 })
    if (deed.do === 'intro') return client.enqueue('intro.request', { vcId, message: token })
    if (deed.do === 'save') return client.enqueue('investor.save', { vcId, isSaved: deed.isOn })
    if (deed.do === 'vote') return client.enqueue('vote.cast', { projectId: PROJECT, isCast: deed.isOn })
    if (deed.do !== 'draft' || !tab.private || tab.private.principal === 'guest' || stay.isGuest) return undefined
    const clientId = await tab.directory.getMeta('clientId')
    const own: OwnProject = (await tab.private.ownProject.get(OWN)) ?? nothingYet
    const before = textHere(own, deed.field, clientId)
    const changes = { [deed.field]: `${before}${token}` }
    return client.enqueue('project.saveDraft', { changes, settles: {} }, { [deed.field]: [fingerprint(before)] })
  }

  /** The reply of a sign-in gets lost like any other: the server has merged the guest then, and the device does not know. */
  private async signIn(person: Person, tab: SimTab, account: Account | undefined) {
    if (!account || person.means || person.isLeaving || person.network.weather === 'off') return
    person.means = account
    person.stay.account = account
    if (await this.login(person, tab, account)) await this.handOver(person, tab, account)
  }

  private async login({ device, network }: Person, tab: SimTab, { email }: Account): Promise<boolean> {
    const deadline = new AbortController()
    this.clock.after(60_000, () => deadline.abort(new TypeError('Failed to fetch')))
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify({ email, password: PASSWORD }), signal: deadline.signal }
    try {
      const call = () => network.of(tab.realm)('/api/auth/login', init)
      return (await device.locks.of(tab.realm).exclusively(GUEST_LOCK, call)).ok
    } catch {
      return false // The person sees "no connection" and tries again later.
    }
  }

  private async signOut(person: Person, tab: SimTab) {
    if (!person.means || tab.private?.principal === 'guest') return
    person.means = undefined
    person.isLeaving = true
    await this.leave(person, tab)
  }

  /** The person was asked about what is unsent, and gives it up. A tab that dies here is followed by one that goes on. */
  private async leave(person: Person, tab: SimTab) {
    for (const stay of this.witness.stays) if (stay.device === person.device) stay.isOver = true
    await tab.client.switchPrincipal('guest')
    person.stay = this.witness.begin({ device: person.device, account: undefined, isGuest: true, isOver: false })
    person.isLeaving = false
  }

  private async takeByOthers(affair: Affair): Promise<void> {
    const { world } = this
    if (affair.do === 'node dies') return this.backend.dieAfter(affair.queries)
    if (affair.do === 'session ends') {
      const account = this.accounts[affair.account]
      if (account) await this.backend.db.delete(sessions).where(eq(sessions.userId, account.userId))
      return
    }
    const vc = VCS[affair.vc] as VcId
    if (affair.do === 'list') return world.list(vc, `Edited at ${this.clock.now}`)
    if (affair.do === 'unlist') return world.unlist(vc)
    if (affair.do === 'delist')
      return void (await this.backend.db.delete(directoryInvestors).where(eq(directoryInvestors.id, vc)))
    const account = this.accounts[affair.account]
    if (!account) return
    if (affair.do === 'grant') this.witness.sell(account.principalId, vc)
    await world[affair.do](account.principalId, vc)
  }

  /** The network is fine again, and everything drains; who is asked to signs in again. */
  private async heal() {
    this.backend.dieAfter(Number.POSITIVE_INFINITY)
    for (const person of this.people) {
      person.network.weather = 'fine'
      for (const tab of person.device.tabs) tab.realm.dieAfter(Number.POSITIVE_INFINITY)
      person.tab()
    }
    // Most devices hear that the network is back. In some histories none does, and their own patience has to do.
    const isPatient = this.script.seed % 16 === 0
    if (!isPatient) this.nudge()
    await this.clock.pass(isPatient ? LONGEST_PAUSE_MS : 2000)
    const deadline = this.clock.now + HEALED_WITHIN_MS
    do {
      for (const person of this.people) this.askPerson(person)
      await this.clock.pass(isPatient ? 15_000 : 1000)
    } while (this.clock.now < deadline && !this.people.every(isDrained))
    await this.settleMerges()
    // What others did last is on its way: to who asks now, or with the next round that nobody asked for.
    if (!isPatient) this.nudge()
    await this.clock.pass(isPatient ? LONGEST_PAUSE_MS : 1000)
    while (this.clock.now < deadline + LONGEST_PAUSE_MS && this.people.some(({ network }) => network.isWaiting))
      await this.clock.pass(1000)
    this.inspect()
  }

  private nudge() {
    for (const { device } of this.people) device.tabs[0]?.client.requestSync()
  }

  /** They go on with what a tab died over, and sign in where the screen asks them to. */
  private askPerson(person: Person) {
    const { device, means, isLeaving } = person
    const isAsked = means && (device.pointer?.principal !== means.principalId || device.phase === 'sign-in')
    if (person.isBusy || (!isAsked && !isLeaving)) return
    const tab = person.tab()
    const deed = async () => {
      await tab.started
      if (isLeaving) await this.leave(person, tab)
      if (means && (await this.login(person, tab, means))) await this.handOver(person, tab, means)
    }
    person.does(tab, deed, this.onError(person))
  }

  /** The job that looks again for what a guest's last request wrote beside the sign-in. */
  private async settleMerges() {
    const accounts = this.accounts.map(({ principalId }) => principalId)
    const merged = await this.backend.db.select().from(principals).where(inArray(principals.mergedInto, accounts))
    for (const { id, mergedInto } of merged) {
      await this.backend.during(this.backend.runJob('accounts.settle-merge', { from: id, to: mergedInto }))
    }
  }
}
