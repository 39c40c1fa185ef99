import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAX_NOTE_LENGTH } from '#shared/contacts/contract.ts'
import { nothingYet } from '#shared/contacts/follow-up.ts'
import { MAX_TAGS } from '#shared/contacts/tags.ts'
import { toCard } from '#shared/people/contract.ts'
import { sampleEntry } from '#tests/support/samples/sample-entry.ts'
import { samplePerson } from '#tests/support/samples/sample-person.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import { importedPerson } from './imported-person.ts'
import { planImport } from './plan-import.ts'
import { NoteFull, savePerson, withIds } from './save-import.ts'

const enqueue = vi.fn(async (..._entry: unknown[]) => undefined)
provideSync({ enqueue } as never)

let db: PrivateDatabase
beforeEach(() => {
  db = new PrivateDatabase('guest', 'life')
  enqueue.mockClear()
})
afterEach(() => db.delete())

function planned(extra: string) {
  const read = importedPerson({ name: 'N. Berg', email: samplePerson().email ?? '', website: 'https://noa.example' }, [extra])
  const [person] = withIds(planImport(read ? [read] : [], [toCard(samplePerson({ website: null }))]))
  if (!person) throw new Error('There is no person')
  return person
}
const sent = () => enqueue.mock.calls.map(([name, args]) => [name, args])

test('a person who is there already gets what is missing, and the note keeps both texts', async () => {
  const { id } = samplePerson()
  await db.people.put({ ...samplePerson({ website: null }), version: 1 })
  await db.notes.put({ id, text: 'Met twice', updatedAt: '', version: 1 })
  await savePerson(db, planned('Ports'), '')
  expect(sent()).toEqual([
    ['person.write', { id, website: 'https://noa.example' }],
    ['contact.note', { contactId: id, text: 'Met twice\n\nName: N. Berg\nPorts' }],
  ])
})

test('tags of a file are added to those of the person; those that have no room are in the note', async () => {
  const { id } = samplePerson()
  await db.people.put({ ...samplePerson({ website: null }), version: 1 })
  const tags = Array.from({ length: MAX_TAGS - 1 }, (_, at) => `own ${at}`)
  await db.followUps.put({ ...nothingYet, id, tags, updatedAt: '', version: 1 })
  await savePerson(db, { ...planned(''), tags: ['Own 1', 'lead', 'lisbon'] }, '')
  expect(sent().slice(1)).toEqual([
    ['contact.tag', { contactId: id, add: ['lead'] }],
    ['contact.note', { contactId: id, text: 'Name: N. Berg\nlisbon' }],
  ])
})

test('a new person has the tags of the file, and a second attempt adds none twice', async () => {
  const [person] = withIds(planImport([{ fields: { ...samplePerson(), name: 'Jo' }, note: '', tags: ['lead'] }], []))
  if (!person) throw new Error('There is no person')
  await savePerson(db, person, '')
  expect(sent().at(-1)).toEqual(['contact.tag', { contactId: person.id, add: ['lead'] }])
  enqueue.mockClear()
  await db.followUps.put({ ...nothingYet, id: person.id, tags: ['lead'], updatedAt: '', version: 0 })
  await savePerson(db, person, '')
  expect(sent().map(([name]) => name)).not.toContain('contact.tag')
})

test('a note that has no room is a refusal before anything is stored: no text is cut', async () => {
  const { id } = samplePerson()
  await db.people.put({ ...samplePerson({ website: null }), version: 1 })
  await db.notes.put({ id, text: 'x'.repeat(MAX_NOTE_LENGTH - 5), updatedAt: '', version: 1 })
  await expect(savePerson(db, planned('Ports'), 'Hall B')).rejects.toThrow(NoteFull)
  expect(sent()).toEqual([])
})

const own = {
  metAt: 'Hall B',
  stage: 'in-talks' as const,
  rating: 4,
  dueAt: '2026-12-01T08:00:00.000Z',
  entries: [{ text: 'Jana', writtenOn: '2026-11-26T08:00:00.000Z' }],
}

test('place, stage, rating, follow-up and dated notes of a file are stored, and a place that is typed for all of them is for the others', async () => {
  const [person] = withIds(planImport([{ fields: { ...samplePerson(), name: 'Jo' }, note: '', ...own }], []))
  if (!person) throw new Error('There is no person')
  await savePerson(db, person, 'Hall C')
  const { id: contactId } = person
  expect(sent().slice(1)).toEqual([
    ['contact.follow-up', { contactId, metAt: 'Hall B' }],
    ['contact.follow-up', { contactId, stage: 'in-talks', rating: own.rating, dueAt: own.dueAt }],
    ['entry.write', { id: expect.stringMatching(/^ent_/), contactId, ...own.entries[0] }],
  ])
})

test('a person keeps the own place, stage and rating, the others are in the note, and no dated note is added twice', async () => {
  const { id } = samplePerson()
  await db.people.put({ ...samplePerson({ website: null }), version: 1 })
  await db.followUps.put({ ...nothingYet, id, stage: 'passed', metAt: 'Hall A', rating: 2, updatedAt: '', version: 1 })
  await db.entries.put({ ...sampleEntry({ contactId: id, text: 'Jana', writtenOn: '2026-11-26T08:00:41.000Z' }), version: 1 })
  await savePerson(db, { ...planned(''), ...own }, '')
  expect(sent().slice(1)).toEqual([
    ['contact.follow-up', { contactId: id, dueAt: own.dueAt }],
    ['contact.note', { contactId: id, text: 'Name: N. Berg\nMet at: Hall B\nConversation: In talks\nRating: 4' }],
  ])
})

test('two rows about one person: nothing of either is lost', () => {
  const fields = { ...samplePerson() }
  const second = {
    metAt: 'Hall C',
    stage: 'passed' as const,
    entries: [...own.entries, { text: 'Ben', writtenOn: own.entries[0]?.writtenOn ?? '' }],
  }
  const plan = planImport(
    [
      { fields, note: '', ...own },
      { fields, note: '', ...second },
    ],
    [],
  )
  expect(plan).toMatchObject([{ ...own, entries: second.entries, note: 'Met at: Hall C\nConversation: Passed' }])
})
