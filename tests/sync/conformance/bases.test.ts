import { describe, expect, test } from 'vitest'
import { openStage } from './support/stage.ts'
import {
  CLIENT_ID,
  draftEntry,
  type Entry,
  fingerprintOf,
  followUpEntry,
  listingEntry,
  newEntryId,
  noteEntry,
  type Pulled,
  type Pushed,
  type Reply,
  statusesOf,
} from './support/wire.ts'

const stage = await openStage()
const [contact = ''] = stage.contacts
const OTHER_DEVICE = { clientId: '8b0e6d0a-2f0f-4b9e-9a55-5c1f2f0f7a22' }
const AT_HOME = { clientId: CLIENT_ID }

/** Bases that the server never issued. */
const WRONG_BASES: [what: string, base: unknown][] = [
  ['null', null],
  ['a text', 'the text'],
  ['a number', 7],
  ['a list', ['a', 'b']],
  ['an object of another kind', { version: 12 }],
  ['deep', { text: { text: { text: 'x' } }, steps: [[[]]] }],
  ['steps that are no texts', { text: 'x', steps: [1, null] }],
  ['600 steps', { text: 'x', steps: Array(600).fill('1a2b3c') }],
  ['a text that is too long', { text: 'x'.repeat(10_001), steps: [] }],
  ['prototype keys', JSON.parse('{"__proto__": ["a"], "constructor": ["b"]}')],
  ['unknown fields', { companyNam: ['1a2b3c'], toString: ['x'] }],
  ['invalid fingerprints', { companyName: ['zzzzzzzzzzz', ''] }],
  ['a fingerprint that is too long', { companyName: ['x'.repeat(17)] }],
]

type Note = { id: string; text: string; clashes?: { text: string }[] }
type Own = { values: Record<string, unknown>; clashes: { field: string; value: unknown }[] }
const docsOf = <Kind>({ body }: Reply<Pulled>, collection: string) => (body?.put?.[collection] ?? []) as unknown as Kind[]
const note = async ({ wire }: { wire: { pull: () => Promise<Reply<Pulled>> } }) => docsOf<Note>(await wire.pull(), 'notes')[0]
/** Every text of a note or a draft, including its conflicts. */
const textsOf = (doc: Note | undefined) => [doc?.text, ...(doc?.clashes ?? []).map(({ text }) => text)]

test('a note whose base equals the stored text replaces it', async () => {
  const buyer = await stage.buyer()
  await buyer.wire.push([noteEntry(contact, 'one', { base: { text: '', steps: [] } })], AT_HOME)
  await buyer.wire.push([noteEntry(contact, 'two', { base: { text: 'one', steps: [] } })], OTHER_DEVICE)
  expect(await note(buyer)).toMatchObject({ text: 'two', clashes: [] })
})

test('a note whose base names an earlier text, or its own steps, is merged with the changes since', async () => {
  const buyer = await stage.buyer()
  const write = (text: string, base: string, steps: string[] = [], device = AT_HOME) =>
    buyer.wire.push([noteEntry(contact, text, { base: { text: base, steps } })], device)
  await write('Lead: Jana. Fund: 2M.', '')
  await write('Lead: Jana Novak. Fund: 2M.', 'Lead: Jana. Fund: 2M.')
  await write('Lead: Jana. Fund: 3M.', 'Lead: Jana. Fund: 2M.', [], OTHER_DEVICE)
  expect(await note(buyer)).toMatchObject({ text: 'Lead: Jana Novak. Fund: 3M.', clashes: [] })
  await write('Gone on', 'never stored', [fingerprintOf('Lead: Jana Novak. Fund: 3M.')])
  expect(await note(buyer)).toMatchObject({ text: 'Gone on', clashes: [] })
})

test.each([['no base', undefined] as [string, unknown], ...WRONG_BASES])(
  'a note of another device with %s neither replaces the stored text nor is lost',
  async (_, base) => {
    const buyer = await stage.buyer()
    await buyer.wire.push([noteEntry(contact, 'They lead up to 2M.')], AT_HOME)
    const late = noteEntry(contact, 'They lead up to 5M.', base === undefined ? {} : { base })
    expect(statusesOf(await buyer.wire.push([late], OTHER_DEVICE))).toEqual(['applied'])
    expect(statusesOf(await buyer.wire.push([late], OTHER_DEVICE))).toEqual(['duplicate'])
    expect(textsOf(await note(buyer))).toEqual(['They lead up to 2M.', 'They lead up to 5M.'])
  },
)

test('a note of the last release, which sends no base, replaces the note that the same device wrote', async () => {
  const buyer = await stage.buyer()
  for (const text of ['one', 'two', 'three']) await buyer.wire.push([noteEntry(contact, text)], AT_HOME)
  expect(await note(buyer)).toMatchObject({ text: 'three', clashes: [] })
})

