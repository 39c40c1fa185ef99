import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { blankPerson } from '#shared/people/blank-person.ts'
import { fieldsBaseOf } from '#shared/sync/merge-fields.ts'
import { samplePerson } from '#tests/support/samples/sample-person.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { writesSettled } from '#web/forms/local-draft.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import { EditPersonForm } from './edit-person-form.tsx'

const enqueue = vi.fn(async (..._entry: unknown[]) => undefined)
provideSync({ enqueue, store: (work: (signal: AbortSignal) => Promise<void>) => work(new AbortController().signal) } as never)

let db: PrivateDatabase
afterEach(async () => {
  cleanup()
  enqueue.mockClear()
  setPrivateDb(undefined)
  await db.delete()
})

async function show(person = samplePerson()) {
  render(<EditPersonForm person={person} onDone={() => undefined} />)
  return screen.findByLabelText<HTMLInputElement>('Email')
}
const open = async () => {
  db = new PrivateDatabase('guest', 'life')
  await db.meta.put({ key: 'life', value: 'life' })
  setPrivateDb(db)
}

test('a draft that is opened again after another device changed the field is based on what its author saw', async () => {
  await open()
  fireEvent.change(await show(), { target: { value: 'mine@x.example' } })
  await writesSettled()
  cleanup()
  const email = await show(samplePerson({ email: 'theirs@x.example', role: 'Chair' }))
  await waitFor(() => expect(email.value).toBe('mine@x.example'))
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(enqueue).toHaveBeenCalled())
  const { id, email: seen } = samplePerson()
  const changes = { email: 'mine@x.example' }
  // The role, which only the other device changed, is not sent.
  expect(enqueue.mock.calls).toEqual([
    ['person.write', { id, ...changes }, fieldsBaseOf({ ...blankPerson, email: seen }, changes)],
  ])
})
