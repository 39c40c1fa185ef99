import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { guestDevice } from '#tests/support/guest-device.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleListing } from '#tests/support/samples/sample-listing.ts'
import { setReplyDays, showReplyDays } from './mutations.ts'
import { ReplyDaysControl } from './reply-days-control.tsx'

vi.mock('./mutations.ts', async (original) => ({ ...(await original<object>()), setReplyDays: vi.fn(async () => undefined) }))

const device = guestDevice({})
afterEach(cleanup)

const listing = sampleListing()
const chosen = () => screen.getByLabelText<HTMLSelectElement>('Reply within')

test('an owner chooses one to six days; five where none were chosen', async () => {
  await renderInRouter(<ReplyDaysControl listing={listing} />)
  expect(chosen().value).toBe('5')
  expect([...chosen().options].map(({ value }) => value)).toEqual(['1', '2', '3', '4', '5', '6'])
  fireEvent.change(chosen(), { target: { value: '2' } })
  expect(setReplyDays).toHaveBeenCalledExactlyOnceWith({ vcId: listing.id, days: 2 })
})

test('the days are shown on the device at once', async () => {
  await device().ownListings.put({ ...listing, version: 1 })
  await showReplyDays(device(), { vcId: listing.id, days: 2 }, new Date().toISOString(), undefined)
  expect((await device().ownListings.get(listing.id))?.replyDays).toBe(2)
})
