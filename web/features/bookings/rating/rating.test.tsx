import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Booking } from '#shared/bookings/contract.ts'
import type { BookingId } from '#shared/ids.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleCall } from '#tests/support/samples/sample-call.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { CallRatingArea } from './call-rating-area.tsx'
import { showRating } from './mutations.ts'

const RATING = { stars: 4, text: 'You read the deck.', ratedAt: '2027-01-10T12:00:00.000Z' }
const BOOKING = 'bkg_1' as BookingId

let db: PrivateDatabase
beforeEach(async () => {
  db = new PrivateDatabase('guest', `life-${Math.random()}`)
  await db.meta.put({ key: 'life', value: db.life })
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  setPrivateDb(undefined)
  await db.delete()
})

const show = (over: Partial<Booking>, now = '2027-01-10T11:00:00Z') =>
  renderInRouter(
    <>
      <CallRatingArea call={sampleCall({ rating: null, canPropose: true, ...over })} now={Date.parse(now)} />
      <p>Below</p>
    </>,
  )

test.each<[string, Partial<Booking>, string]>([
  ['has not ended', {}, '2027-01-10T10:29:00Z'],
  ['ended more than thirty days ago', {}, '2027-02-10T10:29:00Z'],
  ['is the investor’s', { role: 'investor' }, '2027-01-10T11:00:00Z'],
  ['was cancelled', { status: 'cancelled' }, '2027-01-10T11:00:00Z'],
  ['was refunded', { refund: 'returned' }, '2027-01-10T11:00:00Z'],
  ['was missed by the investor', { noShowBy: 'investor' }, '2027-01-10T11:00:00Z'],
  ['was missed by its founder', { noShowBy: 'founder' }, '2027-01-10T11:00:00Z'],
  ['comes from a server of the last release', { rating: undefined }, '2027-01-10T11:00:00Z'],
])('a call that %s shows no form', async (_, over, now) => {
  await show(over, now)
  await screen.findByText('Below')
  expect(screen.queryByText('How was the call?')).toBeNull()
})

test.each<[string, Partial<Booking>]>([
  ['was held', {}],
  ['has a report that its founder contested', { noShowBy: 'founder', contestedAt: '2027-01-10T10:50:00.000Z' }],
])('a call that %s is rated with one of five stars, which a screen reader reads as radio buttons', async (_, over) => {
  await show(over)
  expect((await screen.findByRole('group', { name: 'How was the call?' })).tagName).toBe('FIELDSET')
  expect(screen.getAllByRole('radio').map((star) => star.getAttribute('aria-label'))).toEqual(
    [1, 2, 3, 4, 5].map((stars) => `${stars} of 5`),
  )
  expect(screen.queryByRole('button', { name: 'Send rating' })).toBeNull()
  fireEvent.click(screen.getByLabelText('2 of 5'))
  expect(screen.getByRole('button', { name: 'Send rating' })).toBeTruthy()
})

test('an investor without an account gets stars and no line', async () => {
  await show({ canPropose: false })
  fireEvent.click(await screen.findByLabelText('5 of 5'))
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('stars and a line that were begun are still there after the screen was left', async () => {
  await show({})
  fireEvent.click(await screen.findByLabelText('3 of 5'))
  fireEvent.change(screen.getByLabelText(/A line to Alan Platform/), { target: { value: 'Thank you' } })
  await waitFor(async () => expect((await db.drafts.get('call:rate:bkg_1'))?.values).toEqual({ stars: '3', text: 'Thank you' }))
  cleanup()
  await show({})
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('3 of 5').checked).toBe(true))
  expect(screen.getByLabelText<HTMLTextAreaElement>(/A line to Alan Platform/).value).toBe('Thank you')
})

test('the investor reads the stars and the line, and that it is private', async () => {
  await show({ role: 'investor', rating: RATING })
  expect((await screen.findByText(/rated this call/)).textContent).toBe('Alan Platform rated this call')
  const area = document.body
  expect(area.textContent).toContain('You read the deck.')
  expect(area.textContent).toContain('Only you can read this line.')
  expect(area.textContent).not.toContain('does not count')
  expect(screen.getByRole('img', { name: '4 of 5 stars' })).toBeTruthy()
})

test('a rating of a call that was refunded since is shown as one that does not count', async () => {
  await show({ status: 'refunded', refund: 'returned', rating: RATING })
  await screen.findByText('Your rating')
  expect(screen.getByText(/does not count/)).toBeTruthy()
})

test('a rating is shown at the call before it is sent, and never in the place of another one', async () => {
  await db.bookings.put({ ...sampleCall({ rating: null }), version: 3 })
  await showRating(db, { bookingId: BOOKING, stars: 4, text: 'Thank you' }, RATING.ratedAt)
  const given = { stars: 4, text: 'Thank you', ratedAt: RATING.ratedAt }
  expect(await db.bookings.get(BOOKING)).toMatchObject({ rating: given, version: 0 })
  await showRating(db, { bookingId: BOOKING, stars: 1, text: '' }, '2027-01-10T13:00:00.000Z')
  expect(await db.bookings.get(BOOKING)).toMatchObject({ rating: given })
})
