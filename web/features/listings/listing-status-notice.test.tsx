import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { OwnListing } from '#shared/listings/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleListing } from '#tests/support/samples/sample-listing.ts'
import { StandingNotice } from './listing-status-notice.tsx'

afterEach(cleanup)

test('a listing under review shows the reason, where there is one', async () => {
  const listing = {
    isVerified: false,
    isActive: true,
    reviewStatus: 'pending',
    reviewReason: 'Our team checks it.',
  } as OwnListing
  await renderInRouter(<StandingNotice listing={listing} />)
  expect(screen.getByText('Your profile is under review')).toBeTruthy()
  expect(screen.getByText('Our team checks it.')).toBeTruthy()
})

test.each([
  ['No fund of that name.', /Fix the points above/],
  [null, /^You can edit your application/],
])('a rejected application with the reason %j names the next step', async (reviewReason, step) => {
  await renderInRouter(<StandingNotice listing={sampleListing({ isVerified: false, reviewStatus: 'rejected', reviewReason })} />)
  expect(screen.getByText(step)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Apply again' }).getAttribute('href')).toBe('/vc-signup')
})

test('a live listing whose calls have no room asks for one, and others ask for nothing', async () => {
  const scheduler = { meetingLink: 'https://calendly.com/ada/30min' }
  await renderInRouter(<StandingNotice listing={sampleListing(scheduler)} />)
  expect(screen.getByRole('link', { name: 'Add a video link' }).getAttribute('href')).toBe('/edit-listing/vc_sample')
  cleanup()
  for (const over of [{ ...scheduler, callLink: 'https://meet.example/ada' }, { meetingLink: null }, {}]) {
    const { container } = await renderInRouter(<StandingNotice listing={sampleListing(over)} />)
    expect(container.textContent).toBe('')
    cleanup()
  }
})
