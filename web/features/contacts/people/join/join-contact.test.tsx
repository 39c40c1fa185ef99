import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nothingYet } from '#shared/contacts/follow-up.ts'
import { type Person, type PersonId, toCard } from '#shared/people/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { sampleEntry } from '#tests/support/samples/sample-entry.ts'
import { samplePerson } from '#tests/support/samples/sample-person.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import { currentToast } from '#web/ui/toast.ts'
import { JoinWith, LooksLike } from './join-contact.tsx'

const enqueue = vi.fn(async (..._entry: unknown[]): Promise<unknown> => undefined)
provideSync({ enqueue, store: (work: (signal: AbortSignal) => Promise<void>) => work(new AbortController().signal) } as never)

let db: PrivateDatabase
const personId = (nth: number) => `psn_0193a1b2-0000-7000-8000-00000000b00${nth}` as PersonId
const noa = samplePerson({ id: personId(1), role: 'Partner', email: null })
const other = samplePerson({ id: personId(2), name: 'Noa Berg', role: 'Analyst' })
const unlike = samplePerson({
  ...{ id: personId(3), name: 'Ida Sol', organisation: 'Quay', email: 'ida@quay.example', phone: null },
  ...{ telegram: null, linkedinUrl: null, website: null },
})

beforeEach(async () => {
  db = new PrivateDatabase('guest', 'life')
  await db.meta.bulkPut([
    { key: 'life', value: 'life' },
    { key: 'validatedAt', value: Date.now() },
  ])
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  enqueue.mockReset()
  setPrivateDb(undefined)
  await db.delete()
})

const store = (...people: Person[]) => db.people.bulkPut(people.map((one) => ({ ...one, version: 1 })))
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name, hidden: true }))
const joined = () => enqueue.mock.calls.map(([name, args]) => [name, args])
const dialog = () => within(screen.getByRole('dialog', { hidden: true }))
const pressJoin = async () => {
  const button = await dialog().findByRole<HTMLButtonElement>('button', { name: 'Join', hidden: true })
  await waitFor(() => expect(button.disabled).toBe(false))
  fireEvent.click(button)
}

test('a person who is stored twice is offered to be joined; the preview names what stays and what is kept in a dated note', async () => {
  await store(noa, other, unlike)
  await db.entries.put({ ...sampleEntry({ contactId: other.id }), version: 1 })
  await db.followUps.put({ ...nothingYet, id: other.id, metAt: 'Lisbon', updatedAt: '', version: 1 })
  await renderInRouter(<LooksLike contact={toCard(noa)} />)
  expect((await screen.findByText(/Looks like/)).textContent).toBe('Looks like Noa Berg, Harbour Labs')
  press('Join with Noa Berg')
  expect((await dialog().findByText('Role')).parentElement?.textContent).toBe('RolePartner')
  expect(dialog().getByText('Email').parentElement?.textContent).toBe('Emailnoa@harbour-labs.example')
  expect(dialog().getByRole('region', { name: 'Kept in a dated note', hidden: true }).textContent).toContain('Role: Analyst')
  expect(dialog().getByText('Moves along: 1 dated note.')).toBeTruthy()
  await pressJoin()
  await waitFor(() =>
    expect(joined()).toEqual([['person.join', { from: other.id, into: noa.id, entryId: expect.stringMatching(/^ent_/) }]]),
  )
  expect(currentToast.get()?.title).toBe('Noa Berg was joined with Noa Berg')
  currentToast.get()?.action?.onAct()
  await waitFor(() => expect(joined()[1]).toEqual(['person.delete', { id: other.id, isDeleted: false }]))
})

test('the details of the other person can be chosen to stay', async () => {
  await store(noa, other)
  await renderInRouter(<LooksLike contact={toCard(noa)} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Join with Noa Berg' }))
  fireEvent.click(await dialog().findByRole('button', { name: 'Keep the other details', hidden: true }))
  await waitFor(() => expect(dialog().getByText('Role').parentElement?.textContent).toBe('RoleAnalyst'))
  await pressJoin()
  await waitFor(() => expect(joined()).toMatchObject([['person.join', { from: noa.id, into: other.id }]]))
})

test('an own person is joined into the unlocked contact, from the page of either; its details stay', async () => {
  const contact = sampleContact({ email: other.email })
  await store(other)
  await db.contacts.put({ ...contact, version: 1 })
  for (const open of [toCard(other), contact]) {
    await renderInRouter(<LooksLike contact={open} />)
    fireEvent.click(await screen.findByRole('button', { name: /^Join with/ }))
    expect(await dialog().findByText(/The details that you unlocked/)).toBeTruthy()
    await pressJoin()
    await waitFor(() => expect(joined()).toMatchObject([['person.join', { from: other.id, into: contact.id }]]))
    enqueue.mockReset()
    cleanup()
  }
})

test('nothing is offered for a person who is like no other, and any contact can be chosen by a search', async () => {
  await store(noa, unlike)
  await renderInRouter(
    <>
      <LooksLike contact={toCard(noa)} />
      <JoinWith contact={toCard(noa)} />
    </>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Join with…' }))
  expect(screen.queryByText(/Looks like/)).toBeNull()
  const search = dialog().getByLabelText('Search contacts to join with')
  fireEvent.change(search, { target: { value: 'noa' } })
  expect(dialog().getByText('No contact found.')).toBeTruthy()
  fireEvent.change(search, { target: { value: 'quay sol' } })
  press(/^Ida Sol/)
  await pressJoin()
  await waitFor(() => expect(joined()).toMatchObject([['person.join', { from: unlike.id, into: noa.id }]]))
})

test('an unlocked contact is joined with own people only', async () => {
  await store(unlike)
  await db.contacts.bulkPut(
    [sampleContact(), sampleContact({ id: 'recOther' as never, name: 'Marit Other' })].map((one) => ({ ...one, version: 1 })),
  )
  await renderInRouter(<JoinWith contact={sampleContact()} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Join with…' }))
  expect(
    dialog()
      .getAllByRole('listitem', { hidden: true })
      .map(({ textContent }) => textContent),
  ).toEqual(['Ida SolQuay'])
})

test('a photo that waits for its upload moves along, so that it does not restore the joined person', async () => {
  await store(noa, other)
  const values = { contactId: other.id, takenAt: '2026-11-27T09:00:00.000Z', width: 1, height: 1 }
  const id = 'photo:pho_0193a1b2-0000-7000-8000-00000000c001' as const
  await db.drafts.put({ id, values, photo: new Blob(['x']), writtenAt: '' })
  await renderInRouter(<LooksLike contact={toCard(noa)} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Join with Noa Berg' }))
  await pressJoin()
  await waitFor(async () => expect((await db.drafts.get(id))?.values).toMatchObject({ contactId: noa.id }))
})
