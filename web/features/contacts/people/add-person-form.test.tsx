import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { blankPerson } from '#shared/people/blank-person.ts'
import { fieldsBaseOf } from '#shared/sync/merge-fields.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { writesSettled } from '#web/forms/local-draft.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import { AddPersonForm } from './add-person-form.tsx'

const enqueue = vi.fn(async (..._entry: unknown[]): Promise<unknown> => undefined)
provideSync({ enqueue, store: (work: (signal: AbortSignal) => Promise<void>) => work(new AbortController().signal) } as never)

let db: PrivateDatabase
beforeEach(async () => {
  db = new PrivateDatabase('guest', 'life')
  await db.meta.put({ key: 'life', value: 'life' })
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  enqueue.mockReset()
  setPrivateDb(undefined)
  await db.delete()
})

const onSaved = vi.fn()
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save person' }))
async function show() {
  render(<AddPersonForm cards={[]} lastPlace="" onSaved={onSaved} />)
  await screen.findByLabelText(/^Name/)
}

test('a person of whom only a part was stored is the same person on the page that is opened again', async () => {
  enqueue.mockImplementation((name) => (name === 'contact.note' ? Promise.reject(new Error('full')) : Promise.resolve(undefined)))
  await show()
  type(/^Name/, 'Noa')
  type(/^Note/, 'Ports')
  save()
  await screen.findByRole('alert')
  await writesSettled()
  cleanup()
  const [[, first] = []] = enqueue.mock.calls as [string, { id: string }][]
  enqueue.mockReset()

  await show()
  await waitFor(() => expect(field(/^Name/).value).toBe('Noa'))
  type(/^Role/, 'Partner')
  save()
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith(first?.id, true))
  const changes = { role: 'Partner' }
  expect(enqueue.mock.calls[0]).toEqual([
    'person.write',
    { id: first?.id, ...changes },
    fieldsBaseOf({ ...blankPerson, name: 'Noa' }, changes),
  ])
  expect(await db.drafts.count()).toBe(0)
})

test('a form that was filled and emptied again leaves no draft', async () => {
  await show()
  type(/^Name/, 'Noa')
  await waitFor(async () => expect(await db.drafts.count()).toBe(1))
  type(/^Name/, '')
  await waitFor(async () => expect(await db.drafts.count()).toBe(0))
})
