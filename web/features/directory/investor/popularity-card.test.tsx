import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { PopularityCard } from './popularity-card.tsx'

afterEach(cleanup)

const { id } = sampleInvestor()
const ANGEL = 'Open to angel investments'
const CHARITY = 'Donates to founder charities'

test.each([
  ['the first', { totalRequests: 18, topTag: 'DeFi', rank: 1 }, ['18', 'DeFi', '#1', '100%', 'Top 3 VC']],
  // Literal from the specification: the bar of the third is empty, its badge is shown beside it.
  ['the third', { totalRequests: 11, topTag: 'RWA', rank: 3 }, ['11', 'RWA', '#3', '0%', 'Top 3 VC']],
  ['the fourth', { totalRequests: 10, topTag: 'RWA', rank: 4 }, ['10', 'RWA', '#4', '0%']],
  ['an investor below the leaderboard', { totalRequests: 6, topTag: 'Seed', rank: null }, ['6', 'Seed', '–', '60%']],
  ['an investor without requests', null, ['0', 'N/A', '–', '0%']],
])('the card of %s shows demand, rank and the distance to the top 3', (_, stats, texts) => {
  render(<PopularityCard investor={sampleInvestor()} stats={stats && { id, ...stats }} isOwn />)
  expect(screen.getByRole('heading', { name: 'Investor Popularity' })).toBeTruthy()
  expect(screen.getByText('last 30 days')).toBeTruthy()
  for (const text of texts) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByText('Top 3 VC') !== null).toBe(texts.includes('Top 3 VC'))
  expect(Number(screen.getByRole('progressbar').getAttribute('value'))).toBe(Number.parseInt(texts[3] ?? '', 10))
})

test.each([
  [{ isAngel: true, donatesToCharity: true }, [ANGEL, CHARITY]],
  [{ isAngel: false, donatesToCharity: true }, [CHARITY]],
  [{ isAngel: false, donatesToCharity: false }, []],
])('%j has the badges %j', (about, badges) => {
  for (const isOwn of [true, false]) {
    render(<PopularityCard investor={sampleInvestor(about)} stats={null} isOwn={isOwn} />)
    expect([ANGEL, CHARITY].filter((badge) => screen.queryByText(badge))).toEqual(badges)
    cleanup()
  }
})

test('a founder sees the demand from the first request on, and never the progress of the investor', () => {
  const open = (totalRequests: number) => {
    const stats = totalRequests === 0 ? null : { id, totalRequests, topTag: 'DeFi', rank: null }
    return render(<PopularityCard investor={sampleInvestor()} stats={stats} isOwn={false} />)
  }
  open(0)
  expect(screen.queryByRole('heading', { name: 'Investor Popularity' })).toBeNull()
  expect(screen.queryByText(/N\/A|0|%/)).toBeNull()
  cleanup()
  open(1)
  expect(screen.getByRole('heading', { name: 'Investor Popularity' })).toBeTruthy()
  for (const text of ['Connection requests', '1', 'DeFi', 'Rank']) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.queryByText(/Top 3/)).toBeNull()
})

test.each([
  [1, 'an hour'],
  [5, '5 hours'],
  [24, 'a day'],
  [60, '3 days'],
])('the card says how often an investor replies, and that it takes %i hours as %s', (replyHours, span) => {
  const stats = { id, totalRequests: 0, topTag: 'N/A', rank: null, replyRate: 83, replyHours }
  render(<PopularityCard investor={sampleInvestor()} stats={stats} isOwn={false} />)
  expect(screen.getByText(`Replies to 83% of founders, usually within ${span}.`)).toBeTruthy()
})

test('the average rating is shown with the number of founders, also without a request', () => {
  const stats = { id, totalRequests: 0, topTag: 'N/A', rank: null }
  render(<PopularityCard investor={sampleInvestor()} stats={{ ...stats, rating: 5, ratingCount: 3 }} isOwn={false} />)
  expect(screen.getByText('Rated 5.0 of 5 by 3 founders after a call.')).toBeTruthy()
  cleanup()
  render(<PopularityCard investor={sampleInvestor()} stats={{ ...stats, totalRequests: 1 }} isOwn={false} />)
  expect(screen.queryByText(/Rated/)).toBeNull()
})
