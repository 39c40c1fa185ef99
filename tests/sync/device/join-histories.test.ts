import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { contactDeals, contactEntries, contactFollowUps, contactNotes, people } from '#drizzle/schema/index.ts'
import type { EntryId } from '#shared/contacts/entry.ts'
import { blankPerson } from '#shared/people/blank-person.ts'
import type { PersonFields, PersonId } from '#shared/people/contract.ts'
import { fieldsBaseOf } from '#shared/sync/merge-fields.ts'
import { startTestApp } from '#tests/support/app.ts'
import { type Fate, RoughNetwork } from '#tests/sync/support/rough-network.ts'
import { TestDevice, type TestTab } from '#tests/sync/support/test-device.ts'
import { TestWorld } from '#tests/sync/support/world.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { joinContacts } from '#web/features/contacts/people/join/join-contacts.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'

/**
 * Two devices of one founder write about three people and join them, mostly without a network, otherwise on one that loses and doubles
 * requests. Every text is about a person who is not deleted in the end, on both devices.
 */
const world = new TestWorld(await startTestApp())
const account = await world.account('ada')
const PEOPLE = [1, 2, 3].map((nth) => `psn_0193a1b2-0000-7000-8000-00000000d00${nth}` as PersonId) as [
  PersonId,
  PersonId,
  PersonId,
]
const newEntry = () => `ent_${crypto.randomUUID()}` as EntryId

/** The device that the user uses now. */
let used: TestTab
provideSync({ enqueue: (...entry: Parameters<TestTab['client']['enqueue']>) => used.client.enqueue(...entry) } as never)

class Writer {
  readonly network = new RoughNetwork(world.app.url)
  readonly device = new TestDevice(this.network.send)
  tab!: TestTab

  async open() {
    this.network.cookies.set(...(await world.session(account.userId)))
    this.tab = await this.device.openTab()
    await this.tab.client.switchPrincipal(account.principalId)
    await this.tab.settle()
    return this
  }

  async add(id: PersonId, fields: Partial<PersonFields>) {
    await this.tab.client.enqueue('person.write', { id, ...fields }, fieldsBaseOf(blankPerson, fields))
  }

  async note(contactId: PersonId, word: string) {
    const seen = (await this.tab.db.notes.get(contactId))?.text ?? ''
    await this.tab.client.enqueue('contact.note', { contactId, text: `${seen} ${word}` }, { text: seen, steps: [] })
  }

  async entry(contactId: PersonId, text: string) {
    const written = { id: newEntry(), contactId, text, writtenOn: new Date().toISOString() }
    await this.tab.client.enqueue('entry.write', written, { text: '', steps: [], writtenOn: null })
  }

  async editEntry(word: string) {
    const [seen] = await this.tab.db.entries.toArray()
    if (!seen) return this.entry(PEOPLE[0], word)
    const { id, contactId, text, writtenOn } = seen
    const edited = { id, contactId, text: `${text} ${word}`, writtenOn }
    await this.tab.client.enqueue('entry.write', edited, { text, steps: [], writtenOn })
  }

  async nextStep(id: PersonId, word: string) {
    const seen = (await this.tab.db.deals.get(id))?.nextStep ?? null
    const changes = { nextStep: seen ? `${seen} ${word}` : word }
    await this.tab.client.enqueue('deal.write', { id, ...changes }, fieldsBaseOf({ nextStep: seen }, changes))
  }

  async field(id: PersonId, word: string) {
    const seen = (await this.tab.db.people.get(id))?.location ?? null
    const changes = { location: seen ? `${seen} ${word}` : word }
    await this.tab.client.enqueue('person.write', { id, ...changes }, fieldsBaseOf({ location: seen }, changes))
  }

  async join(from: PersonId, into: PersonId) {
    used = this.tab
    if (from !== into) await joinContacts(this.tab.db, { from, into })
  }

  async sync(fates: Fate[] = []) {
    this.network.fates.push(...fates)
    await this.tab.client.settle(['me'])
    this.network.fates.length = 0
  }
}

const writers = [await new Writer().open(), await new Writer().open()] as const
const [one, other] = writers
afterAll(() => writers.forEach(({ tab }) => void tab.kill()))

