import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { NotFound } from './not-found.tsx'

test('an unknown path shows the specified texts', async () => {
  await renderInRouter(<NotFound />)
  expect(screen.getByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
  expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy()
})
