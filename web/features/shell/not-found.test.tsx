import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { NotFound } from './not-found.tsx'

test('a path that is none says so in the specified words', async () => {
  await renderInRouter(<NotFound />)
  expect(screen.getByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
  expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy()
})
