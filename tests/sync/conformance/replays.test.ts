import { expect, test } from 'vitest'
import { openStage } from './support/stage.ts'
import {
  type Entry,
  newEntryId,
  noteEntry,
  openWire,
  type Pushed,
  type Reply,
  saveEntry,
  sendOnOne,
  statusesOf,
  ticketEntry,
} from './support/wire.ts'

const stage = await openStage()
const [contact = '', other = ''] = stage.contacts

/** The texts of one principal's tickets, in order: a duplicate appears twice. */
const ticketsOf = async (principalId: string) =>
  (await stage.sql<{ message: string }[]>`select message from tickets where principal_id = ${principalId} order by number`).map(
    ({ message }) => message,
  )
const marksOf = async (principalId: string) =>
  (await stage.sql<{ id: string }[]>`select id from processed_mutations where principal_id = ${principalId}`).map(({ id }) => id)
const savedOf = async (principalId: string) =>
  (
    await stage.sql<{ id: string }[]>`select vc_id as id from saved_investors where principal_id = ${principalId} order by vc_id`
  ).map(({ id }) => id)
const noteOf = async (principalId: string, id: string) =>
  (
    await stage.sql<{ text: string; clashes: unknown[] }[]>`
    select text, clashes from contact_notes where principal_id = ${principalId} and contact_id = ${id}`
  )[0]

/** One entry of each kind that the buyer may send; each has a countable effect. */
const someEntries = (): Entry[] => [
  ticketEntry('The first'),
  saveEntry('rec1'),
  noteEntry(contact, 'Met in Lisbon'),
  ticketEntry('The second'),
]

test('a push that is sent again three times is applied once', async () => {
  const { wire, principalId } = await stage.buyer()
  const entries = someEntries()
  expect(statusesOf(await wire.push(entries))).toEqual(entries.map(() => 'applied'))
  const again = await Promise.all([wire.push(entries), wire.push(entries), wire.push(entries)])
  for (const reply of again) expect(statusesOf(reply)).toEqual(entries.map(() => 'duplicate'))
  expect(await ticketsOf(principalId)).toEqual(['The first', 'The second'])
  expect(await marksOf(principalId)).toHaveLength(entries.length)
})

test('a push that is sent eight times in parallel is applied once', async () => {
  const { wire, principalId } = await stage.buyer()
  const entries = someEntries()
  const replies = await Promise.all(Array.from({ length: 8 }, () => wire.push(entries)))
  for (const at of entries.keys()) {
    const statuses = replies.map((reply) => statusesOf(reply)[at]).sort()
    expect(statuses).toEqual(['applied', ...Array(7).fill('duplicate')])
  }
  expect((await ticketsOf(principalId)).sort()).toEqual(['The first', 'The second'])
})

test('subsets of a push, in any order and with new entries between them, add only the new ones', async () => {
  const { wire, principalId } = await stage.buyer()
  const entries = someEntries()
  await wire.push(entries)
  const added = ticketEntry('The third')
  const part = [entries[3], added, entries[0], entries[2]] as Entry[]
  expect(statusesOf(await wire.push(part))).toEqual(['duplicate', 'applied', 'duplicate', 'duplicate'])
  expect(await ticketsOf(principalId)).toEqual(expect.arrayContaining(['The first', 'The second', 'The third']))
  expect(await ticketsOf(principalId)).toHaveLength(3)
})

test('entries that arrive in another order than written are each applied once, and the last to arrive wins', async () => {
  const { wire, principalId } = await stage.buyer()
  const [save, unsave] = [saveEntry('rec1'), saveEntry('rec1', false)]
  expect(statusesOf(await wire.push([unsave]))).toEqual(['applied'])
  expect(statusesOf(await wire.push([save]))).toEqual(['applied'])
  expect(statusesOf(await wire.push([unsave, save]))).toEqual(['duplicate', 'duplicate'])
  expect(await savedOf(principalId)).toEqual(['rec1'])
})

