import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { MarketplaceHero } from './marketplace-hero.tsx'

afterEach(cleanup)

test('the header calls no profile verified, because some are from public sources, and names the span of its demand', async () => {
  await renderInRouter(<MarketplaceHero />)
  const header = screen.getByRole('banner')
  expect(header.textContent).not.toMatch(/verified/i)
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Listed',
    'Open to requests',
    'Requested in 30 days',
  ])
})
