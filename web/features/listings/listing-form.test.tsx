import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cents } from '#shared/money.ts'
import { sampleListing } from '#tests/support/samples/sample-listing.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { currentToast, toast } from '#web/ui/toast.ts'
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
  vi.restoreAllMocks()
  vi.mocked(writeListing).mockReset()
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

test('two presses on Save store the listing once and leave one page', async () => {
  const storing = Promise.withResolvers<never>()
  vi.mocked(writeListing).mockReturnValueOnce(storing.promise)
  const onClose = vi.fn()
  render(<ListingForm listing={listing} onClose={onClose} />)
  fireEvent.change(await screen.findByLabelText('Price per unlock (USD)'), { target: { value: '80' } })
  save()
  save()
  storing.resolve(undefined as never)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  save()
  expect(writeListing).toHaveBeenCalledOnce()
  expect(onClose).toHaveBeenCalledOnce()
})

test('Back while the listing is stored leaves one page', async () => {
  const storing = Promise.withResolvers<void>()
  vi.mocked(writeListing).mockImplementationOnce(() => storing.promise as never)
  const onClose = vi.fn()
  render(<ListingForm listing={listing} onClose={onClose} />)
  fireEvent.change(await screen.findByLabelText('Price per unlock (USD)'), { target: { value: '80' } })
  save()
  toast({ title: 'Before' })
  cleanup()
  storing.resolve()
  await waitFor(() => expect(currentToast.get()?.title).toBe('Listing saved'))
  expect(onClose).not.toHaveBeenCalled()
})

test('a listing that could not be stored can be saved again', async () => {
  vi.mocked(writeListing).mockRejectedValueOnce(new Error('QuotaExceededError'))
  await saveWith('80')
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(false))
  save()
  await waitFor(() => expect(writeListing).toHaveBeenCalledTimes(2))
})

test('two presses on Discard leave one page', async () => {
  const onClose = vi.fn()
  render(<ListingForm listing={listing} onClose={onClose} />)
  fireEvent.change(await screen.findByLabelText('Price per unlock (USD)'), { target: { value: '80' } })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  const discard = screen.getByRole('button', { name: 'Discard' })
  fireEvent.click(discard)
  fireEvent.click(discard)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  fireEvent.click(discard)
  expect(onClose).toHaveBeenCalledOnce()
})

const TOKEN = 'eyCalendly.0123456789.abcdefghij'
const tokenField = () => screen.getByLabelText<HTMLInputElement>(/Calendly token/)

/** The form with a typed token. `refusal`: the server refuses it. */
async function withToken(refusal?: object) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { method, body }: RequestInit) => {
    if (method !== 'PUT') return Response.json({ isKept: false })
    sent.push(JSON.parse(String(body)))
    return refusal ? Response.json(refusal, { status: 422 }) : Response.json({ isKept: true })
  })
  const onClose = vi.fn()
  render(<ListingForm listing={listing} onClose={onClose} />)
  await screen.findByLabelText(/Calendly token/)
  fireEvent.change(tokenField(), { target: { value: TOKEN } })
  return { sent, onClose }
}

test('Enter in the field of the token saves the token and leaves the form open', async () => {
  const { sent, onClose } = await withToken()
  // A browser submits the form where the key is not handled.
  if (fireEvent.keyDown(tokenField(), { key: 'Enter' })) save()
  expect(await screen.findByText(/A token is saved/)).toBeTruthy()
  expect(sent).toEqual([{ token: TOKEN }])
  expect(onClose).not.toHaveBeenCalled()
})

test('Save stores a typed token with the listing', async () => {
  const { sent, onClose } = await withToken()
  fireEvent.change(price(), { target: { value: '80' } })
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ token: TOKEN }])
  expect(writeListing).toHaveBeenCalledWith({ vcId: listing.id, change: { price: 8000 } }, listing)
})

test('a typed token that is refused keeps the form open, with the focus at its reason', async () => {
  const message = 'Please paste the token as Calendly shows it'
  const refusal = { code: 'invalid', message: 'Check the marked fields.', fields: [{ path: 'token', message }] }
  const { onClose } = await withToken(refusal)
  save()
  expect(await screen.findByText(message)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(tokenField()))
  expect([tokenField().value, onClose.mock.calls]).toEqual([TOKEN, []])
})

test('a token that was typed before the connection was lost is not dropped: Save gives the reason, and the field can be cleared', async () => {
  const { sent, onClose } = await withToken()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await act(async () => dispatchEvent(new Event('offline')))
  save()
  expect(await screen.findByText(/A token needs a connection/)).toBeTruthy()
  expect([sent, onClose.mock.calls]).toEqual([[], []])
  fireEvent.change(tokenField(), { target: { value: '' } })
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('Cancel asks before it drops a typed token', async () => {
  const { onClose } = await withToken()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('dialog', { name: 'Discard your changes?' })).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})
