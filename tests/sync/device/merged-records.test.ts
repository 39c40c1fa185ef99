import { afterAll, expect, test } from 'vitest'
import type { EntryId } from '#shared/contacts/entry.ts'
import type { VcId } from '#shared/ids.ts'
import { startMerging } from '#tests/server/admin/merged-records/setup.ts'
import { startTestApp } from '#tests/support/app.ts'
import { RoughNetwork } from '#tests/sync/support/rough-network.ts'
import { TestDevice, type TestTab } from '#tests/sync/support/test-device.ts'
import { canaryOf, TestWorld } from '#tests/sync/support/world.ts'
import { writeEntry } from '#web/features/contacts/entries/mutations.ts'
import { changeFollowUp } from '#web/features/contacts/follow-ups/mutations.ts'
import { writeNote } from '#web/features/contacts/notes/mutations.ts'
import { writeDeal } from '#web/features/contacts/raise/mutations.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'

/** Two records of one investor are merged while devices of their buyers hold them. */
const world = new TestWorld(await startTestApp())
const { merge } = await startMerging(world.app)

const tabs: { tab: TestTab; network: RoughNetwork }[] = []
afterAll(() => tabs.forEach(({ tab }) => void tab.kill()))

let nth = 0
async function twoRecords() {
  nth += 1
  const ids = { from: `recFrom${nth}` as VcId, into: `recInto${nth}` as VcId }
  await world.list(ids.from, 'Ida From')
  await world.list(ids.into, 'Ida Into')
  return ids
}

/** Two devices of one user who holds these contacts. */
async function openTwo(...contacts: VcId[]) {
  const { userId, principalId } = await world.account('founder')
  for (const id of contacts) await world.grant(principalId, id)
  const open = async () => {
    const network = new RoughNetwork(world.app.url)
    network.cookies.set(...(await world.session(userId)))
    const tab = await new TestDevice(network.send).openTab()
    tabs.push({ tab, network })
    await tab.client.switchPrincipal(principalId)
    await tab.client.settle(['me'])
    return tab
  }
  return [await open(), await open()] as const
}

const setOnline = (tab: TestTab, isOnline: boolean) =>
  Object.assign(tabs.find((one) => one.tab === tab)?.network ?? {}, { isOnline })
async function sync(...devices: TestTab[]) {
  for (const tab of devices) {
    setOnline(tab, true)
    await tab.client.settle(['me'])
  }
}

/** The device that the user uses now. */
let used: TestTab
provideSync({ enqueue: (...entry: Parameters<TestTab['client']['enqueue']>) => used.client.enqueue(...entry) } as never)
async function on(tab: TestTab, act: () => Promise<unknown>) {
  used = tab
  await act()
}
const say = (contactId: VcId, text: string) =>
  writeEntry({ id: `ent_${crypto.randomUUID()}` as EntryId, contactId, text, writtenOn: '2026-11-27T10:00:00.000Z' })

/** What a device shows about contacts, with the ids that it is about. */
async function shown({ db }: TestTab) {
  const [contacts, notes, followUps, deals, entries] = await Promise.all([
    db.contacts.toArray(),
    db.notes.toArray(),
    db.followUps.toArray(),
    db.deals.toArray(),
    db.entries.toArray(),
  ])
  const ids = [...notes, ...followUps, ...deals].map(({ id }) => id as string)
  return {
    contacts: contacts.map(({ id, formerIds }) => ({ id, formerIds })),
    about: [...new Set([...ids, ...entries.map(({ contactId }) => contactId as string)])],
    text: JSON.stringify([notes, followUps, deals, entries]),
  }
}

test('a buyer of both records has one contact on each device, with all that was written about either, also offline', async () => {
  const { from, into } = await twoRecords()
  const [one, two] = await openTwo(from, into)
  await on(one, async () => {
    await writeNote({ contactId: from, text: 'note harbour' }, '')
    await writeNote({ contactId: into, text: 'note bakery' }, '')
    await say(from, 'said harbour')
    await changeFollowUp({ contactId: from, rating: 4 })
  })
  await sync(one, two)
  // Written before the merge, and sent after it.
  setOnline(two, false)
  await on(two, async () => {
    await writeNote({ contactId: from, text: 'note harbour, edited' }, 'note harbour')
    await say(from, 'said offline')
    await writeDeal(from, { nextStep: 'Send the deck' })
  })
  expect((await merge(from, into)).status).toBe(200)
  await sync(one)
  expect(await shown(one)).toMatchObject({ contacts: [{ id: into, formerIds: [from] }], about: [into] })
  await sync(two, one, two)
  for (const tab of [one, two]) {
    const { contacts, about, text } = await shown(tab)
    expect([contacts, about]).toEqual([[{ id: into, formerIds: [from] }], [into]])
    for (const word of ['note bakery', 'note harbour, edited', 'said harbour', 'said offline', 'Send the deck', '"rating":4'])
      expect(text).toContain(word)
    expect(await tab.db.outbox.count()).toBe(0)
  }
})

test('a buyer of the record that goes gets the contact of the one that stays, and no other device gets an address', async () => {
  const { from, into } = await twoRecords()
  const [buyer] = await openTwo(from)
  const [stranger] = await openTwo()
  expect((await merge(from, into)).status).toBe(200)
  await sync(buyer, stranger)
  expect(await buyer.db.contacts.toArray()).toMatchObject([{ id: into, email: canaryOf(into) }])
  expect(await stranger.db.contacts.count()).toBe(0)
})
