import { cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { Investor } from '#shared/directory/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { AlphabeticalRow } from '#web/features/directory/browse/alphabetical-row.tsx'
import { InvestorCard } from '#web/features/directory/browse/investor-card.tsx'
import { MarketCard } from '#web/features/directory/marketplace/market-card.tsx'
import { InvestorHeader } from './investor-header.tsx'
import { InvestorSummary } from './investor-summary.tsx'

afterEach(cleanup)

const places: [string, (investor: Investor) => ReactNode][] = [
  ['the card', (investor) => <InvestorCard investor={investor} contact={null} />],
  [
    'the card of the marketplace',
    (investor) => <MarketCard investor={investor} stats={undefined} star={null} action={null} isUnlocked={false} />,
  ],
  ['the row of the directory', (investor) => <AlphabeticalRow investor={investor} />],
  ['the page', (investor) => <InvestorHeader investor={investor} socials={null} star={null} />],
  [
    'the second page',
    (investor) => <InvestorSummary investor={investor} stats={null} socials={null} star={null} contact={null} more={null} />,
  ],
]

const { hasAgreed: _, ...unconfirmed } = sampleInvestor()

test.each(places)('%s of a record that nobody agreed to says that it is from a public source', async (_place, show) => {
  const badges = async (investor: Investor) => {
    await renderInRouter(show(investor))
    const found = ['Verified', 'Public source'].filter((badge) => screen.queryByText(badge))
    cleanup()
    return found
  }
  expect(await badges(unconfirmed)).toEqual(['Public source'])
  expect(await badges({ ...unconfirmed, hasAgreed: true })).toEqual(['Verified'])
  expect(await badges({ ...unconfirmed, vcType: 'platform' })).toEqual(['Verified'])
})
