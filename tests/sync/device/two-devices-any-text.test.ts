import { afterAll, beforeAll, expect, test } from 'vitest'
import { followUpBaseOf } from '#shared/contacts/merge-follow-up.ts'
import type { TicketId, VcId } from '#shared/ids.ts'
import { listingBaseOf } from '#shared/listings/merge-edit.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { approveInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { RoughNetwork } from '#tests/sync/support/rough-network.ts'
import { TestDevice, type TestTab } from '#tests/sync/support/test-device.ts'
import { TestWorld } from '#tests/sync/support/world.ts'

/**
 * Two devices of one account write the same text without a network and reconnect. Every text that can be edited on two devices is
 * covered.
 */
const world = new TestWorld(await startTestApp())
const CONTACT = 'recA' as VcId
const OTHER = 'recB' as VcId
await world.list(CONTACT, 'Marit')
await world.list(OTHER, 'Nils')

type Devices = [first: TestTab, second: TestTab]
const networks = new Map<TestTab, RoughNetwork>()
const tabs: TestTab[] = []
afterAll(() => tabs.forEach((tab) => void tab.kill()))

type Account = Awaited<ReturnType<typeof world.account>>

async function openDevice({ userId, principalId }: Account): Promise<TestTab> {
  const network = new RoughNetwork(world.app.url)
  network.cookies.set(...(await world.session(userId)))
  const tab = await new TestDevice(network.send).openTab()
  tabs.push(tab)
  networks.set(tab, network)
  await tab.client.switchPrincipal(principalId)
  return tab
}

/** The accounts are created once for all texts: each text is separate. */
async function openTwo(account: Account): Promise<Devices> {
  return Promise.all([openDevice(account), openDevice(account)])
}

const founder = await world.account('founder')
await world.grant(founder.principalId, CONTACT)
await world.grant(founder.principalId, OTHER)
const investor = await world.account('investor')
const LISTING = await approveInvestor(world.db, { userId: investor.userId })
const [asFounder, asInvestor] = await Promise.all([openTwo(founder), openTwo(investor)])

async function sync(devices: TestTab[]) {
  for (const tab of devices) {
    const network = networks.get(tab)
    if (network) network.isOnline = true
    await tab.client.settle(['me'])
  }
}
const goOffline = (devices: TestTab[]) =>
  devices.forEach((tab) => void Object.assign(networks.get(tab) ?? {}, { isOnline: false }))

/** Everything that a user can read on a device: the documents, and the rejected mutations. */
async function readable({ db }: TestTab): Promise<string> {
  const tables = [db.notes, db.contacts, db.ownProject, db.ownListings, db.followUps, db.account, db.tickets]
  const rows = await Promise.all(tables.map((table) => table.toArray()))
  const aside = await db.outbox.where('state').equals('refused').toArray()
  return JSON.stringify([rows, aside.map(({ args }) => args)])
}
const refusalOf = async ({ db }: TestTab, word: string) =>
  (await db.outbox.toArray()).find(({ args }) => JSON.stringify(args).includes(word))?.refusal?.code

type Text = {
  devices: Devices
  /** @param seen  the text that its writer saw; undefined for a client that does not send it */
  write: (tab: TestTab, text: string, seen?: string) => Promise<unknown>
  refusedBy?: string
}

const note = (name: 'contact.note' | 'contact.intro'): Text => ({
  devices: asFounder,
  write: ({ client }, text, seen) =>
    client.enqueue(name, { contactId: CONTACT, text }, seen === undefined ? undefined : { text: seen, steps: [] }),
})
const draft = (field: 'companyName' | 'description' | 'traction' | 'location'): Text => ({
  devices: asFounder,
  write: ({ client }, text, seen) =>
    client.enqueue(
      'project.saveDraft',
      { changes: { [field]: text }, settles: {} },
      seen === undefined ? undefined : { [field]: [fingerprint(seen)] },
    ),
})
const listing = (
  field: 'bio' | 'investmentThesis' | 'investmentTag' | 'position' | 'location' | 'fundDescription' | 'portfolioPerformance',
): Text => ({
  devices: asInvestor,
  write: async ({ client, db }, text, seen) => {
    const shown = await db.ownListings.get(LISTING)
    if (!shown) throw new Error('The listing has not arrived.')
    const edit = { vcId: LISTING, change: { [field]: text } }
    const base = listingBaseOf({ ...shown, [field]: seen ?? null }, edit.change)
    return client.enqueue('listing.edit', edit, seen === undefined ? undefined : base)
  },
  refusedBy: 'owners.edited-elsewhere',
})
const placeOf = (contactId: VcId): Text => ({
  devices: asFounder,
  write: ({ client }, metAt, seen) =>
    client.enqueue('contact.follow-up', { contactId, metAt }, seen === undefined ? undefined : followUpBaseOf(seen)),
})
const place = placeOf(CONTACT)
const name = (field: 'firstName' | 'lastName'): Text => ({
  devices: asFounder,
  write: ({ client }, text, seen) =>
    client.enqueue('profile.rename', { [field]: text }, seen === undefined ? undefined : { [field]: [fingerprint(seen)] }),
  refusedBy: 'accounts.renamed-elsewhere',
})
const [firstName, lastName] = [name('firstName'), name('lastName')]

