import { eq } from 'drizzle-orm'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { people, users } from '#drizzle/schema/index.ts'
import { erasePhotos } from '#server/features/contacts/photos/service.ts'
import { PURGE } from '#server/features/people/module.ts'
import { purgePeople } from '#server/features/people/queries.ts'
import { blankPerson } from '#shared/people/blank-person.ts'
import { MAX_PEOPLE, type PersonId } from '#shared/people/contract.ts'
import { runJob } from '#tests/support/actors/money.ts'
import { entryAbout, newPerson, note, peopleOf, pull, push, remove, write } from '#tests/support/actors/people.ts'
import { startTestApp } from '#tests/support/app.ts'
import { listFollowUps, listNotes, listPeople } from '#tests/support/state/contacts.ts'
import { listMails } from '#tests/support/state/mails.ts'

const app = await startTestApp()
const { db } = app.database
const DAY_MS = 24 * 60 * 60 * 1000

test('a person, a note and a follow-up that were written offline arrive together, and are read on another device', async () => {
  const member = await app.member()
  const id = newPerson()
  const followUp = { name: 'contact.follow-up', args: { contactId: id, metAt: 'Token2049', stage: 'to-write' } }
  const results = await push(member, write(id, { name: ' Noa  Berg', telegram: '@noa' }), note(id, 'Ports'), followUp)
  expect(results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied'])
  const { people: found, notes, followUps } = await pull(member)
  expect(found).toMatchObject([{ id, name: 'Noa Berg', telegram: '@noa', email: null, deletedAt: null }])
  expect(notes).toMatchObject([{ id, text: 'Ports' }])
  expect(followUps).toMatchObject([{ id, metAt: 'Token2049', stage: 'to-write' }])
})

test('fields of two devices are both kept; two texts for one field are refused for the later device', async () => {
  const member = await app.member()
  const id = newPerson()
  const first = { ...blankPerson, name: 'Noa', email: 'noa@1.example' }
  await push(member, write(id, { name: 'Noa', email: 'noa@1.example' }))
  await push(member, write(id, { role: 'Partner' }, first))
  await push(member, write(id, { email: 'noa@2.example' }, first))
  expect(await push(member, write(id, { email: 'noa@3.example' }, first))).toMatchObject([
    { status: 'refused', code: 'people.changed-elsewhere' },
  ])
  expect(await peopleOf(member)).toMatchObject([{ role: 'Partner', email: 'noa@2.example' }])
})

test('a change of a person who was never added is refused, and so is a nameless one', async () => {
  const member = await app.member()
  expect(await push(member, write(newPerson(), { role: 'Partner' }))).toMatchObject([
    { status: 'refused', code: 'people.unknown' },
  ])
  expect(await push(member, write(newPerson(), { name: ' \u200b ' }))).toMatchObject([{ status: 'refused', code: 'invalid' }])
  expect(await peopleOf(member)).toEqual([])
})

test.each([
  [{ id: 'rec1', name: 'Noa' }],
  [{ id: 'psn_1', name: 'Noa' }],
  [{ name: 'x'.repeat(121) }],
  [{ name: 'Noa', email: 'x'.repeat(255) }],
  [{ name: ['Noa'] }],
])('%j is refused, and nothing is stored', async (wrong) => {
  const member = await app.member()
  const sent = { name: 'person.write', args: { id: newPerson(), ...wrong }, base: {} }
  expect(await push(member, sent)).toMatchObject([{ status: 'refused', code: 'invalid' }])
  expect(await peopleOf(member)).toEqual([])
})

test('two accounts may use one id: each reads and changes its own person only', async () => {
  const [ada, ben] = [await app.member(), await app.member()]
  const id = newPerson()
  await push(ada, write(id, { name: 'Of Ada', email: 'a@x.example' }), note(id, 'Private to Ada'))
  await push(ben, write(id, { name: 'Of Ben' }))
  await push(ben, remove(id))
  expect(await pull(ada)).toMatchObject({ people: [{ name: 'Of Ada', deletedAt: null }], notes: [{ text: 'Private to Ada' }] })
  expect(JSON.stringify(await pull(ben))).not.toMatch(/Of Ada|a@x|Private/)
})

test('an account that has not added the person writes no note about it', async () => {
  const [ada, ben] = [await app.member(), await app.member()]
  const id = newPerson()
  await push(ada, write(id, { name: 'Noa' }))
  expect(await push(ben, note(id, 'Hi'))).toMatchObject([{ status: 'refused', code: 'contacts.not-held' }])
})

test('a deletion can be undone with note and follow-up, and a change of another device restores the person', async () => {
  const member = await app.member()
  const id = newPerson()
  const noa = { ...blankPerson, name: 'Noa' }
  await push(member, write(id, { name: 'Noa' }), note(id, 'Ports'), remove(id))
  expect(await pull(member)).toMatchObject({ people: [{ deletedAt: expect.any(String) }], notes: [{ text: 'Ports' }] })
  await push(member, remove(id, false))
  expect(await peopleOf(member)).toMatchObject([{ deletedAt: null }])
  await push(member, remove(id))
  await push(member, write(id, { role: 'Partner' }, noa))
  expect(await peopleOf(member)).toMatchObject([{ name: 'Noa', role: 'Partner', deletedAt: null }])
})

test.each([
  ['a note', (id: PersonId) => note(id, 'Ports')],
  ['a dated entry', entryAbout],
  ['a follow-up', (contactId: PersonId) => ({ name: 'contact.follow-up', args: { contactId, stage: 'replied' } })],
  ['a tag', (contactId: PersonId) => ({ name: 'contact.tag', args: { contactId, add: ['lead'], remove: [] } })],
  ['a deal', (id: PersonId) => ({ name: 'deal.write', args: { id, nextStep: 'Send the deck' }, base: {} })],
])('%s of a device that did not know of a deletion restores the person', async (_, written) => {
  const member = await app.member()
  const id = newPerson()
  await push(member, write(id, { name: 'Noa' }), remove(id))
  expect(await push(member, written(id))).toMatchObject([{ status: 'applied' }])
  expect(await peopleOf(member)).toMatchObject([{ id, deletedAt: null }])
})

test('a removed note and a deleted entry restore nothing', async () => {
  const member = await app.member()
  const id = newPerson()
  const entry = entryAbout(id)
  await push(member, write(id, { name: 'Noa' }), note(id, 'Ports'), entry, remove(id))
  const deletion = { name: 'entry.delete', args: { id: entry.args.id, contactId: id, isDeleted: true } }
  await push(member, note(id, ''), deletion)
  expect(await peopleOf(member)).toMatchObject([{ id, deletedAt: expect.any(String) }])
})

test('30 days after a deletion the person, the note and the follow-up are gone, and nothing else is', async () => {
  const member = await app.member()
  const [gone, kept] = [newPerson(), newPerson()]
  for (const id of [gone, kept])
    await push(member, write(id, { name: id }), note(id, id), { name: 'contact.follow-up', args: { contactId: id, rating: 3 } })
  await push(member, remove(gone), remove(kept))
  await db
    .update(people)
    .set({ deletedAt: new Date(Date.now() - 31 * DAY_MS) })
    .where(eq(people.id, gone))
  await runJob(app, PURGE)
  const left = await pull(member)
  expect([left.people, left.notes, left.followUps].map((docs) => docs?.map(({ id }) => id))).toEqual([[kept], [kept], [kept]])
  await purgePeople(db, new Date(), erasePhotos)
  const { principalId } = member.user
  expect([
    await listPeople(db, { principalId }),
    await listNotes(db, { principalId }),
    await listFollowUps(db, { principalId }),
  ]).toEqual([[], [], []])
})

test('the limit is a refusal, and what is stored can still be changed', async () => {
  const member = await app.member()
  const ids = Array.from({ length: MAX_PEOPLE }, newPerson)
  await db.insert(people).values(ids.map((id) => ({ id, principalId: member.user.principalId, name: 'Noa' })))
  expect(await push(member, write(newPerson(), { name: 'One more' }))).toMatchObject([
    { status: 'refused', code: 'people.too-many' },
  ])
  const [first = newPerson(), second = newPerson()] = ids
  expect(await push(member, write(first, { role: 'Partner' }, { ...blankPerson, name: 'Noa' }))).toMatchObject([
    { status: 'applied' },
  ])
  // To delete one makes room, although it can still be restored.
  await push(member, remove(second))
  expect(await push(member, write(newPerson(), { name: 'One more' }))).toMatchObject([{ status: 'applied' }])
  await db.update(people).set({ deletedAt: new Date() }).where(eq(people.principalId, member.user.principalId))
  await db
    .insert(people)
    .values(ids.map(() => ({ id: newPerson(), principalId: member.user.principalId, name: 'Noa', deletedAt: new Date() })))
  expect(await push(member, write(newPerson(), { name: 'One more' }))).toMatchObject([{ code: 'people.too-many' }])
})

test('a follow-up on a person is mailed as a reminder; one on a deleted person is not', async () => {
  const member = await app.member()
  await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, member.user.id))
  const [kept, deleted] = [newPerson(), newPerson()]
  const due = (contactId: PersonId) => ({
    name: 'contact.follow-up',
    args: { contactId, dueAt: '2026-01-05T08:00:00.000Z', remindByMail: true },
  })
  await push(member, write(deleted, { name: 'Ben Deleted' }), due(deleted), remove(deleted))
  await push(member, write(kept, { name: 'Noa Berg' }), due(kept))
  await runJob(app, 'contacts.remind')
  const mails = await listMails(db, { recipient: member.user.email, template: 'follow-up' })
  expect(mails.map(({ subject }) => subject)).toEqual(['Follow up with Noa Berg'])
})

test('the downloads contain own people, with phone number, note and no executable cell', async () => {
  const member = await app.member()
  const id = newPerson()
  await push(
    member,
    write(id, { name: 'Noa Berg', organisation: '=cmd()', phone: '+351 21 000', email: 'noa@x.example' }),
    note(id, 'Ports'),
  )
  await push(member, write(newPerson(), { name: 'Deleted' }))
  const [gone] = (await peopleOf(member)).filter(({ name }) => name === 'Deleted')
  if (gone) await push(member, remove(gone.id))
  const csv = await member.get<string>('/api/contacts.csv')
  const { data } = Papa.parse<Record<string, string>>(csv.body, { header: true })
  expect(data).toMatchObject([{ name: 'Noa Berg', fund: "'=cmd()", phone: "'+351 21 000", note: 'Ports' }])
  const { body: cards } = await member.get<string>('/api/contacts.vcf')
  expect(cards).toContain('FN:Noa Berg\r\n')
  expect(cards).toContain('TEL;TYPE=CELL:+351 21 000\r\n')
  expect(cards).not.toContain('Deleted')
})
