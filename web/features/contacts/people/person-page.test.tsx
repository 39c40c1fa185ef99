import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { EntryId } from '#shared/contacts/entry.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { seenOfPerson } from '#shared/people/deletion.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleEntry } from '#tests/support/samples/sample-entry.ts'
import { samplePerson } from '#tests/support/samples/sample-person.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import { currentToast } from '#web/ui/toast.ts'
import { PersonPage } from './person-page.tsx'

const enqueue = vi.fn(async (..._entry: unknown[]): Promise<unknown> => undefined)
provideSync({ enqueue } as never)
const onDeleted = vi.fn()

afterEach(() => {
  cleanup()
  enqueue.mockReset()
  onDeleted.mockReset()
})

const person = samplePerson()
async function remove() {
  await renderInRouter(
    <PersonPage
      person={person}
      {...{ note: null, entries: null, photos: null, followUp: null, deal: null }}
      onDeleted={onDeleted}
      onJoined={onDeleted}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Delete person' }))
}

test('a deletion leaves the page and can be undone at once', async () => {
  await remove()
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce())
  currentToast.get()?.action?.onAct()
  await waitFor(() => expect(enqueue).toHaveBeenCalledTimes(2))
  expect(enqueue.mock.calls.map(([name, args]) => [name, args])).toEqual([
    ['person.delete', { id: person.id, isDeleted: true }],
    ['person.delete', { id: person.id, isDeleted: false }],
  ])
})

test('the base of a deletion is all that the device has about the person', async () => {
  const db = new PrivateDatabase('pri_deleting' as PrincipalId, 'life')
  const entry = sampleEntry({ contactId: person.id, text: 'Ports' })
  await db.entries.bulkPut(
    [entry, sampleEntry({ id: 'ent_other' as EntryId, text: 'Trains' })].map((doc) => ({ ...doc, version: 1 })),
  )
  await db.notes.put({ id: person.id, text: 'Speaks on Friday', updatedAt: '', version: 1 } as never)
  setPrivateDb(db)
  await remove()
  await waitFor(() => expect(enqueue).toHaveBeenCalledOnce())
  const about = { person, entries: [entry], followUps: [], deals: [], photos: [] }
  expect(enqueue.mock.calls[0]?.[2]).toEqual(seenOfPerson({ ...about, notes: [{ text: 'Speaks on Friday' }] }))
  setPrivateDb(undefined)
  await db.delete()
})

test('a deletion that could not be stored leaves the page open and says so', async () => {
  enqueue.mockRejectedValue(new Error('full'))
  await remove()
  await waitFor(() => expect(currentToast.get()?.title).toBe('Couldn’t save on this device'))
  expect(onDeleted).not.toHaveBeenCalled()
})