/** Each text has different content, so that all of them are written in one offline period. */
const texts: [name: string, text: Text, word: string][] = [
  ['a note', note('contact.note'), 'Anna'],
  ['an introduction', note('contact.intro'), 'Bruno'],
  ['a line of a draft', draft('companyName'), 'Clara'],
  ['a text of a draft', draft('description'), 'Diego'],
  ['a bio', listing('bio'), 'Edith'],
  ['a thesis', listing('investmentThesis'), 'Frida'],
  ['a position', listing('position'), 'Georg'],
  ['a place where two met', place, 'Hanna'],
  ['a first name', firstName, 'Igor'],
]

/** For clients that send no base. The first device has written each of them before, with a base. */
const unbased: typeof texts = [
  ['a text of a draft', draft('traction'), 'Jonas'],
  ['a line of a draft', draft('location'), 'Karla'],
  ['a text of a listing', listing('fundDescription'), 'Lotte'],
  ['a line of a listing', listing('investmentTag'), 'Maren'],
  ['a place where two met', placeOf(OTHER), 'Nadia'],
  ['a last name', lastName, 'Oskar'],
]

beforeAll(async () => {
  const groups = [asFounder, asInvestor].map(
    (devices) => [devices, texts.filter(([, text]) => text.devices === devices)] as const,
  )
  await Promise.all(groups.map(([devices, own]) => writeApart(devices, own)))
})

async function writeApart(devices: Devices, own: typeof texts) {
  const [first, second] = devices
  await sync(devices)
  const without = unbased.filter(([, text]) => text.devices === devices)
  for (const [, text, word] of [...own, ...without]) await text.write(first, word, text === firstName ? 'founder' : '')
  await sync(devices)
  goOffline(devices)
  for (const [, text, word] of own) {
    await text.write(first, `${word}alpha`, word)
    await text.write(second, `${word}beta`, word)
  }
  for (const [, text, word] of without) {
    await text.write(first, `${word}alpha`)
    await text.write(second, `${word}beta`)
  }
  await sync(devices)
  await sync(devices)
}

test.each(texts)(
  '%s that two devices wrote without a network is on both, or kept as rejected with its text',
  async (_, text, word) => {
    const [first, second] = await Promise.all(text.devices.map(readable))
    expect(first).toContain(`${word}alpha`)
    expect(second).toContain(`${word}alpha`)
    expect(second).toContain(`${word}beta`)
    if (!text.refusedBy) expect(first).toContain(`${word}beta`)
    else expect(await refusalOf(text.devices[1], `${word}beta`)).toBe(text.refusedBy)
  },
)

test.each(unbased)('%s from devices that send no base loses no text', async (_, { devices, refusedBy }, word) => {
  const [first, second] = await Promise.all(devices.map(readable))
  expect(first).toContain(`${word}alpha`)
  expect(second).toContain(`${word}alpha`)
  expect(second).toContain(`${word}beta`)
  if (!refusedBy) expect(first).toContain(`${word}beta`)
  else expect(await refusalOf(devices[1], `${word}beta`)).toBe(refusedBy)
})

test('a listing edit of the last release, which sends no base, is applied when its own device wrote the current text', async () => {
  const { write } = listing('portfolioPerformance')
  for (const text of ['Psi', 'Omega']) {
    await write(asInvestor[1], text)
    await sync(asInvestor)
  }
  await sync(asInvestor)
  for (const { db } of asInvestor) expect(await db.ownListings.get(LISTING)).toMatchObject({ portfolioPerformance: 'Omega' })
})

