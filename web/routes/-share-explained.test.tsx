import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { readDraft } from '#shared/applications/draft.ts'
import { cents } from '#shared/money.ts'
import { EarningsNote } from '#web/features/applications/earnings-note.tsx'
import { EarningsPage } from '#web/features/earnings/earnings-page.tsx'
import { PricePreview } from '#web/features/listings/price-preview.tsx'

afterEach(cleanup)

const note = (donateToCharity: boolean) => (
  <EarningsNote draft={readDraft({ price: '25', donateToCharity, charityOfChoice: 'Code for All' })} />
)

test.each<[place: string, ReactNode]>([
  ['an application', note(false)],
  ['a price that is being changed', <PricePreview key="p" price={cents(2500)} isDonated={false} />],
  ['the earnings', <EarningsPage key="e" listing="listed" />],
])('the 85%% and the 70%% of %s are explained: the platform pays the card fees, taxes are an estimate', (_, element) => {
  const { container } = render(element)
  const text = container.textContent ?? ''
  expect(text).toContain('85% of each unlock')
  expect(text).toContain('about 70% after card fees and taxes (estimate)')
  expect(text).toContain('We pay the card fees, so you receive the full 85%.')
  expect(text).toContain('The estimate sets aside 15% of the price for your own taxes.')
})

test.each<[place: string, ReactNode]>([
  ['an application', note(true)],
  ['a price that is being changed', <PricePreview key="p" price={cents(2500)} isDonated />],
])('a share that goes to a charity has no estimate of taxes: %s', (_, element) => {
  render(element)
  expect(screen.getByText('We pay the card fees, so the charity receives the full 85%.')).toBeTruthy()
  expect(screen.queryByText(/about 70%/)).toBeNull()
})
