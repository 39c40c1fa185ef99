import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { OwnListing } from '#shared/listings/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
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
