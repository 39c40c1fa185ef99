import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MutationId } from '#shared/ids.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import { dayAhead } from '#shared/listings/pause.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleListing } from '#tests/support/samples/sample-listing.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { ListingPage } from './listing-page.tsx'
import { pauseListing, showListingPause } from './mutations.ts'

vi.mock('./mutations.ts', async (original) => ({ ...(await original<object>()), pauseListing: vi.fn(async () => undefined) }))

let db: PrivateDatabase
beforeEach(() => {
  vi.setSystemTime('2026-11-27T09:00:00Z')
  db = new PrivateDatabase('guest', 'life')
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  vi.mocked(pauseListing).mockClear()
  setPrivateDb(undefined)
  await db.delete()
})

const listing = sampleListing()
const show = (over: Partial<OwnListing> = {}) => renderInRouter(<ListingPage listing={sampleListing(over)} />)
const day = () => screen.getByLabelText<HTMLInputElement>('Back on')
const choose = (value: string) => fireEvent.change(day(), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('an owner pauses the listing until a chosen day', async () => {
  await show()
  expect(screen.getByText('Live on Platform')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Resume now' })).toBeNull()
  choose('2026-12-05')
  press('Pause')
  await waitFor(() => expect(pauseListing).toHaveBeenCalledExactlyOnceWith({ vcId: listing.id, until: '2026-12-05' }))
})

test.each([
  ['no day', '', 'Please choose a day after today.'],
  ['today', '2026-11-27', 'Please choose a day after today.'],
  ['a day in two years', '2028-11-27', 'A listing can be paused for a year at most.'],
])('%s is refused at the field', async (_, value, message) => {
  await show()
  choose(value)
  press('Pause')
  expect(screen.getByRole('alert').textContent).toBe(message)
  expect(pauseListing).not.toHaveBeenCalled()
})

test('a paused listing shows until when, and is moved to another day or resumed', async () => {
  await show({ pausedUntil: '2026-12-05' })
  expect(screen.getAllByText('Paused until 5 December')).toHaveLength(2)
  expect(screen.queryByText('Live on Platform')).toBeNull()
  expect(day().value).toBe('2026-12-05')
  choose('2027-01-04')
  press('Change the day')
  await waitFor(() => expect(pauseListing).toHaveBeenCalledWith({ vcId: listing.id, until: '2027-01-04' }))
  press('Resume now')
  await waitFor(() => expect(pauseListing).toHaveBeenLastCalledWith({ vcId: listing.id, until: null }))
})

test('on the day of the return the listing is live again', async () => {
  await show({ pausedUntil: '2026-11-27' })
  expect(screen.getByText('Live on Platform')).toBeTruthy()
  expect(day().value).toBe('')
})

test('a listing that founders do not see has nothing to pause', async () => {
  await show({ isVerified: false, reviewStatus: 'pending' })
  expect(screen.queryByRole('region', { name: 'Pause' })).toBeNull()
})

const entry = (more: Partial<OutboxEntry>) =>
  ({
    ...{ id: 'm1' as MutationId, name: 'listing.pause', args: { vcId: listing.id, until: '2026-12-05' } },
    ...{ state: 'waiting', madeAt: '2026-11-27T09:00:00Z', ...more },
  }) as OutboxEntry

test('a pause that is not sent yet says so, and a refused one gives the reason', async () => {
  await db.outbox.put(entry({}))
  await show()
  expect(await screen.findByText('Saved on this device')).toBeTruthy()
  await db.outbox.clear()
  await db.outbox.put(entry({ state: 'refused', refusal: { code: 'owners.pause-too-long', message: 'Too long.' } }))
  expect(await screen.findByText('Too long.')).toBeTruthy()
  expect(screen.queryByText(/Your text/)).toBeNull()
})

test('the device shows a pause and its end before the server has answered', async () => {
  await db.ownListings.put({ ...listing, version: 1 })
  const after = async (until: string | null) => {
    await showListingPause(db, { vcId: listing.id, until }, '', undefined)
    return (await db.ownListings.get(listing.id))?.pausedUntil
  }
  const until = dayAhead(8, Date.now())
  expect([await after(until), await after(null)]).toEqual([until, null])
})
