import { eq } from 'drizzle-orm'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { contactEntries, people } from '#drizzle/schema/index.ts'
import { PURGE } from '#server/features/people/module.ts'
import { type ContactEntry, type EntryId, MAX_ENTRIES, MAX_ENTRIES_OF_CONTACT } from '#shared/contacts/entry.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import type { PersonId } from '#shared/people/contract.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { runJob } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { testModules } from '#tests/support/modules.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { listEntries } from '#tests/support/state/contacts.ts'

const app = await startTestApp()
const { db } = app.database

const newPerson = () => `psn_${crypto.randomUUID()}` as PersonId
const newEntry = () => `ent_${crypto.randomUUID()}` as EntryId
const DAY_MS = 24 * 60 * 60 * 1000
const [monday, tuesday] = ['2026-11-23T09:00:00.000Z', '2026-11-24T09:00:00.000Z']

type Sent = { name: string; args: object; base?: unknown }
async function push(client: Client, ...sent: Sent[]) {
  const mutations = sent.map((one) => ({ ...one, id: newMutationId(), madeAt: new Date().toISOString() }))
  const { body } = await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations })
  return body.results
}
const person = (id: PersonId): Sent => ({ name: 'person.write', args: { id, name: 'Noa' }, base: { name: [''] } })
const deletePerson = (id: PersonId, isDeleted: boolean): Sent => ({ name: 'person.delete', args: { id, isDeleted } })

type Written = { id: EntryId; contactId: VcId }
const write = (entry: Written, text: string, seen = '', writtenOn = monday): Sent => ({
  name: 'entry.write',
  args: { ...entry, text, writtenOn },
  base: { text: seen, steps: [], writtenOn: seen === '' ? null : monday },
})
const remove = (entry: Written, ...seen: string[]): Sent => ({
  name: 'entry.delete',
  args: { ...entry, isDeleted: true },
  base: seen.map(fingerprint),
})
const restore = (entry: Written): Sent => ({ name: 'entry.delete', args: { ...entry, isDeleted: false } })

const pull = async (client: Client) => (await client.post<PrivateDelta>('/api/sync/me', { have: {} })).body.put
const entriesOf = async (client: Client) => ((await pull(client)).entries ?? []) as unknown as ContactEntry[]

/** A member with one person and the ids of a new entry about it. */
async function writer() {
  const member = await app.member()
  const contactId = newPerson()
  await push(member, person(contactId))
  return { member, entry: { id: newEntry(), contactId } }
}

