import { afterAll, expect, test } from 'vitest'
import type { EntryId } from '#shared/contacts/entry.ts'
import type { VcId } from '#shared/ids.ts'
import { blankPerson } from '#shared/people/blank-person.ts'
import type { PersonFields, PersonId } from '#shared/people/contract.ts'
import { startTestApp } from '#tests/support/app.ts'
import { RoughNetwork } from '#tests/sync/support/rough-network.ts'
import { TestDevice, type TestTab } from '#tests/sync/support/test-device.ts'
import { TestWorld } from '#tests/sync/support/world.ts'
import { writeEntry } from '#web/features/contacts/entries/mutations.ts'
import { changeFollowUp } from '#web/features/contacts/follow-ups/mutations.ts'
import { writeNote } from '#web/features/contacts/notes/mutations.ts'
import { joinContacts, type Pair } from '#web/features/contacts/people/join/join-contacts.ts'
import { writePerson } from '#web/features/contacts/people/mutations.ts'
import { writeDeal } from '#web/features/contacts/raise/mutations.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'

/** Two contacts of one user are one person: they are joined on one of two devices, or on both. */
const world = new TestWorld(await startTestApp())
const CONTACT = 'recA' as VcId
await world.list(CONTACT, 'Marit')

const networks = new Map<TestTab, RoughNetwork>()
afterAll(() => [...networks.keys()].forEach((tab) => void tab.kill()))

async function openTwo(): Promise<[TestTab, TestTab]> {
  const { userId, principalId } = await world.account('founder')
  await world.grant(principalId, CONTACT)
  const open = async () => {
    const network = new RoughNetwork(world.app.url)
    network.cookies.set(...(await world.session(userId)))
    const tab = await new TestDevice(network.send).openTab()
    networks.set(tab, network)
    await tab.client.switchPrincipal(principalId)
    await tab.client.settle(['me'])
    return tab
  }
  return [await open(), await open()]
}

const setOnline = (tab: TestTab, isOnline: boolean) => Object.assign(networks.get(tab) ?? {}, { isOnline })
async function sync(...tabs: TestTab[]) {
  for (const tab of tabs) {
    setOnline(tab, true)
    await tab.client.settle(['me'])
  }
}

/** The device that the user uses now. */
let used: TestTab
provideSync({ enqueue: (...entry: Parameters<TestTab['client']['enqueue']>) => used.client.enqueue(...entry) } as never)
function on<Result>(tab: TestTab, act: () => Promise<Result>): Promise<Result> {
  used = tab
  return act()
}

const newPerson = () => `psn_${crypto.randomUUID()}` as PersonId
const said = (contactId: VcId, text: string) =>
  writeEntry({ id: `ent_${crypto.randomUUID()}` as EntryId, contactId, text, writtenOn: '2026-11-27T10:00:00.000Z' })
async function addPerson(tab: TestTab, fields: Partial<PersonFields>, word: string) {
  const id = newPerson()
  await on(tab, async () => {
    await writePerson(id, { ...blankPerson, name: 'Noa Berg', ...fields })
    await writeNote({ contactId: id, text: `note ${word}` }, '')
    await said(id, `said ${word}`)
  })
  return id
}
const join = (tab: TestTab, pair: Pair) => on(tab, () => joinContacts(tab.db, pair))

/** Everything about the contacts that are not deleted: what a user finds without a look at the deleted ones. */
async function alive({ db }: TestTab) {
  const people = (await db.people.toArray()).filter(({ deletedAt }) => deletedAt === null)
  const ids = new Set<string>([CONTACT, ...people.map(({ id }) => id)])
  const about = async (table: { toArray: () => Promise<object[]> }) =>
    (await table.toArray()).filter((row) =>
      ids.has('contactId' in row ? String(row.contactId) : 'id' in row ? String(row.id) : ''),
    )
  const rows = await Promise.all([db.notes, db.entries, db.followUps, db.deals].map((table) => about(table as never)))
  return { ids: people.map(({ id }) => id), text: JSON.stringify([people, ...rows]) }
}

test('a person whom two devices have added becomes one person on both, with every word of each', async () => {
  const [one, two] = await openTwo()
  for (const tab of [one, two]) setOnline(tab, false)
  const first = await addPerson(one, { email: 'noa@x.example' }, 'harbour')
  const second = await addPerson(two, { phone: '+351 1', role: 'Partner' }, 'bakery')
  await on(two, () => changeFollowUp({ contactId: second, rating: 4 }))
  await on(two, () => writeDeal(second, { nextStep: 'Send the deck' }))
  await sync(one, two, one)
  expect(await join(one, { from: second, into: first })).toBe(true)
  const here = await alive(one)
  await sync(one, two)
  for (const { ids, text } of [here, await alive(one), await alive(two)]) {
    expect(ids).toEqual([first])
    for (const word of [
      'noa@x',
      '+351 1',
      'Partner',
      'note harbour',
      'note bakery',
      'said harbour',
      'said bakery',
      'Send the deck',
    ]) {
      expect(text).toContain(word)
    }
    expect(text).toContain('"rating":4')
  }
})