test('resolving a text that was never in conflict resolves nothing', async () => {
  const buyer = await stage.buyer()
  await buyer.wire.push([noteEntry(contact, 'stored')], AT_HOME)
  await buyer.wire.push([noteEntry(contact, 'beside', { base: { text: 'unseen', steps: [] } })], OTHER_DEVICE)
  const settles = [fingerprintOf('invented'), '__proto__', '']
  const entry = { ...noteEntry(contact, 'stored'), args: { contactId: contact, text: 'stored', settles } }
  expect(statusesOf(await buyer.wire.push([entry], AT_HOME))).toEqual(['applied'])
  expect(textsOf(await note(buyer))).toEqual(['stored', 'beside'])
})

test('an introduction is merged as a note is, and never becomes one', async () => {
  const buyer = await stage.buyer()
  const intro = (text: string, base?: unknown): Entry => ({ ...noteEntry(contact, text, { base }), name: 'contact.intro' })
  await buyer.wire.push([intro('Dear Marit', { text: 'Hello Marit,', steps: [] })], AT_HOME)
  await buyer.wire.push([intro('Hi Marit', { text: 'no such text', steps: ['zzz'] })], OTHER_DEVICE)
  const [contactDoc] = docsOf<{ id: string; ownIntro?: Note }>(await buyer.wire.pull(), 'contacts').filter(
    ({ id }) => id === contact,
  )
  expect(textsOf(contactDoc?.ownIntro)).toEqual(['Dear Marit', 'Hi Marit'])
  expect(await note(buyer)).toBeUndefined()
})

const own = async ({ wire }: Awaited<ReturnType<typeof stage.buyer>>) => docsOf<Own>(await wire.pull(), 'ownProject')[0]

test('a draft whose base equals the stored draft replaces it, field by field', async () => {
  const buyer = await stage.buyer()
  await buyer.wire.push([draftEntry({ companyName: 'Grove', location: 'Lisbon' })], AT_HOME)
  await buyer.wire.push(
    [draftEntry({ companyName: 'Grove Labs' }, { base: { companyName: [fingerprintOf('Grove')] } })],
    OTHER_DEVICE,
  )
  expect(await own(buyer)).toMatchObject({ values: { companyName: 'Grove Labs', location: 'Lisbon' }, clashes: [] })
})

test.each([['no base', undefined] as [string, unknown], ...WRONG_BASES])(
  'a draft of another device with %s neither replaces the stored text nor is lost',
  async (_, base) => {
    const buyer = await stage.buyer()
    await buyer.wire.push([draftEntry({ companyName: 'Grove' })], AT_HOME)
    const late = draftEntry({ companyName: 'Grave' }, base === undefined ? {} : { base })
    expect(statusesOf(await buyer.wire.push([late], OTHER_DEVICE))).toEqual(['applied'])
    expect(statusesOf(await buyer.wire.push([late], OTHER_DEVICE))).toEqual(['duplicate'])
    expect(await own(buyer)).toMatchObject({
      values: { companyName: 'Grove' },
      clashes: [{ field: 'companyName', value: 'Grave' }],
    })
  },
)

test.each([
  ['a text for a switch', { tickerLaunched: 'yes' }],
  ['a list for a text', { companyName: ['Grove'] }],
  ['a text that is too long', { description: 'x'.repeat(5001) }],
  ['an amount below nothing', { amountRaising: -1 }],
  ['an amount beyond any', { valuation: 1e308 }],
  ['half of a person', { teamSize: 1.5 }],
])('a draft with %s is refused completely, and changes nothing', async (_, changes) => {
  const buyer = await stage.buyer()
  await buyer.wire.push([draftEntry({ companyName: 'Grove' })])
  const [result] = (await buyer.wire.push([draftEntry({ location: 'Porto', ...changes })])).body.results
  expect(result).toMatchObject({ status: 'refused', code: 'invalid' })
  expect(await own(buyer)).toMatchObject({ values: { companyName: 'Grove', location: '' }, clashes: [] })
})

test('server-owned fields of a project cannot be changed by a draft', async () => {
  const buyer = await stage.buyer()
  const changes = { companyName: 'Grove', isPublished: true, voteCount: 900, status: 'verified', userId: 'usr_x', id: 'prj_x' }
  expect(statusesOf(await buyer.wire.push([draftEntry(changes)]))).toEqual(['applied'])
  expect(await own(buyer)).toMatchObject({ isPublished: false, voteCount: 0, projectId: null })
})

