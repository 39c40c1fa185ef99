import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PrincipalId } from '#shared/ids.ts'
import { type PersonId, personFields } from '#shared/people/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { samplePerson } from '#tests/support/samples/sample-person.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import { AddPersonForm } from './add-person-form.tsx'

type Sent = [name: string, args: { id?: PersonId }]
const sent: Sent[] = []
/** The mutation that this device cannot store now. */
let failing: string | undefined
let db: PrivateDatabase
provideSync({
  enqueue: async (...[name, args]: Sent) => {
    if (name === failing) throw new Error('The device is full.')
    sent.push([name, args])
    const nothing = Object.fromEntries(personFields.map((field) => [field, null]))
    if (name === 'person.write') await db.people.put({ ...samplePerson(), ...nothing, ...args, version: 0 } as never)
  },
  store: (work: (signal: AbortSignal) => Promise<void>) => work(new AbortController().signal),
} as never)

const onSaved = vi.fn()
beforeEach(async () => {
  db = new PrivateDatabase('pri_adds' as PrincipalId, 'life')
  await db.meta.put({ key: 'life', value: 'life' })
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  setPrivateDb(undefined)
  await db.delete()
})

const open = () => renderInRouter(<AddPersonForm cards={[]} lastPlace="" onSaved={onSaved} />)
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`))
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save person' }))

test('a person of whom only a part could be stored is the same person when the form is sent after a reload', async () => {
  failing = 'contact.note'
  await open()
  type('Name', 'Noa')
  type('Note', 'Ports')
  save()
  await screen.findByText(/Your text is still here/)
  await waitFor(async () => expect(JSON.stringify(await db.drafts.get('person'))).toContain('psn_'))
  cleanup()

  failing = undefined
  await open()
  await waitFor(() => expect(field('Name').value).toBe('Noa'))
  type('Organisation', 'Harbour Labs')
  save()
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  const [first, second, note] = sent
  expect(first).toEqual(['person.write', { id: expect.stringMatching(/^psn_/), name: 'Noa' }])
  expect(second).toEqual(['person.write', { id: first?.[1].id, organisation: 'Harbour Labs' }])
  expect(note).toEqual(['contact.note', { contactId: first?.[1].id, text: 'Ports' }])
  await waitFor(async () => expect(await db.drafts.count()).toBe(0))
})

test('a person who was saved at the first press leaves no draft', async () => {
  await open()
  type('Name', 'Noa')
  await waitFor(async () => expect(await db.drafts.count()).toBe(1))
  onSaved.mockClear()
  save()
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  await waitFor(async () => expect(await db.drafts.count()).toBe(0))
  expect(field('Name').value).toBe('')
})