test('a person and entries that were written offline arrive together, and are read on another device', async () => {
  const member = await app.member()
  const contactId = newPerson()
  const [first, second] = [
    { id: newEntry(), contactId },
    { id: newEntry(), contactId },
  ]
  const results = await push(member, person(contactId), write(first, 'Wants a pilot'), write(second, 'Signed\0', '', tuesday))
  expect(results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied'])
  expect((await entriesOf(member)).sort((a, b) => a.writtenOn.localeCompare(b.writtenOn))).toEqual([
    { ...first, version: expect.any(Number), text: 'Wants a pilot', writtenOn: monday, ...nothingElse },
    { ...second, version: expect.any(Number), text: 'Signed', writtenOn: tuesday, ...nothingElse },
  ])
})
const nothingElse = { writtenBy: expect.any(String), clashes: [], deletedAt: null }

test('texts of two devices are merged, and what cannot be merged is kept as a conflict until the user chooses', async () => {
  const { member, entry } = await writer()
  await push(member, write(entry, 'Lead: Jana. Up to 2M.'))
  await push(member, write(entry, 'Lead: Jana Novak. Up to 2M.', 'Lead: Jana. Up to 2M.'))
  await push(member, write(entry, 'Lead: Jana. Up to 3M.', 'Lead: Jana. Up to 2M.'))
  expect(await entriesOf(member)).toMatchObject([{ text: 'Lead: Jana Novak. Up to 3M.', clashes: [] }])
  await push(member, write(entry, 'Lead: Jana. Up to 9M.', 'Lead: Jana. Up to 2M.'))
  const [clashed] = await entriesOf(member)
  expect(clashed).toMatchObject({ text: 'Lead: Jana Novak. Up to 3M.', clashes: [{ text: 'Lead: Jana. Up to 9M.' }] })
  const chosen = write(entry, 'Up to 9M', clashed?.text)
  await push(member, { ...chosen, args: { ...chosen.args, settles: [fingerprint('Lead: Jana. Up to 9M.')] } })
  expect(await entriesOf(member)).toMatchObject([{ text: 'Up to 9M', clashes: [] }])
})

test('the day that one device changes stays, though another one writes the text with the earlier day', async () => {
  const { member, entry } = await writer()
  await push(member, write(entry, 'Wants a pilot'))
  await push(member, write(entry, 'Wants a pilot', 'Wants a pilot', tuesday))
  await push(member, write(entry, 'Wants a pilot in May', 'Wants a pilot'))
  expect(await entriesOf(member)).toMatchObject([{ text: 'Wants a pilot in May', writtenOn: tuesday }])
})

test('of a deletion and an edit the edit wins, in either order', async () => {
  const { member, entry } = await writer()
  await push(member, write(entry, 'Wants a pilot'))
  await push(member, write(entry, 'Wants a pilot in May', 'Wants a pilot'))
  await push(member, remove(entry, 'Wants a pilot'))
  expect(await entriesOf(member)).toMatchObject([{ text: 'Wants a pilot in May', deletedAt: null }])
  await push(member, remove(entry, 'Wants a pilot in May'))
  expect(await entriesOf(member)).toMatchObject([{ deletedAt: expect.any(String) }])
  await push(member, write(entry, 'Wants two pilots in May', 'Wants a pilot in May'))
  expect(await entriesOf(member)).toMatchObject([{ text: 'Wants two pilots in May', deletedAt: null }])
})

test('a deletion can be undone, also with the person', async () => {
  const { member, entry } = await writer()
  await push(member, write(entry, 'Wants a pilot'), remove(entry, 'Wants a pilot'), restore(entry))
  expect(await entriesOf(member)).toMatchObject([{ text: 'Wants a pilot', deletedAt: null }])
  const contactId = entry.contactId as PersonId
  await push(member, deletePerson(contactId, true), deletePerson(contactId, false))
  expect(await entriesOf(member)).toMatchObject([{ text: 'Wants a pilot', deletedAt: null }])
})

test('30 days after a deletion the entry is gone, and so are all entries of a deleted person; nothing else is', async () => {
  const { member, entry } = await writer()
  const { principalId } = member.user
  const lately = { ...entry, id: newEntry() }
  const kept = { ...entry, id: newEntry() }
  const gone = newPerson()
  const ofGone = { id: newEntry(), contactId: gone }
  await push(member, ...[entry, lately, kept].map((each) => write(each, 'x')), person(gone), write(ofGone, 'x'))
  await push(member, remove(entry, 'x'), remove(lately, 'x'), deletePerson(gone, true))
  const deletedAt = new Date(Date.now() - 31 * DAY_MS)
  await db.update(contactEntries).set({ deletedAt }).where(eq(contactEntries.id, entry.id))
  await db.update(people).set({ deletedAt }).where(eq(people.id, gone))
  await runJob(app, PURGE)
  expect((await listEntries(db, { principalId })).map(({ id }) => id).sort()).toEqual([lately.id, kept.id].sort())
})

test('two accounts may use one id: each reads and changes its own entry only, about its own contacts', async () => {
  const [ada, ben] = [await writer(), await writer()]
  await push(ada.member, write(ada.entry, 'Private to Ada'))
  const same = { ...ben.entry, id: ada.entry.id }
  await push(ben.member, write(same, 'Of Ben'))
  await push(ben.member, remove(same, 'Of Ben'))
  expect(await push(ben.member, write({ ...ada.entry, id: newEntry() }, 'x'))).toMatchObject([
    { status: 'refused', code: 'contacts.not-held' },
  ])
  expect(await entriesOf(ada.member)).toMatchObject([{ text: 'Private to Ada', deletedAt: null }])
  expect(JSON.stringify(await pull(ben.member))).not.toContain('Private')
})

test('an entry stays with its contact', async () => {
  const { member, entry } = await writer()
  const other = newPerson()
  await push(member, person(other), write(entry, 'Wants a pilot'))
  await push(member, write({ ...entry, contactId: other }, 'Wants two', 'Wants a pilot'))
  expect(await entriesOf(member)).toMatchObject([{ text: 'Wants two', contactId: entry.contactId }])
})

test.each([
  ['of a contact', MAX_ENTRIES_OF_CONTACT, true],
  ['of an account', MAX_ENTRIES, false],
])('the limit %s is a refusal; an entry can still be changed, and a deletion makes room', async (_name, limit, isOneContact) => {
  const { member, entry } = await writer()
  const { principalId } = member.user
  const rows = Array.from({ length: limit }, () => ({
    ...{ principalId, id: newEntry(), text: 'x', writtenOn: new Date(monday) },
    contactId: isOneContact ? entry.contactId : newPerson(),
  }))
  for (let at = 0; at < rows.length; at += 5000) await db.insert(contactEntries).values(rows.slice(at, at + 5000))
  const [first] = rows.map(({ id }) => ({ id, contactId: entry.contactId }))
  expect(await push(member, write(entry, 'One more'))).toMatchObject([{ status: 'refused', code: 'contacts.too-many-entries' }])
  if (!first) throw new Error('no entry')
  await db.update(contactEntries).set({ contactId: entry.contactId }).where(eq(contactEntries.id, first.id))
  expect(await push(member, write(first, 'y', 'x'), remove(first, 'y'), write(entry, 'One more'))).toMatchObject([
    { status: 'applied' },
    { status: 'applied' },
    { status: 'applied' },
  ])
})

test('what a guest wrote belongs to the account after the sign-in; where both have one id, both entries are kept', async () => {
  const { member, entry } = await writer()
  const guest = app.visitor()
  const { contactId } = entry
  const [both, same] = [
    { id: newEntry(), contactId },
    { id: newEntry(), contactId },
  ]
  const { body } = await guest.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [] })
  await push(guest, person(contactId as PersonId), write(entry, 'Own'), write(both, 'Guest’s'), write(same, 'Same'))
  await push(member, write(both, 'Account’s'), write(same, 'Same'))
  const { owners } = await testModules(app.database)
  await db.transaction(async (tx) => {
    for (const moveOwner of owners) await moveOwner(tx, body.principalId as PrincipalId, member.user.principalId)
  })
  const texts = (await entriesOf(member)).map(({ text }) => text)
  expect(texts.sort()).toEqual(['Account’s', 'Guest’s', 'Own', 'Same'])
})

test('the downloads contain the entries with their dates, without the deleted ones and with no executable cell', async () => {
  const { member, entry } = await writer()
  const [older, deleted] = [
    { ...entry, id: newEntry() },
    { ...entry, id: newEntry() },
  ]
  await push(member, write(older, 'Wants a pilot'), write(entry, '=cmd()', '', tuesday), write(deleted, 'Gone'))
  await push(member, remove(deleted, 'Gone'))
  const csv = await member.get<string>('/api/contacts.csv')
  const { data } = Papa.parse<Record<string, string>>(csv.body, { header: true })
  expect(data).toMatchObject([{ datedNotes: '2026-11-24 09:00 UTC\n=cmd()\n\n2026-11-23 09:00 UTC\nWants a pilot' }])
  const { body: cards } = await member.get<string>('/api/contacts.vcf')
  const unfolded = cards.replaceAll('\r\n ', '')
  expect(unfolded).toContain('NOTE:2026-11-24 09:00 UTC\\n=cmd()\\n\\n2026-11-23 09:00 UTC\\nWants a pilot\r\n')
  expect(unfolded).not.toContain('Gone')
})
