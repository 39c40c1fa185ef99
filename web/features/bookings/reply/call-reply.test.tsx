import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Booking } from '#shared/bookings/contract.ts'
import type { BookingId } from '#shared/ids.ts'
import { guestDevice } from '#tests/support/guest-device.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleCall } from '#tests/support/samples/sample-call.ts'
import { CallReplyArea } from './call-reply-area.tsx'
import { showCallReply } from './mutations.ts'

const BOOKING = 'bkg_1' as BookingId
const REPLY = { text: 'Send me the deck.', repliedAt: '2027-01-08T12:00:00.000Z' }
const device = guestDevice({})
afterEach(cleanup)

const show = (over: Partial<Booking>, now = '2027-01-09T10:00:00Z') =>
  renderInRouter(
    <>
      <CallReplyArea call={sampleCall({ role: 'investor', reply: null, ...over })} now={Date.parse(now)} />
      <p>Below</p>
    </>,
  )

test('an investor confirms a booked call, reads the terms beside it, and finds the line that was begun again', async () => {
  await show({})
  fireEvent.change(await screen.findByLabelText(/A line to Alan Platform/), { target: { value: 'Friday' } })
  expect(screen.getByRole('button', { name: 'Confirm the call' })).toBeTruthy()
  expect(screen.getByText(/Propose another time, or cancel: the founder then gets a refund/)).toBeTruthy()
  await waitFor(async () => expect((await device().drafts.get('call:reply:bkg_1'))?.values).toEqual({ text: 'Friday' }))
  cleanup()
  await show({})
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>(/A line to Alan Platform/).value).toBe('Friday'))
})

test.each<[string, Partial<Booking>, string?]>([
  ['is the founder’s', { role: 'founder' }],
  ['has begun', {}, '2027-01-10T10:00:00Z'],
  ['was cancelled', { status: 'cancelled' }],
  ['comes from a server of the last release', { reply: undefined }],
])('a call that %s has no form', async (_, over, now) => {
  await show(over, now)
  await screen.findByText('Below')
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['founder', 'Alan Platform confirmed this call'],
  ['investor', 'You confirmed this call'],
] as const)('the %s reads the reply at the call, also after it', async (role, title) => {
  await show({ role, reply: REPLY }, '2027-02-01T10:00:00Z')
  expect((await screen.findByText('Send me the deck.')).closest('article, body')?.textContent).toContain(title)
})

test('a reply is shown at the call before it is sent, and never in the place of another one', async () => {
  await device().bookings.put({ ...sampleCall({ role: 'investor', reply: null }), version: 3 })
  await showCallReply(device(), { bookingId: BOOKING, text: REPLY.text }, REPLY.repliedAt, undefined)
  expect(await device().bookings.get(BOOKING)).toMatchObject({ reply: REPLY, version: 0 })
  await showCallReply(device(), { bookingId: BOOKING, text: 'Another' }, '2027-01-09T12:00:00.000Z', undefined)
  expect(await device().bookings.get(BOOKING)).toMatchObject({ reply: REPLY })
})
