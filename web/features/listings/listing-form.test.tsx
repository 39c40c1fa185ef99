import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cents } from '#shared/money.ts'
import { sampleListing } from '#tests/support/samples/sample-listing.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { ListingForm } from './listing-form.tsx'
import { writeListing } from './mutations.ts'

vi.mock('./mutations.ts', () => ({ writeListing: vi.fn(async () => undefined) }))
let db: PrivateDatabase
beforeEach(async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ isKept: false })))
  db = new PrivateDatabase('guest', 'life')
  await db.meta.put({ key: 'life', value: 'life' })
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  setPrivateDb(undefined)
  await db.delete()
  vi.unstubAllGlobals()
  vi.mocked(writeListing).mockClear()
})

const listing = sampleListing({ price: cents(7500) })
const price = () => screen.getByLabelText<HTMLInputElement>('Price per unlock (USD)')
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
const saveWith = async (value: string) => {
  render(<ListingForm listing={listing} onClose={() => undefined} />)
  fireEvent.change(await screen.findByLabelText('Price per unlock (USD)'), { target: { value } })
  save()
}

test('a cleared price is saved only after a question that names both prices', async () => {
  await saveWith('')
  expect(await screen.findByRole('dialog', { name: 'Use the default price?' })).toBeTruthy()
  expect(screen.getByText(/an unlock costs \$5 instead of \$75/)).toBeTruthy()
  expect(writeListing).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Use $5' }))
  await waitFor(() => expect(writeListing).toHaveBeenCalledWith({ vcId: listing.id, change: { price: null } }, listing))
})

test('the old price can be kept', async () => {
  await saveWith('')
  fireEvent.click(await screen.findByRole('button', { name: 'Keep $75' }))
  expect(price().value).toBe('75')
  save()
  expect(writeListing).not.toHaveBeenCalled()
})

test('another price is saved without a question', async () => {
  await saveWith('80')
  await waitFor(() => expect(writeListing).toHaveBeenCalledWith({ vcId: listing.id, change: { price: 8000 } }, listing))
})

const bare = { meetingLink: null, contactHandle: null, portfolioPerformance: null } as const

test('an angel is asked for neither a meeting link nor a portfolio', async () => {
  render(<ListingForm listing={sampleListing({ ...bare, isAngel: true, isVentureCapital: false })} onClose={() => undefined} />)
  expect(await screen.findByLabelText('Meeting link (optional)')).toBeTruthy()
  expect(screen.getByLabelText('Portfolio performance (optional)')).toBeTruthy()
})

test('a fund that clears its portfolio sees the reason at the field', async () => {
  render(<ListingForm listing={sampleListing()} onClose={() => undefined} />)
  fireEvent.change(await screen.findByLabelText('Portfolio performance'), { target: { value: '' } })
  save()
  expect(await screen.findByText('Portfolio performance is required')).toBeTruthy()
  expect(writeListing).not.toHaveBeenCalled()
})
