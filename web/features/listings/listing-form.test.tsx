import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cents } from '#shared/money.ts'
import { sampleListing } from '#tests/support/samples/sample-listing.ts'
import { ListingForm } from './listing-form.tsx'
import { writeListing } from './mutations.ts'

vi.mock('./mutations.ts', () => ({ writeListing: vi.fn(async () => undefined) }))
beforeEach(() => vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ isKept: false }))))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.mocked(writeListing).mockClear()
})

const listing = sampleListing({ price: cents(7500) })
const price = () => screen.getByLabelText<HTMLInputElement>('Intro price, in US dollars')
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
const clearPrice = () => {
  render(<ListingForm listing={listing} onClose={() => undefined} />)
  fireEvent.change(price(), { target: { value: '' } })
  save()
}

test('a cleared price is saved only after a question that names both prices', async () => {
  clearPrice()
  expect(await screen.findByRole('dialog', { name: 'Use the default price?' })).toBeTruthy()
  expect(screen.getByText(/an unlock costs \$5 instead of \$75/)).toBeTruthy()
  expect(writeListing).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Use $5' }))
  await waitFor(() => expect(writeListing).toHaveBeenCalledWith({ vcId: listing.id, change: { price: null } }, listing))
})

test('the old price can be kept', async () => {
  clearPrice()
  fireEvent.click(await screen.findByRole('button', { name: 'Keep $75' }))
  expect(price().value).toBe('75')
  save()
  expect(writeListing).not.toHaveBeenCalled()
})

test('another price is saved without a question', async () => {
  render(<ListingForm listing={listing} onClose={() => undefined} />)
  fireEvent.change(price(), { target: { value: '80' } })
  save()
  await waitFor(() => expect(writeListing).toHaveBeenCalledWith({ vcId: listing.id, change: { price: 8000 } }, listing))
})
