import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Contact } from '#shared/contacts/contract.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import type { Surface } from '#web/features/directory/investor/labels.ts'
import { DirectoryCard } from './investor-card.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const show = (about: Partial<Investor>, contact?: Contact, surface: Surface = 'landing') =>
  renderInRouter(
    <DirectoryCard
      investor={sampleInvestor(about)}
      contact={contact}
      isSaved={false}
      onUnlock={() => undefined}
      surface={surface}
    />,
  )
const linked = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('a card of a landing page links to the investor, and its button to the booking page', async () => {
  await show({ hasMeetingLink: true })
  expect(linked('Marit Moretti')).toBe('/investor/recSample1')
  expect(linked('Book Now')).toBe('/vc/recSample1')
})

test.each([
  ['takes no calls', { hasMeetingLink: false }],
  ['cannot be paid by card', { hasMeetingLink: true, isPurchasable: false }],
  ['has no contact details', { channels: [] }],
])('a card of a verified investor who %s leads to the profile and names no booking', async (_, about) => {
  await show(about)
  expect(linked('View Profile')).toBe('/vc/recSample1')
  expect(screen.queryByRole('link', { name: 'Book Now' })).toBeNull()
})

test('a card that is unlocked has nothing to book', async () => {
  await show({ hasMeetingLink: true }, sampleContact())
  expect(linked('View Profile')).toBe('/vc/recSample1')
  expect(screen.queryByRole('link', { name: 'Book Now' })).toBeNull()
})

test('a card of /vcs links to the booking page', async () => {
  await show({}, undefined, 'vcs')
  expect(linked('Marit Moretti')).toBe('/vc/recSample1')
})

test('a card of an unverified investor offers an introduction and no booking', async () => {
  await show({ isVerified: false })
  expect(linked('Request Introduction')).toBe('/vc/recSample1')
  expect(screen.queryByRole('link', { name: 'Book Now' })).toBeNull()
})

test('a card of a verified investor without contact details offers no unlock', async () => {
  await show({ channels: [] })
  expect(screen.getByText('No contact details')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Unlock/ })).toBeNull()
})

test('an unlocked card shows the contact', async () => {
  await show({}, sampleContact())
  expect(screen.getByText('Unlocked')).toBeTruthy()
  expect(screen.getByText('marit@northgate-ventures.example')).toBeTruthy()
  expect(screen.queryByText('Contact locked')).toBeNull()
})

test('a card of a paused investor names the day of the return, and offers neither an unlock nor a booking', async () => {
  vi.setSystemTime('2026-11-27T09:00:00Z')
  await show({ hasMeetingLink: true, pausedUntil: '2026-12-05' })
  expect(screen.getByText('Paused until 5 December')).toBeTruthy()
  expect(linked('View Profile')).toBe('/vc/recSample1')
  expect(screen.queryByRole('button', { name: /^Unlock/ })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Book Now' })).toBeNull()
})
