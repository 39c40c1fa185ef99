import { expect, test } from 'vitest'
import { contactPhotos } from '#drizzle/schema/index.ts'
import type { PrincipalId } from '#shared/ids.ts'
import type { Person, PersonId } from '#shared/people/contract.ts'
import type { PhotoId } from '#shared/photos/contract.ts'
import type { PushReply } from '#shared/sync/push.ts'
import {
  type Doc,
  deal,
  entryAbout,
  followUp,
  newPerson,
  note,
  peopleOf,
  pull,
  push,
  remove,
  type Sent,
  tag,
  write,
} from '#tests/support/actors/people.ts'
import { startTestApp } from '#tests/support/app.ts'
import { testModules } from '#tests/support/modules.ts'
import { newClientId } from '#tests/support/private-lane.ts'
import { listTextWriters } from '#tests/support/state/contacts.ts'

const app = await startTestApp()
const { db } = app.database

/** What a sign-in does with the guest of its browser. */
async function moveAll(from: PrincipalId, to: PrincipalId) {
  const { owners } = await testModules(app.database)
  await db.transaction(async (tx) => {
    for (const moveOwner of owners) await moveOwner(tx, from, to)
  })
}

test('what a guest added belongs to the account after the sign-in; where both have one id, both people are kept', async () => {
  const member = await app.member()
  const guest = app.visitor()
  const [own, both, same] = [newPerson(), newPerson(), newPerson()]
  const { body } = await guest.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [] })
  await push(guest, write(own, { name: 'Own' }), write(both, { name: 'Guest’s' }), write(same, { name: 'Same' }))
  await push(member, write(both, { name: 'Account’s' }), write(same, { name: 'Same' }))
  await moveAll(body.principalId as PrincipalId, member.user.principalId)
  const names = (await peopleOf(member)).map(({ name }) => name)
  expect(names.sort()).toEqual(['Account’s', 'Guest’s', 'Own', 'Same'])
})

/** A guest with a person of the same id as the account, and what both have about it; merged. */
async function merged(guestWrites: (id: PersonId) => Sent[], accountWrites: (id: PersonId) => Sent[]) {
  const [member, guest, id] = [await app.member(), app.visitor(), newPerson()]
  const { body } = await guest.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [] })
  await push(guest, ...guestWrites(id))
  await push(member, ...accountWrites(id))
  const photo = { contactId: id, takenAt: new Date(), width: 1, height: 1, bytes: 1, file: 'photo-1.webp' }
  const principalId = body.principalId as PrincipalId
  await db.insert(contactPhotos).values({ ...photo, id: `pho_${crypto.randomUUID()}` as PhotoId, principalId })
  await moveAll(principalId, member.user.principalId)
  const docs = (await pull(member)) as Record<string, Doc[]>
  return { member, id, docs, people: (docs.people ?? []) as unknown as Person[] }
}

test('all that a guest wrote about a person follows the person to a new id; what the account wrote stays', async () => {
  const texts = (text: string) => (id: PersonId) => [
    write(id, { name: text }),
    note(id, text),
    entryAbout(id),
    deal(id),
    tag(id),
    followUp(id),
  ]
  const { member, id, docs, people: found } = await merged(texts('Guest’s'), texts('Account’s'))
  const other = found.find((person) => person.id !== id)
  expect(found.map((person) => person.name).sort()).toEqual(['Account’s', 'Guest’s'])
  expect(other?.name).toBe('Guest’s')
  const both = [id, other?.id].sort()
  const notes = Object.fromEntries((docs.notes ?? []).map((doc) => [doc.id, (doc as Doc & { text?: string }).text]))
  expect(notes).toEqual({ [id]: 'Account’s', [other?.id ?? '']: 'Guest’s' })
  expect(docs.entries?.map(({ contactId }) => contactId).sort()).toEqual(both)
  expect(docs.photos?.map(({ contactId }) => contactId)).toEqual([other?.id])
  expect([docs.deals, docs.followUps].map((rows) => rows?.map((row) => row.id).sort())).toEqual([both, both])
  const { principalId } = member.user
  const writers = await listTextWriters(db, { principalId })
  expect(writers.map(({ subjectId }) => subjectId).sort()).toEqual(both)
})

test('a person whom both have with the same content is deleted only if both have deleted it', async () => {
  const kept = (id: PersonId) => [write(id, { name: 'Noa' }), note(id, 'Ports')]
  const gone = (id: PersonId) => [...kept(id), remove(id)]
  expect((await merged(kept, gone)).people).toMatchObject([{ deletedAt: null }])
  expect((await merged(gone, kept)).people).toMatchObject([{ deletedAt: null }])
  expect((await merged(gone, gone)).people).toMatchObject([{ deletedAt: expect.any(String) }])
})
