import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Booking } from '#shared/bookings/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleCall } from '#tests/support/samples/sample-call.ts'
import { CallCard } from './call-card.tsx'

afterEach(cleanup)

const now = Date.parse(sampleCall().start) - 60 * 60_000
const show = (over: Partial<Booking>) =>
  renderInRouter(<CallCard call={sampleCall({ contactFrom: null, ...over })} now={now} isOffline={false} holdsContact={false} />)

test('a call with a link is joined by it', async () => {
  await show({ meetingLink: 'https://meet.example/alan' })
  expect(screen.getByRole('link', { name: 'Open meeting link' }).getAttribute('href')).toBe('https://meet.example/alan')
  expect(screen.queryByText(/video link/)).toBeNull()
})

test('without a link the founder writes to the investor, and the investor adds one', async () => {
  await show({ meetingLink: null })
  expect(screen.getByText(/No video link yet/).textContent).toBe('No video link yet. Write to Alan Platform to agree on one.')
  cleanup()
  await show({ meetingLink: null, role: 'investor' })
  expect(screen.getByRole('link', { name: 'Add one' }).getAttribute('href')).toBe('/profile?tab=investor')
})

test('before the contact is released no link is missing', async () => {
  await show({ meetingLink: null, contactFrom: '2027-01-09T10:00:00.000Z' })
  expect(screen.queryByText(/video link/)).toBeNull()
})
