import { eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { contactNotes, directoryInvestors, processedMutations, savedInvestors } from '#drizzle/schema/index.ts'
import type { MutationId, PrincipalId, UserId, VcId } from '#shared/ids.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { GUEST_LOCK } from '#web/net/guest-lock.ts'
import { contentsOf, readDirectory, readPrivate } from './device-contents.ts'
import { type Fate, RoughNetwork } from './rough-network.ts'
import { TestDevice, type TestTab } from './test-device.ts'
import { PASSWORD, type World } from './world.ts'

export type Step =
  | { do: 'note'; device: number; vc: number }
  | { do: 'save'; device: number; vc: number; isSaved: boolean }
  | { do: 'intro'; device: number; vc: number }
  | { do: 'sync'; device: number; fates: Fate[] }
  | { do: 'sync and die'; device: number; ticks: number }
  | { do: 'network'; device: number; isOnline: boolean }
  | { do: 'list'; vc: number }
  | { do: 'unlist'; vc: number }
  | { do: 'delist'; vc: number }
  | { do: 'grant' | 'revoke'; account: number; vc: number }
  | { do: 'sign in'; device: number; account: number; fate: Fate }
  | { do: 'sign out'; device: number }
  | { do: 'echoes'; device: number }

type Account = { email: string; principalId: PrincipalId; userId: UserId }
type Written = { id: MutationId; text: string | undefined }

const VCS = ['recA', 'recB', 'recC', 'recD'] as VcId[]
const DEVICES = 3

/** One device with its person: who they mean to be, what they wrote, what they gave up by signing out. */
class Person {
  readonly network: RoughNetwork
  readonly device: TestDevice
  account: Account | undefined
  /** The tab died while they signed out: they will do it again. */
  isLeaving = false
  readonly written: Written[] = []
  readonly givenUp: OutboxEntry[] = []

  constructor(url: string) {
    this.network = new RoughNetwork(url)
    this.device = new TestDevice(this.network.send)
  }

  /** The tab they look at; when it was killed, they open the app again. */
  async tab(): Promise<TestTab> {
    const alive = this.device.tabs.find((tab) => tab.isAlive)
    if (alive) return alive
    const tab = await this.device.openTab()
    this.network.tab = tab
    return tab
  }
}

/** Runs one history against a real server, and checks at its end that nothing was lost, doubled or left different. */
export class History {
  private readonly people: Person[] = []
  private readonly accounts: Account[] = []
  private texts = 0

  constructor(private readonly world: World) {}

  async run(steps: Step[]) {
    await this.begin()
    try {
      for (const step of steps) await this.take(step)
      await this.heal()
      await this.check()
    } finally {
      for (const { device } of this.people) for (const tab of [...device.tabs]) tab.kill()
    }
  }

  /** Two devices of one account, one of a visitor; one of the account's contacts is unlocked already. */
  private async begin() {
    const { world } = this
    await world.db.delete(directoryInvestors)
    const [ada, ben] = await Promise.all([
      world.account('ada'),
      world.account('ben'),
      ...VCS.slice(0, 3).map((id) => world.list(id, `Partner ${id}`)),
    ])
    this.accounts.push(ada, ben)
    await world.grant(ada.principalId, 'recA' as VcId)
    for (let n = 0; n < DEVICES; n++) this.people.push(new Person(world.app.url))
    await Promise.all(
      this.people.slice(0, 2).map(async (person) => {
        person.account = ada
        person.network.cookies.set(...(await world.session(ada.userId)))
        await (await person.tab()).client.switchPrincipal(ada.principalId)
      }),
    )
  }

  private async take(step: Step): Promise<void> {
    const vc = VCS['vc' in step ? step.vc : 0] ?? ('recA' as VcId)
    if (!('device' in step)) return this.takeByOthers(step, vc)
    const person = this.people[step.device]
    if (!person) return
    const tab = await person.tab()
    try {
      await this.act(step, person, tab, vc)
    } catch (error) {
      // A round in the background can end the tab in the middle of anything; what was not answered was not promised.
      if (tab.isAlive) throw error
    }
  }

  private async act(step: Extract<Step, { device: number }>, person: Person, tab: TestTab, vc: VcId): Promise<void> {
    switch (step.do) {
      case 'note': {
        const text = `note ${++this.texts}`
        person.written.push({ id: await tab.client.enqueue('contact.note', { contactId: vc, text }), text })
        return
      }
      case 'save':
        person.written.push({
          id: await tab.client.enqueue('investor.save', { vcId: vc, isSaved: step.isSaved }),
          text: undefined,
        })
        return
      case 'intro':
        person.written.push({ id: await tab.client.enqueue('intro.request', { vcId: vc, message: '' }), text: undefined })
        return
      case 'sync':
        person.network.fates.push(...step.fates)
        await tab.settle()
        person.network.fates.length = 0
        return
      case 'sync and die': {
        const settling = tab.settle()
        for (let tick = 0; tick < step.ticks; tick++) await new Promise((resolve) => setImmediate(resolve))
        tab.kill()
        return settling
      }
      case 'network':
        person.network.isOnline = step.isOnline
        return
      case 'echoes':
        return person.network.deliverEchoes()
      case 'sign in':
        return this.signIn(person, tab, this.accounts[step.account], step.fate)
      case 'sign out':
        return this.signOut(person, tab)
    }
  }

  /** What happens on the server by other hands. */
  private async takeByOthers(step: Exclude<Step, { device: number }>, vc: VcId): Promise<void> {
    const { world } = this
    if (step.do === 'list') return world.list(vc, `Edited ${++this.texts}`)
    if (step.do === 'unlist') return world.unlist(vc)
    if (step.do === 'delist') return void (await world.db.delete(directoryInvestors).where(eq(directoryInvestors.id, vc)))
    const account = this.accounts[step.account]
    if (account) await world[step.do](account.principalId, vc)
  }

  /** The reply of a sign-in can get lost like any other: the server has merged the guest then, and the device does not know. */
  private async signIn(person: Person, tab: TestTab, account: Account | undefined, fate: Fate) {
    if (!account || person.account || person.isLeaving || !person.network.isOnline) return
    person.account = account
    person.network.fates.unshift(fate)
    const isIn = await this.login(person, account)
    if (isIn && tab.isAlive) await tab.client.switchPrincipal(account.principalId)
  }

  private async login(person: Person, { email }: Account): Promise<boolean> {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify({ email, password: PASSWORD }) }
    try {
      const call = () => person.network.send('/api/auth/login', init)
      return (await person.device.exclusively(GUEST_LOCK, call, new Promise<never>(() => undefined))).ok
    } catch {
      return false // The person sees "no connection" and tries again later.
    }
  }

  private async signOut(person: Person, tab: TestTab) {
    if (!person.account || tab.db.principal === 'guest') return
    person.givenUp.push(...(await tab.db.outbox.toArray()))
    person.account = undefined
    person.isLeaving = true
    await tab.client.switchPrincipal('guest')
    person.isLeaving = false
  }

  /** The network comes back, everybody who is asked to signs in again, and every device sends what it has. */
  private async heal() {
    await Promise.all(
      this.people.map(async (person) => {
        person.network.heal()
        await person.network.deliverEchoes()
        const tab = await person.tab()
        if (person.isLeaving) await tab.client.switchPrincipal('guest')
        await tab.settle()
        if (!person.account || tab.db.principal === person.account.principalId) return
        expect(await this.login(person, person.account)).toBe(true)
        await tab.client.switchPrincipal(person.account.principalId)
        await tab.settle()
      }),
    )
  }

  private async check() {
    const { world } = this
    await Promise.all(this.people.map((person, n) => this.checkDevice(person, `device ${n}`)))
    const doubled = await world.app.database.sql`
      select principal_id, text, count(*) from note_effects group by 1, 2 having count(*) > 1`
    expect(doubled, 'effects that happened twice').toEqual([])
    await world.db.delete(contactNotes)
    await world.db.delete(savedInvestors)
    await world.app.database.sql`truncate note_effects`
  }

  private async checkDevice(person: Person, name: string) {
    const tab = await person.tab()
    const directory = await this.pullAll(tab)
    const who = `${name} as ${tab.db.principal}`
    expect(await readDirectory(tab.directory), `${who}: the directory`).toEqual(directory)
    expect(tab.db.principal, `${who}: the person`).toBe(person.account?.principalId ?? 'guest')
    expect(await readPrivate(tab.db), `${who}: what is theirs`).toEqual(await this.askAfresh(person))
    expect(await tab.db.outbox.where('state').equals('waiting').count(), `${who}: what waits`).toBe(0)
    await this.checkWords(person, await tab.db.outbox.toArray(), who)
  }

  /** A last pull, and what it should have brought. The server's own jobs write too: a pull they fell into is done again. */
  private async pullAll(tab: TestTab) {
    for (;;) {
      const before = await this.world.directory()
      await tab.settle()
      const after = await this.world.directory()
      if (JSON.stringify(before) === JSON.stringify(after)) return after
    }
  }

  /** What the server says this device's principal may hold, asked with its cookies and an empty hand. */
  private async askAfresh({ network }: Person) {
    const headers = { 'content-type': 'application/json' }
    const reply = await network.send('/api/sync/me', { method: 'POST', headers, body: JSON.stringify({ have: {} }) })
    return reply.status === 204 ? {} : contentsOf((await reply.json()).put)
  }

  /** Every acknowledged write has its one effect, or is set aside with its words; or its person signed out over it. */
  private async checkWords({ written, givenUp }: Person, outbox: OutboxEntry[], who: string) {
    if (written.length === 0) return
    const ids = written.map(({ id }) => id)
    const marks = await this.world.db.select().from(processedMutations).where(inArray(processedMutations.id, ids))
    for (const { id, text } of written) {
      const mark = marks.find((each) => each.id === id)
      const isGivenUp = givenUp.some((entry) => entry.id === id)
      const aside = outbox.find((entry) => entry.id === id)
      if (mark?.status === 'applied') {
        expect(aside, `${who}: ${text ?? id} was applied and is not asked for again`).toBeUndefined()
        if (text === undefined) continue
        const effects = await this.world.app.database.sql`select 1 from note_effects where text = ${text}`
        expect(effects.length, `${who}: ${text} was applied`).toBeGreaterThanOrEqual(1)
        continue
      }
      if (isGivenUp) continue
      expect(aside, `${who}: ${text ?? id} is neither applied nor set aside (${mark?.status})`).toMatchObject({
        state: 'refused',
      })
      if (text !== undefined) expect(aside?.args).toMatchObject({ text })
    }
  }
}