test('long listing texts that two devices changed in different places are merged', async () => {
  const { write } = listing('fundDescription')
  const base = 'Seed only.\nTickets of 100k.\nNo hardware.'
  await sync(asInvestor)
  await write(asInvestor[0], base)
  await sync(asInvestor)
  goOffline(asInvestor)
  await write(asInvestor[0], base.replace('Seed only', 'Seed and Series A'), base)
  await write(asInvestor[1], base.replace('No hardware', 'No hardware, no games'), base)
  await sync(asInvestor)
  await sync(asInvestor)
  for (const { db } of asInvestor)
    expect(await db.ownListings.get(LISTING)).toMatchObject({
      fundDescription: 'Seed and Series A.\nTickets of 100k.\nNo hardware, no games.',
    })
})

test('a listing edit rejected because of another one is applied when its writer sends it again, but not over a third one', async () => {
  const { write } = listing('location')
  await sync(asInvestor)
  goOffline(asInvestor)
  const [first, second] = asInvestor
  const seen = (await first.db.ownListings.get(LISTING))?.location ?? ''
  await write(first, 'Lisbon', seen)
  await write(second, 'Porto', seen)
  await sync(asInvestor)
  // Nothing was stored before, so the second edit conflicts with the first one to arrive.
  const refused = await second.db.outbox.where('state').equals('refused').toArray()
  const aside = refused.find(({ args }) => JSON.stringify(args).includes('Porto'))
  expect(aside?.refusal?.code).toBe('owners.edited-elsewhere')
  // The writer sees Lisbon. Before the choice arrives, the other device writes again.
  goOffline([second])
  if (aside) await second.client.retryRefused(aside.id)
  await write(first, 'Faro', 'Lisbon')
  await sync([first])
  await sync(asInvestor)
  expect(await refusalOf(second, 'Porto')).toBe('owners.edited-elsewhere')
  for (const { db } of asInvestor) expect(await db.ownListings.get(LISTING)).toMatchObject({ location: 'Faro' })
  // The writer sees Faro.
  const again = (await second.db.outbox.toArray()).find(({ args }) => JSON.stringify(args).includes('Porto'))
  if (again) await second.client.retryRefused(again.id)
  await sync(asInvestor)
  await sync(asInvestor)
  for (const { db } of asInvestor) expect(await db.ownListings.get(LISTING)).toMatchObject({ location: 'Porto' })
})

test.each<[what: string, text: Text, shownOn: (tab: TestTab) => Promise<unknown>]>([
  ['a name', lastName, async ({ db }) => (await db.account.toCollection().first())?.user?.lastName],
  ['a place', placeOf(OTHER), async ({ db }) => (await db.followUps.get(OTHER))?.metAt],
])('%s rejected because of another edit is applied when its writer sends it again', async (_, { write }, shownOn) => {
  await sync(asFounder)
  const [first, second] = asFounder
  const long = (letter: string) => letter.repeat(100)
  const seen = String(await shownOn(first))
  goOffline(asFounder)
  await write(first, long('p'), seen)
  await write(second, long('q'), seen)
  await sync(asFounder)
  const isAside = ({ args }: { args: unknown }) => JSON.stringify(args).includes(long('q'))
  const aside = (await second.db.outbox.where('state').equals('refused').toArray()).find(isAside)
  expect(aside).toBeDefined()
  if (aside) await second.client.retryRefused(aside.id)
  await sync(asFounder)
  await sync(asFounder)
  for (const tab of asFounder) expect(await shownOn(tab)).toBe(long('q'))
})

test('replies of two devices to one ticket are both in it, in the order of their arrival', async () => {
  const [first, second] = asFounder
  const id = crypto.randomUUID() as TicketId
  const person = { name: 'Ada Lovelace', email: 'ada@example.com', category: 'general' as const, homepage: '' }
  await first.client.enqueue('feedback.submit', { id, ...person, message: 'The first message of all.' })
  await sync(asFounder)
  goOffline(asFounder)
  for (const [tab, text] of [
    [first, 'A reply from one device.'],
    [second, 'A reply from the other.'],
  ] as const)
    await tab.client.enqueue('ticket.write', { ticketId: id, id: crypto.randomUUID() as TicketId, text })
  await sync(asFounder)
  await sync(asFounder)
  for (const tab of asFounder) expect(await readable(tab)).toMatch(/A reply from one device.*A reply from the other/)
})
