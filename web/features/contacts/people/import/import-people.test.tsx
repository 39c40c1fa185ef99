import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAX_PEOPLE, toCard } from '#shared/people/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { samplePerson } from '#tests/support/samples/sample-person.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { newPersonId } from '#web/features/contacts/people/mutations.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import ImportPeople from './import-people.tsx'

const enqueue = vi.fn(async (..._entry: unknown[]) => undefined)
provideSync({ enqueue } as never)

let db: PrivateDatabase
beforeEach(() => {
  db = new PrivateDatabase('guest', 'life')
  setPrivateDb(db)
  enqueue.mockClear()
})
afterEach(async () => {
  cleanup()
  setPrivateDb(undefined)
  await db.delete()
})

const nothing = () => undefined
const fileOf = (count: number) =>
  `Name,Company\n${Array.from({ length: count }, (_, nth) => `Lena ${nth + 1}A,Kestrel`).join('\n')}\n`
const others = (count: number) =>
  Array.from({ length: count }, (_, nth) =>
    toCard(
      samplePerson({ id: newPersonId(nth), name: `Other ${nth}`, email: null, phone: null, telegram: null, linkedinUrl: null }),
    ),
  )
const open = async (count: number, cards: ReturnType<typeof others>, onDone = nothing as (count: number) => void) =>
  renderInRouter(<ImportPeople cards={cards} file={fileOf(count)} onDone={onDone} onOpen={nothing} onFilled={nothing} />)
const names = () => enqueue.mock.calls.map(([, fields]) => (fields as { name: string }).name)

test('above the limit of people the first ones that fit are saved, and the number of the others is shown', async () => {
  const onDone = vi.fn()
  await open(4, others(MAX_PEOPLE - 2), onDone)
  expect(await screen.findByText(/2 of this file have no room and are left out/)).toBeTruthy()
  fireEvent.change(screen.getByLabelText('What to do with Lena 1A'), { target: { value: 'skip' } })
  expect(screen.getByText(/1 of this file has no room and is left out/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Save the first 2 people' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(2))
  expect(names()).toEqual(['Lena 2A', 'Lena 3A'])
})

test('a file of more than 200 people is a list with all of them, each with its choice', async () => {
  await open(250, [])
  await screen.findByRole('button', { name: 'Save 250 people' })
  const [row] = await screen.findAllByRole('listitem')
  if (!row) throw new Error('There is no row')
  expect(row.getAttribute('aria-setsize')).toBe('250')
  fireEvent.change(within(row).getByRole('combobox'), { target: { value: 'skip' } })
  expect(screen.getByRole('button', { name: 'Save 249 people' })).toBeTruthy()
  expect(screen.queryByText(/treated in the same way/)).toBeNull()
})