/** Three people, each with a role, known to both devices, which have no network then. */
async function begin() {
  for (const table of [people, contactNotes, contactEntries, contactFollowUps, contactDeals]) await world.db.delete(table)
  for (const writer of writers) {
    writer.network.heal()
    await writer.tab.db.outbox.clear()
  }
  for (const [nth, id] of PEOPLE.entries()) await one.add(id, { name: `Noa ${nth}`, role: `role${nth}` })
  for (const writer of [one, other, one]) await writer.sync()
  for (const { network } of writers) network.isOnline = false
}

async function meet() {
  for (const { network } of writers) {
    network.heal()
    await network.deliverEchoes()
  }
  for (const writer of [...writers, ...writers]) await writer.sync()
  for (const { tab } of writers) expect(await tab.db.outbox.where('state').equals('waiting').count()).toBe(0)
}

/** Fields of one device or one clock. */
const LOCAL = ['version', 'updatedAt', 'deletedAt', 'writtenOn', 'writtenBy', 'addedAt', 'at', 'by']
const withoutLocal = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([key]) => !LOCAL.includes(key))
          .sort(),
      )
    : value

/** What a device shows, without what only this device knows. */
const shownBy = async ({ tab: { db } }: Writer) => {
  const tables = [db.people, db.notes, db.followUps, db.deals, db.entries, db.photos]
  return JSON.stringify(await Promise.all(tables.map((table) => table.toArray())), withoutLocal)
}

/** Every text about people who are not deleted. */
async function liveTexts(db: PrivateDatabase): Promise<string> {
  const live = (await db.people.toArray()).filter(({ deletedAt }) => deletedAt === null)
  const ids = new Set<string>(live.map(({ id }) => id))
  const notes = (await db.notes.toArray()).filter(({ id }) => ids.has(id))
  const deals = (await db.deals.toArray()).filter(({ id }) => ids.has(id))
  const entries = (await db.entries.toArray()).filter(({ contactId, deletedAt }) => ids.has(contactId) && deletedAt === null)
  return JSON.stringify([live, notes, deals, entries])
}

type Step =
  | { do: 'note' | 'entry' | 'edit' | 'step' | 'field'; device: number; about: number }
  | { do: 'join'; device: number; about: number; into: number }
  | { do: 'network'; device: number; isOnline: boolean }
  | { do: 'sync'; device: number; fates: Fate[] }

const device = fc.nat(1)
const about = fc.nat(2)
const fate = fc.constantFrom<Fate>('delivers', 'loses the request', 'loses the reply', 'doubles', 'echoes')
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('note' as const, 'entry' as const, 'edit' as const, 'step' as const, 'field' as const),
      device,
      about,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('join' as const), device, about, into: about }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('network' as const), device, isOnline: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sync' as const), device, fates: fc.array(fate, { maxLength: 4 }) }) },
)

async function run(steps: Step[]) {
  await begin()
  const words = ['role0', 'role1', 'role2']
  for (const each of steps) {
    const writer = writers[each.device as 0 | 1]
    if (each.do === 'network') writer.network.isOnline = each.isOnline
    else if (each.do === 'sync') await writer.sync(each.fates)
    else if (each.do === 'join') await writer.join(PEOPLE[each.about as 0], PEOPLE[each.into as 0])
    else {
      const word = `w${words.length}w`
      words.push(word)
      const id = PEOPLE[each.about as 0]
      if (each.do === 'note') await writer.note(id, word)
      else if (each.do === 'entry') await writer.entry(id, word)
      else if (each.do === 'step') await writer.nextStep(id, word)
      else if (each.do === 'field') await writer.field(id, word)
      else await writer.editEntry(word)
    }
  }
  await meet()
  expect(await shownBy(other)).toBe(await shownBy(one))
  const refused = await Promise.all(writers.map(({ tab }) => tab.db.outbox.toArray()))
  // A user sees what was refused, and sends or discards it.
  const texts = (await liveTexts(one.tab.db)) + JSON.stringify(refused.flat().map(({ args }) => args))
  for (const word of words) expect(texts, word).toContain(word)
}

const RUNS = Number(process.env.ORACLE_RUNS ?? 10)
const { ORACLE_SEED = '20261128' } = process.env
const seed = ORACLE_SEED === 'random' ? {} : { seed: Number(ORACLE_SEED) }

test(`in ${RUNS} histories of joins on two devices, every text is about a person who is not deleted`, async () => {
  const histories = fc.array(step, { minLength: 4, maxLength: 16, size: 'max' })
  await fc.assert(fc.asyncProperty(histories, run), { numRuns: RUNS, ...seed })
})