test('an id that appears twice in one push is applied once, and each entry has a result', async () => {
  const { wire, principalId } = await stage.buyer()
  const entry = ticketEntry('Once')
  expect(statusesOf(await wire.push([entry, saveEntry('rec1'), entry, entry]))).toEqual([
    'applied',
    'applied',
    'duplicate',
    'duplicate',
  ])
  expect(await ticketsOf(principalId)).toEqual(['Once'])
})

test('the same id with other content, another name or another target has no second effect', async () => {
  const { wire, principalId } = await stage.buyer()
  const entry = saveEntry('rec1')
  await wire.push([entry])
  const others = [
    { ...saveEntry('rec2'), id: entry.id },
    { ...ticketEntry('Smuggled'), id: entry.id },
    { ...noteEntry(contact, 'Smuggled'), id: entry.id },
  ]
  for (const each of others) expect(statusesOf(await wire.push([each]))).toEqual(['duplicate'])
  expect(await savedOf(principalId)).toEqual(['rec1'])
  expect(await ticketsOf(principalId)).toEqual([])
  expect(await noteOf(principalId, contact)).toBeUndefined()
})

test('of two entries in one push with one id and other content, the first one counts', async () => {
  const { wire, principalId } = await stage.buyer()
  const id = newEntryId()
  const statuses = statusesOf(await wire.push([saveEntry('rec1', true, { id }), saveEntry('rec1', false, { id })]))
  expect(statuses).toEqual(['applied', 'duplicate'])
  expect(await savedOf(principalId)).toEqual(['rec1'])
})

test('a refusal is remembered: a refused mutation is refused again, although it would be applied now', async () => {
  const { wire } = await stage.buyer()
  const locked = noteEntry(stage.locked, 'Mine')
  const first = (await wire.push([locked])).body.results
  expect(first).toMatchObject([{ status: 'refused', code: 'contacts.not-held' }])
  expect((await wire.push([{ ...locked, args: { contactId: contact, text: 'Mine' } }])).body.results).toEqual(first)
})

test('an unreadable entry leaves no mark: repaired, it is applied under the same id', async () => {
  const { wire, principalId } = await stage.buyer()
  const entry = ticketEntry('Readable')
  const broken = { ...entry, args: { id: 'no id', message: 5 } }
  expect((await wire.push([broken])).body.results).toMatchObject([{ status: 'refused', code: 'invalid' }])
  expect(statusesOf(await wire.push([entry]))).toEqual(['applied'])
  expect(await ticketsOf(principalId)).toEqual(['Readable'])
})

test("an exact copy of another user's push is refused for each entry without details", async () => {
  const victim = await stage.victim()
  const [eve, guest] = [await stage.buyer(), await stage.guest()]
  for (const { wire, principalId } of [eve, guest]) {
    const { body, text } = await wire.push(victim.entries)
    expect(body.results.map(({ code }) => code)).toEqual(victim.entries.map(() => 'forbidden'))
    expect(text).not.toContain('zqxcanary')
    expect(await marksOf(principalId)).toEqual([])
  }
})

test('a push that names another principal than the caller is not applied, not even in part', async () => {
  const [ada, ben] = [await stage.buyer(), await stage.buyer()]
  for (const named of [ben.principalId, 'prn_unknown', (await stage.guest()).principalId]) {
    const reply = await ada.wire.push([saveEntry('rec1'), ticketEntry('Whose?')], { principalId: named })
    expect(reply).toMatchObject({ status: 401, body: { code: 'session-lost' } })
    expect(await ada.wire.pull({}, { principalId: named })).toMatchObject({ status: 401, body: { code: 'session-lost' } })
  }
  const stranger = openWire(stage.url)
  expect(await stranger.push([saveEntry('rec1')], { principalId: ada.principalId })).toMatchObject({ status: 401 })
  expect(stranger.cookies.size).toBe(0)
  for (const { principalId } of [ada, ben])
    expect([...(await savedOf(principalId)), ...(await ticketsOf(principalId))]).toEqual([])
})