test('a draft of an investor, a guest or a visitor is refused', async () => {
  const [investor, guest] = [await stage.investor(), await stage.guest()]
  const codes = async (wire: typeof guest.wire) =>
    (await wire.push([draftEntry({ companyName: 'x' })])).body.results.map(({ code }) => code)
  expect(await codes(investor.wire)).toEqual(['projects.founders-only'])
  expect(await codes(guest.wire)).toEqual(['session-lost'])
  expect(await codes(stage.stranger())).toEqual(['session-lost'])
})

const renameEntry = (firstName: string, base?: unknown): Entry => ({
  id: newEntryId(),
  name: 'profile.rename',
  args: { firstName },
  base,
  madeAt: '2026-11-20T10:00:00.000Z',
})

const listingOf = async (id: string) =>
  (
    await stage.sql`select bio, price::int as price, fund_name as "fundName", is_verified as "isVerified", user_id as "userId" from vcs where id = ${id}`
  )[0]

describe('a client of the last release, which names no base', () => {
  const outcomesOf = ({ body }: Reply<Pushed>) => body.results.map(({ status, code }) => code ?? status)

  test("fills an empty listing text, and replaces its own text but not another device's", async () => {
    const investor = await stage.investor()
    const edit = (bio: string, device = AT_HOME) => investor.wire.push([listingEntry(investor.listing, { bio })], device)
    expect(outcomesOf(await edit('First'))).toEqual(['applied'])
    expect(outcomesOf(await edit('Second'))).toEqual(['applied'])
    expect(outcomesOf(await edit('Third', OTHER_DEVICE))).toEqual(['owners.edited-elsewhere'])
    expect(await listingOf(investor.listing)).toMatchObject({ bio: 'Second' })
    expect(outcomesOf(await edit('Second. Third.', OTHER_DEVICE))).toEqual(['applied'])
    expect(outcomesOf(await edit('Fourth'))).toEqual(['owners.edited-elsewhere'])
    expect(await listingOf(investor.listing)).toMatchObject({ bio: 'Second. Third.' })
  })

  test('replaces no listing text of an unknown writer, and gets the same answer to a retry', async () => {
    const investor = await stage.investor({ bio: 'Before' })
    const edit = listingEntry(investor.listing, { bio: 'After' })
    for (let time = 0; time < 2; time += 1)
      expect(outcomesOf(await investor.wire.push([edit]))).toEqual(['owners.edited-elsewhere'])
    expect(await listingOf(investor.listing)).toMatchObject({ bio: 'Before' })
  })

  test("fills an empty place, and replaces its own place; another device's place is kept beside it", async () => {
    const buyer = await stage.buyer()
    const write = (metAt: string, device = AT_HOME) => buyer.wire.push([followUpEntry(contact, { metAt })], device)
    const place = async () => docsOf<{ metAt: string }>(await buyer.wire.pull(), 'followUps')[0]?.metAt
    for (const metAt of ['Lisbon', 'Porto']) expect(outcomesOf(await write(metAt))).toEqual(['applied'])
    expect(await place()).toBe('Porto')
    expect(outcomesOf(await write('Faro', OTHER_DEVICE))).toEqual(['applied'])
    expect(await place()).toBe('Porto / Faro')
    expect(outcomesOf(await write('Coimbra'))).toEqual(['applied'])
    expect(await place()).toBe('Porto / Faro / Coimbra')
    expect(outcomesOf(await write('x'.repeat(190), OTHER_DEVICE))).toEqual(['contacts.met-elsewhere'])
    expect(await place()).toBe('Porto / Faro / Coimbra')
  })

  test("replaces its own name, and not another device's", async () => {
    const buyer = await stage.buyer()
    const rename = (firstName: string, device = AT_HOME, base?: unknown) =>
      buyer.wire.push([renameEntry(firstName, base)], device)
    expect(outcomesOf(await rename('Adaeze'))).toEqual(['accounts.renamed-elsewhere'])
    expect(outcomesOf(await rename('Adaeze', AT_HOME, { firstName: [fingerprintOf('Ada')] }))).toEqual(['applied'])
    expect(outcomesOf(await rename('Adaora'))).toEqual(['applied'])
    expect(outcomesOf(await rename('A.', OTHER_DEVICE))).toEqual(['accounts.renamed-elsewhere'])
    expect(outcomesOf(await rename('A.', OTHER_DEVICE, { firstName: [fingerprintOf('Adaora')] }))).toEqual(['applied'])
    expect(outcomesOf(await rename('Ada'))).toEqual(['accounts.renamed-elsewhere'])
  })

  test('is named in no document and no export of what it wrote', async () => {
    const [investor, buyer] = [await stage.investor(), await stage.buyer()]
    await investor.wire.push([listingEntry(investor.listing, { bio: 'Bio by a device' })], OTHER_DEVICE)
    await buyer.wire.push([followUpEntry(contact, { metAt: 'Lisbon' })], OTHER_DEVICE)
    await buyer.wire.push([renameEntry('Adaeze', { firstName: [fingerprintOf('Ada')] })], OTHER_DEVICE)
    const marks = await stage.sql<{ mark: string }[]>`select mark from text_writers where client_id = ${OTHER_DEVICE.clientId}`
    expect(marks.length).toBeGreaterThanOrEqual(3)
    const replies = [
      ...(await Promise.all([investor, buyer].map(({ wire }) => wire.pull()))),
      ...(await Promise.all([investor, buyer].map(({ wire }) => wire.send('/api/auth/export')))),
      await investor.wire.send('/api/vcs'),
    ]
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(replies.filter(({ text }) => text.includes('Bio by a device')).length).toBeGreaterThanOrEqual(2)
    for (const { text } of replies) {
      expect(text).not.toContain(OTHER_DEVICE.clientId)
      for (const { mark } of marks) expect(text).not.toContain(mark)
    }
  })
})

