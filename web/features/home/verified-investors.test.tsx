import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { CardSkeletons } from '#web/features/directory/browse/card-skeleton.tsx'
import { VerifiedInvestors } from './verified-investors.tsx'

afterEach(cleanup)

const grid = (investors: Parameters<typeof VerifiedInvestors>[0]['investors']) => (
  <VerifiedInvestors
    title="Connected VCs & Angels"
    investors={investors}
    skeleton={<CardSkeletons />}
    renderCard={({ name }) => <p>{name}</p>}
  />
)

test('six skeleton cards are rendered until the investors are loaded', async () => {
  await renderInRouter(grid(undefined))
  expect(screen.getByRole('status', { name: 'Loading investors' }).children).toHaveLength(6)
})

test('without an investor it shows the specified empty text', async () => {
  await renderInRouter(grid([]))
  expect(screen.getByText('No verified investors available yet.')).toBeTruthy()
  expect(screen.getByText('Check back soon for curated investor profiles.')).toBeTruthy()
})

test('with an investor it shows a card under its heading', async () => {
  await renderInRouter(grid([sampleInvestor()]))
  expect(screen.getByRole('heading', { name: 'Connected VCs & Angels' })).toBeTruthy()
  expect(screen.getByText('Marit Moretti')).toBeTruthy()
  expect(screen.queryByText('No verified investors available yet.')).toBeNull()
})