test('gaps and jumps in the sequence of ids change nothing: ids imply no order', async () => {
  const { wire, principalId } = await stage.buyer()
  const clocks = [5e11, 2e12, 1, 2 ** 47, 1_700_000_000_000, 0]
  const entries = clocks.map((clock, at) => saveEntry('rec1', at % 2 === 1, { id: newEntryId(clock) }))
  expect(statusesOf(await wire.push(entries))).toEqual(entries.map(() => 'applied'))
  expect(await savedOf(principalId)).toEqual(['rec1'])
})

test('an entry that another one replaces is a duplicate, in either order of arrival', async () => {
  const { wire, principalId } = await stage.buyer()
  const [first, late] = [noteEntry(contact, 'one'), noteEntry(other, 'late')]
  const whole = noteEntry(contact, 'one two', { replaces: [first.id, late.id], base: { text: '', steps: [] } })
  expect(statusesOf(await wire.push([first]))).toEqual(['applied'])
  expect(statusesOf(await wire.push([whole]))).toEqual(['applied'])
  expect(statusesOf(await wire.push([late, first]))).toEqual(['duplicate', 'duplicate'])
  expect([await noteOf(principalId, contact), await noteOf(principalId, other)]).toEqual([
    { text: 'one two', clashes: [] },
    undefined,
  ])
})

test.each([0, 1, 40, 400])(
  'a push whose socket is destroyed %i bytes into the reply is applied once when sent again',
  async (bytes) => {
    const { wire, principalId } = await stage.buyer()
    const entries = someEntries()
    await Promise.all([wire.cutPush(entries, bytes), wire.cutPush(entries, bytes)])
    const statuses = statusesOf(await wire.push(entries))
    for (const status of statuses) expect(['applied', 'duplicate']).toContain(status)
    expect(statusesOf(await wire.push(entries))).toEqual(entries.map(() => 'duplicate'))
    expect((await ticketsOf(principalId)).sort()).toEqual(['The first', 'The second'])
    expect(await marksOf(principalId)).toHaveLength(entries.length)
  },
)

test('two principals and a visitor on one connection each get only their own data', async () => {
  const [ada, ben] = [await stage.buyer(), await stage.buyer()]
  await ada.wire.push([noteEntry(contact, "Ada's words")])
  await ben.wire.push([noteEntry(contact, "Ben's words")])
  const request = (cookies: Map<string, string>) => {
    const body = JSON.stringify({ have: {} })
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const lines = ['POST /api/sync/me HTTP/1.1', `Host: ${new URL(stage.url).host}`, `Origin: ${stage.url}`, `Cookie: ${cookie}`]
    return `${lines.join('\r\n')}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }
  const none = new Map<string, string>()
  const order = [ada.wire.cookies, ben.wire.cookies, none, ada.wire.cookies, ben.wire.cookies]
  const replies = await sendOnOne(stage.url, order.map(request))
  const seen = replies.map((reply) => [reply.slice(9, 12), reply.includes("Ada's words"), reply.includes("Ben's words")])
  expect(seen).toEqual([
    ['200', true, false],
    ['200', false, true],
    ['204', false, false],
    ['200', true, false],
    ['200', false, true],
  ])
})

test('a visitor whose first reply was cut is one guest: the cookie, not the body, identifies the owner', async () => {
  const before = await stage.sql`select 1 from principals`
  const [lost, found] = [openWire(stage.url), openWire(stage.url)]
  const entries = [saveEntry('rec1')]
  await lost.cutPush(entries, 20)
  // It never received its cookie, so it returns as another visitor, with the ids that it has sent.
  let reply: Reply<Pushed> = await found.push(entries)
  const [result] = reply.body.results
  expect([result?.status, result?.code]).toSatisfy(([status, code]) => status === 'applied' || code === 'forbidden')
  reply = await found.push(entries)
  expect(statusesOf(reply)).toEqual([result?.status === 'applied' ? 'duplicate' : 'refused'])
  expect((await stage.sql`select 1 from principals`).length - before.length).toBeLessThanOrEqual(2)
  expect(await stage.sql`select 1 from processed_mutations where id = ${String(entries[0]?.id)}`).toHaveLength(1)
})

test('the server logged no fault in these tests', () => {
  expect(stage.faults).toEqual([])
})