test('people who were added and joined before the first sync are joined on the server as well', async () => {
  const [one, two] = await openTwo()
  setOnline(one, false)
  const [first, second] = [await addPerson(one, {}, 'harbour'), await addPerson(one, { role: 'Partner' }, 'bakery')]
  await join(one, { from: second, into: first })
  await sync(one, two)
  const { ids, text } = await alive(two)
  expect(ids).toEqual([first])
  for (const word of ['note harbour', 'note bakery', 'said harbour', 'said bakery', 'Partner']) expect(text).toContain(word)
})

test('a person is joined into an unlocked contact: what was bought stays, and the rest is in a dated note', async () => {
  const [one, two] = await openTwo()
  const person = await addPerson(one, { phone: '+351 1', email: 'other@x.example' }, 'harbour')
  const bought = await one.db.contacts.get(CONTACT)
  await join(one, { from: person, into: CONTACT })
  await sync(one, two)
  const { ids, text } = await alive(two)
  expect(ids).toEqual([])
  for (const word of ['note harbour', 'said harbour', 'Phone: +351 1', 'Email: other@x.example', 'Name: Noa Berg']) {
    expect(text).toContain(word)
  }
  expect({ ...(await two.db.contacts.get(CONTACT)), version: 0 }).toEqual({ ...bought, version: 0 })
})

test('what another device has written about a person before it knows of the join keeps the person', async () => {
  const [one, two] = await openTwo()
  const first = await addPerson(one, { email: 'noa@x.example' }, 'harbour')
  const second = await addPerson(one, {}, 'bakery')
  await sync(one, two)
  for (const tab of [one, two]) setOnline(tab, false)
  await join(one, { from: second, into: first })
  await on(two, () => writeNote({ contactId: second, text: 'note bakery, wants a pilot' }, 'note bakery'))
  // In both orders of arrival.
  await sync(two, one, two)
  for (const tab of [one, two]) {
    const { ids, text } = await alive(tab)
    expect(ids.sort()).toEqual([first, second].sort())
    for (const word of ['wants a pilot', 'said bakery', 'said harbour', 'note harbour']) expect(text).toContain(word)
  }
})

test('two devices that join the same people in opposite directions keep one of them, with every word', async () => {
  const [one, two] = await openTwo()
  const first = await addPerson(one, { email: 'noa@x.example' }, 'harbour')
  const second = await addPerson(one, { role: 'Partner' }, 'bakery')
  await sync(one, two)
  for (const tab of [one, two]) setOnline(tab, false)
  await join(one, { from: second, into: first })
  await join(two, { from: first, into: second })
  await sync(one, two, one)
  for (const tab of [one, two]) {
    const { ids, text } = await alive(tab)
    expect(ids).toEqual([first])
    for (const word of ['noa@x', 'Partner', 'note harbour', 'note bakery', 'said harbour', 'said bakery'])
      expect(text).toContain(word)
  }
})

test('two devices that join the same people in one direction write one dated note', async () => {
  const [one, two] = await openTwo()
  const first = await addPerson(one, { email: 'noa@x.example' }, 'harbour')
  const second = await addPerson(one, { email: 'berg@x.example' }, 'bakery')
  await sync(one, two)
  for (const tab of [one, two]) setOnline(tab, false)
  for (const tab of [one, two]) await join(tab, { from: second, into: first })
  await sync(one, two, one)
  const entries = await two.db.entries.toArray()
  expect(entries.filter(({ text }) => text.includes('berg@x.example'))).toHaveLength(1)
  expect(entries.map(({ contactId }) => contactId)).toEqual(entries.map(() => first))
  expect((await alive(two)).ids).toEqual([first])
})

test('a value that another device has written into the contact that stays is kept beside the joined one, and the others are filled', async () => {
  const [one, two] = await openTwo()
  const first = await addPerson(one, {}, 'harbour')
  const second = await addPerson(one, { email: 'noa@x.example', role: 'Partner', location: 'Lisbon' }, 'bakery')
  await on(one, () => writeDeal(second, { nextStep: 'Send the deck', introducedBy: 'Ida' }))
  await sync(one, two)
  for (const tab of [one, two]) setOnline(tab, false)
  await join(one, { from: second, into: first })
  const shown = await two.db.people.get(first)
  if (!shown) throw new Error('not synced')
  await on(two, () => writePerson(first, { ...shown, email: 'berg@x.example' }, shown))
  await on(two, () => writeDeal(first, { nextStep: 'Call' }))
  await sync(two, one, two)
  for (const tab of [one, two]) {
    const { ids, text } = await alive(tab)
    expect(ids).toEqual([first])
    for (const word of ['noa@x', 'berg@x', 'Partner', 'Lisbon', 'Send the deck', 'Call', 'Ida']) expect(text).toContain(word)
  }
})

test('what another device has chosen for the contact that stays is not replaced by a join', async () => {
  const [one, two] = await openTwo()
  const first = await addPerson(one, {}, 'harbour')
  const second = await addPerson(one, {}, 'bakery')
  await on(one, () => changeFollowUp({ contactId: second, stage: 'written', rating: 2 }))
  await sync(one, two)
  for (const tab of [one, two]) setOnline(tab, false)
  await join(one, { from: second, into: first })
  await on(two, () => changeFollowUp({ contactId: first, stage: 'invested', rating: 5 }))
  await sync(two, one, two)
  for (const tab of [one, two]) {
    const { text } = await alive(tab)
    for (const value of ['"stage":"invested"', '"rating":5', 'Contacted', '2']) expect(text).toContain(value)
  }
})