test('a listing edit with an unknown base overwrites no text, and reports a concurrent edit', async () => {
  const investor = await stage.investor({ bio: 'Before' })
  for (const [at, [, base]] of WRONG_BASES.entries()) {
    const edit = listingEntry(investor.listing, { bio: `Bio ${at}`, price: 700 + at }, { base })
    const [result] = (await investor.wire.push([edit])).body.results
    expect(result).toMatchObject({ status: 'refused', code: 'owners.edited-elsewhere' })
    expect(await listingOf(investor.listing)).toMatchObject({ bio: 'Before' })
  }
})

test.each<[what: string, change: Record<string, unknown>]>([
  ['a negative price', { price: -1 }],
  ['a price of half a cent', { price: 0.5 }],
  ['a limit of no introductions', { weeklyIntroLimit: 0 }],
  ['no name', { fundName: '' }],
  ['an invalid link', { meetingLink: 'javascript:alert(1)' }],
  ['an invalid time zone', { timeZone: 'Mars/Olympus' }],
  ['an invalid stage', { stage: ['Series Z'] }],
  ['no way to be reached', { contactType: 'telegram', telegramUrl: null }],
])('a listing edit with %s is refused and changes nothing', async (_, change) => {
  const investor = await stage.investor({ bio: 'Before' })
  const before = await listingOf(investor.listing)
  const edit = listingEntry(investor.listing, { bio: 'After', ...change }, { base: { bio: 'Before' } })
  const [result] = (await investor.wire.push([edit])).body.results
  expect(result).toMatchObject({ status: 'refused', code: expect.stringMatching(/^(invalid|owners\.no-contact)$/) })
  expect(await listingOf(investor.listing)).toEqual(before)
})

test('server-owned fields of a listing cannot be changed by an edit', async () => {
  const investor = await stage.investor({ isVerified: false, reviewStatus: 'pending', bio: 'Before' })
  const change = {
    bio: 'After',
    isVerified: true,
    reviewStatus: 'approved',
    isActive: false,
    userId: 'usr_x',
    id: 'vc_x',
    approvedPrice: 9,
  }
  const edit = listingEntry(investor.listing, change, { base: { bio: 'Before' } })
  expect(statusesOf(await investor.wire.push([edit]))).toEqual(['applied'])
  expect(await listingOf(investor.listing)).toMatchObject({ bio: 'After', isVerified: false, userId: investor.userId })
})

test("another user's listing, a missing one and one of the external list all give: not found", async () => {
  const [owner, eve] = [await stage.investor({ bio: 'Before' }), await stage.investor()]
  const guest = await stage.guest()
  for (const wire of [eve.wire, guest.wire, stage.stranger()]) {
    const edits = [owner.listing, 'vc_nobody', contact].map((id) => listingEntry(id, { bio: 'Taken over' }))
    const { results } = (await wire.push(edits)).body
    expect(results.map(({ status, code }) => [status, code])).toEqual(edits.map(() => ['refused', 'not-found']))
    expect(new Set(results.map(({ message }) => message)).size).toBe(1)
  }
  expect(await listingOf(owner.listing)).toMatchObject({ bio: 'Before' })
})

test.each([['wrong', { firstName: ['zzz'] }] as [string, unknown], ...WRONG_BASES])(
  'a rename with a base that is %s leaves the name, and reports a concurrent change',
  async (_, base) => {
    const buyer = await stage.buyer()
    const [result] = (await buyer.wire.push([renameEntry('Eve', base)])).body.results
    expect(result).toMatchObject({ status: 'refused', code: 'accounts.renamed-elsewhere' })
    const [user] = await stage.sql`select first_name as name from users where id = ${buyer.userId}`
    expect(user).toEqual({ name: 'Ada' })
  },
)

test('the server logged no fault in these tests', () => {
  expect(stage.faults).toEqual([])
})
