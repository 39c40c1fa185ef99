import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PrincipalId } from '#shared/ids.ts'
import { type PersonId, toCard } from '#shared/people/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { samplePerson } from '#tests/support/samples/sample-person.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import JoinDialog from './join-dialog.tsx'
import { JoinWith, LooksLike } from './looks-like.tsx'

const enqueue = vi.fn(async (..._entry: unknown[]): Promise<unknown> => undefined)
provideSync({ enqueue } as never)
const onJoined = vi.fn()

const noa = samplePerson()
const berg = samplePerson({ id: 'psn_0193a1b2-0000-7000-8000-00000000b002' as PersonId, name: 'N. Berg', role: 'Partner' })
const marit = sampleContact({ name: 'Marit', fund: 'Kestrel', email: noa.email })

let db: PrivateDatabase
beforeEach(async () => {
  db = new PrivateDatabase('pri_joins' as PrincipalId, 'life')
  await db.people.bulkPut([
    { ...noa, version: 1 },
    { ...berg, version: 1 },
  ])
  await db.contacts.put({ ...marit, version: 1 })
  await db.meta.put({ key: 'validatedAt', value: Date.now() })
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  setPrivateDb(undefined)
  await db.delete()
  vi.clearAllMocks()
})

/** Confirms once the dialog knows what it would change. */
async function confirm() {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Join contacts', hidden: true })
  await waitFor(() => expect(button.disabled).toBe(false))
  fireEvent.click(button)
}
const sent = () => enqueue.mock.calls.map(([name, args]) => [name, args])

test('the dialog shows what becomes of each text before it joins', async () => {
  await renderInRouter(<JoinDialog shown={toCard(noa)} cards={[]} other={toCard(berg)} onClose={onJoined} onJoined={onJoined} />)
  const kept = await screen.findByRole('region', { name: /Kept in a dated note/, hidden: true })
  expect([...kept.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(['Name: N. Berg', 'Role: Partner'])
  await confirm()
  await waitFor(() => expect(onJoined).toHaveBeenCalledExactlyOnceWith(noa.id))
  // One mutation: the device and the server apply its rule to what they have.
  expect(sent()).toEqual([['person.join', { from: berg.id, into: noa.id }]])
})

test('of two people either one may stay, and of an unlocked contact and a person only the contact', async () => {
  await renderInRouter(<JoinDialog shown={toCard(noa)} cards={[]} other={toCard(berg)} onClose={onJoined} onJoined={onJoined} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Keep the details of N. Berg instead', hidden: true }))
  await waitFor(() => expect(screen.getByText('Name: Noa Berg')).toBeDefined())
  await confirm()
  await waitFor(() => expect(onJoined).toHaveBeenCalledExactlyOnceWith(berg.id))
  expect(sent()).toEqual([['person.join', { from: noa.id, into: berg.id }]])
  cleanup()
  await renderInRouter(<JoinDialog shown={toCard(noa)} cards={[]} other={marit} onClose={onJoined} onJoined={onJoined} />)
  await screen.findByText('Dated notes and photos', { exact: false })
  expect(screen.queryByRole('button', { name: /instead/, hidden: true })).toBeNull()
})

test('a person who looks like an unlocked contact becomes part of it', async () => {
  await renderInRouter(<LooksLike contact={toCard(noa)} onJoined={onJoined} />)
  expect(await screen.findByText('Marit, Kestrel')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Join with Marit' }))
  await confirm()
  await waitFor(() => expect(onJoined).toHaveBeenCalledWith(marit.id))
  expect(sent().at(-1)).toEqual(['person.join', { from: noa.id, into: marit.id }])
  expect(sent().map(([name]) => name)).not.toContain('person.write')
})

test('a contact that does not look like the shown one is found by name', async () => {
  await db.people.put({ ...samplePerson({ ...blank, name: 'Émile Roy' }), version: 1 })
  await renderInRouter(<JoinWith contact={toCard(noa)} onJoined={onJoined} />)
  fireEvent.click(screen.getByRole('button', { name: 'Join with…' }))
  fireEvent.change(await screen.findByRole('searchbox', { hidden: true }), { target: { value: 'emile' } })
  fireEvent.click(await screen.findByRole('button', { name: /Émile Roy/, hidden: true }))
  await confirm()
  await waitFor(() => expect(sent().at(-1)).toEqual(['person.join', { from: blank.id, into: noa.id }]))
})

const blank = {
  id: 'psn_0193a1b2-0000-7000-8000-00000000b003' as PersonId,
  ...{ email: null, phone: null, telegram: null, linkedinUrl: null, organisation: null },
}
