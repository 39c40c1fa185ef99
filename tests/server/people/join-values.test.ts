import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contactFollowUps, contactPhotos } from '#drizzle/schema/index.ts'
import type { ContactEntry, EntryId } from '#shared/contacts/entry.ts'
import type { VcId } from '#shared/ids.ts'
import type { Person, PersonId } from '#shared/people/contract.ts'
import type { PhotoId } from '#shared/photos/contract.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { grantContact } from '#tests/support/actors/grants.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { listFollowUps, listPhotos } from '#tests/support/state/contacts.ts'

const app = await startTestApp()
const { db } = app.database

const newPerson = () => `psn_${crypto.randomUUID()}` as PersonId
const newEntry = () => `ent_${crypto.randomUUID()}` as EntryId
const WRITTEN = '2026-11-27T09:00:00.000Z'

type Sent = { name: string; args: object; base?: unknown }
async function push(client: Client, ...sent: Sent[]) {
  const mutations = sent.map((one) => ({ ...one, id: newMutationId(), madeAt: new Date().toISOString() }))
  return (await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations })).body.results
}
const person = (id: PersonId, fields: Partial<Person> = {}): Sent => ({
  name: 'person.write',
  args: { id, name: 'Noa Berg', ...fields },
  base: {},
})
const note = (contactId: VcId, text: string, base = ''): Sent => ({
  name: 'contact.note',
  args: { contactId, text },
  base: { text: base, steps: [] },
})
const entry = (contactId: VcId, text: string, id = newEntry()): Sent => ({
  name: 'entry.write',
  args: { id, contactId, text, writtenOn: WRITTEN },
  base: { text: '', steps: [], writtenOn: null },
})
const followUp = (contactId: VcId, change: object): Sent => ({ name: 'contact.follow-up', args: { contactId, ...change } })
const join = (from: PersonId, into: VcId): Sent => ({ name: 'person.join', args: { from, into } })

async function pull(client: Client) {
  const { put } = (await client.post<PrivateDelta>('/api/sync/me', { have: {} })).body
  const of = (collection: string) => (put[collection] ?? []) as unknown as (Record<string, unknown> & { id: string })[]
  const byId = (collection: string, id: string) => of(collection).find((doc) => doc.id === id)
  const entries = of('entries') as unknown as ContactEntry[]
  return {
    of,
    byId,
    textsOf: (id: VcId) =>
      entries
        .filter(({ contactId }) => contactId === id)
        .map(({ text }) => text)
        .sort(),
  }
}
const statuses = (results: PushReply['results']) => [...new Set(results.map(({ status }) => status))]

/** A member with two people, about each of whom there is something. */
async function twoPeople() {
  const member = await app.member()
  const [from, into] = [newPerson(), newPerson()]
  await push(
    member,
    person(into, { role: 'Partner' }),
    note(into, 'Grants'),
    followUp(into, { stage: 'replied' }),
    person(from, { role: 'Analyst', email: 'noa@x.example' }),
    note(from, 'Ports'),
    followUp(from, { stage: 'meeting', rating: 4, dueAt: '2027-02-01T08:00:00.000Z' }),
    { name: 'contact.tag', args: { contactId: from, add: ['lead'] } },
    { name: 'deal.write', args: { id: from, amount: 500, nextStep: 'Call' }, base: {} },
    entry(from, 'Wants a pilot'),
  )
  return { member, from, into }
}

/** Without a base the person stays; the values are joined all the same. */
test('everything about a person is with the other one after a join', async () => {
  const { member, from, into } = await twoPeople()
  const { principalId } = member.user
  const photo = { width: 1, height: 1, bytes: 1, file: 'photo-1.webp', takenAt: new Date() }
  await db.insert(contactPhotos).values({ ...photo, principalId, id: `pho_${crypto.randomUUID()}` as PhotoId, contactId: from })
  expect(await push(member, join(from, into))).toMatchObject([{ status: 'applied' }])
  const { byId, textsOf } = await pull(member)
  expect(byId('people', into)).toMatchObject({ role: 'Partner', email: 'noa@x.example', deletedAt: null })
  expect(byId('notes', into)).toMatchObject({ text: 'Grants\n\nPorts', clashes: [] })
  expect(byId('followUps', into)).toMatchObject({
    ...{ stage: 'replied', rating: 4, dueAt: '2027-02-01T08:00:00.000Z', tags: ['lead'] },
  })
  expect(byId('deals', into)).toMatchObject({ amount: 500, nextStep: 'Call' })
  const left = 'Joined with Noa Berg\nRole: Analyst\nConversation: Meeting booked'
  expect(textsOf(into)).toEqual([left, 'Wants a pilot'])
  expect(await listPhotos(db, { principalId })).toMatchObject([{ contactId: into }])
})

test('a person is joined into an unlocked contact, whose own fields stay; into one that is not unlocked nothing is joined', async () => {
  const { member, from } = await twoPeople()
  const [held, other] = ['recHeld', 'recOther'] as VcId[]
  if (!held || !other) throw new Error('no ids')
  await grantContact(db, member.user.principalId, held)
  expect(await push(member, join(from, other))).toMatchObject([{ code: 'contacts.not-held' }])
  await push(member, join(from, held))
  const { byId, textsOf } = await pull(member)
  expect(byId('notes', held)).toMatchObject({ text: 'Ports' })
  expect(textsOf(held)).toEqual(['Joined with Noa Berg\nName: Noa Berg\nRole: Analyst\nEmail: noa@x.example', 'Wants a pilot'])
})

test('what was written offline before a join, about both, is applied before it, and what was written after it after it', async () => {
  const member = await app.member()
  const [from, into] = [newPerson(), newPerson()]
  const more = Array.from({ length: 20 }, () => person(newPerson()))
  const results = await push(
    member,
    person(from, { role: 'Analyst' }),
    note(from, 'Ports'),
    ...more,
    person(into, { role: 'Partner' }),
    note(into, 'Grants'),
    join(from, into),
    note(into, 'Grants and a pilot', 'Grants\n\nPorts'),
  )
  expect(statuses(results)).toEqual(['applied'])
  const { byId, textsOf } = await pull(member)
  expect(byId('notes', into)).toMatchObject({ text: 'Grants and a pilot', clashes: [] })
  expect(textsOf(into)).toEqual(['Joined with Noa Berg\nRole: Analyst'])
})

test('a reminder that was sent about the person is not sent again about the other contact', async () => {
  const { member, from, into } = await twoPeople()
  const remindedAt = new Date()
  await db.update(contactFollowUps).set({ remindedAt }).where(eq(contactFollowUps.contactId, from))
  await push(member, join(from, into))
  expect(await listFollowUps(db, { principalId: member.user.principalId, contactId: into })).toMatchObject([{ remindedAt }])
})
