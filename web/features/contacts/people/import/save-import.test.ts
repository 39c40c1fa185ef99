import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAX_NOTE_LENGTH } from '#shared/contacts/contract.ts'
import { toCard } from '#shared/people/contract.ts'
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

test('a note that has no room is a refusal before anything is stored: no text is cut', async () => {
  const { id } = samplePerson()
  await db.people.put({ ...samplePerson({ website: null }), version: 1 })
  await db.notes.put({ id, text: 'x'.repeat(MAX_NOTE_LENGTH - 5), updatedAt: '', version: 1 })
  await expect(savePerson(db, planned('Ports'), 'Hall B')).rejects.toThrow(NoteFull)
  expect(sent()).toEqual([])
})
