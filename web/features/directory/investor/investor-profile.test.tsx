import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Investor } from '#shared/directory/contract.ts'
import { cents } from '#shared/money.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { InvestorHeader } from './investor-header.tsx'
import { InvestorMissing } from './investor-missing.tsx'
import { InvestorProfile } from './investor-profile.tsx'
import { InvestorSummary } from './investor-summary.tsx'

afterEach(cleanup)

const NOTHING_SAID = 'Portfolio performance information not provided by this investor.'

test.each([
  [{ isVerified: true, isVentureCapital: true, isAngel: false }, ['Verified', 'Venture Capital']],
  [{ isVerified: false, isVentureCapital: false, isAngel: true }, ['Unverified', 'Angel Investor']],
])('the header of a page shows the verification and the kind of investor: %j', async (about, badges) => {
  await renderInRouter(<InvestorHeader investor={sampleInvestor(about)} socials={null} star={null} />)
  const all = ['Verified', 'Unverified', 'Venture Capital', 'Angel Investor']
  expect(all.filter((badge) => screen.queryByText(badge))).toEqual(badges)
  expect(screen.getByText('Investment Director at Northgate Ventures')).toBeTruthy()
})

test.each<[string, Partial<Investor>, string | undefined]>([
  ['of the investor', { vcType: 'platform', replyDays: 2 }, 'Replies within 2 days, otherwise you can ask for your money back'],
  ['of everyone', { vcType: 'platform' }, 'Without a reply within 5 days you can ask for your money back'],
  ['that nobody reads', { vcType: 'airtable' }, undefined],
  ['before a review', { vcType: 'platform', isVerified: false }, undefined],
])('the focus shows before a payment the days for a reply %s', async (_, about, promise) => {
  await renderInRouter(<InvestorProfile investor={sampleInvestor({ isVerified: true, ...about })} />)
  expect(screen.queryByText(/money back/)?.textContent).toBe(promise)
})

test('the focus shows stages, sectors, the price and the monthly limit', async () => {
  await renderInRouter(<InvestorProfile investor={sampleInvestor({ quote: cents(2500), limit: 12 })} />)
  const table = screen.getByRole('heading', { name: 'Investment Focus' }).parentElement
  for (const text of ['StagesPre-Seed', 'Primary sectorsIdentity', 'Unlock price$25', 'Monthly limit12 introductions'])
    expect(table?.textContent).toContain(text)
})

test('the monthly limit of a weekly limit is the figure of four weeks', async () => {
  await renderInRouter(<InvestorProfile investor={sampleInvestor({ vcType: 'platform', limit: 7 })} />)
  const limit = screen.getByText('Monthly limit').nextElementSibling
  expect(limit?.textContent).toBe('28 introductionsAccepts up to 7 introductions a week.')
})

test('either page of an investor without portfolio information has the specified sentence', async () => {
  const investor = sampleInvestor({ portfolioPerformance: null })
  await renderInRouter(<InvestorProfile investor={investor} />)
  expect(screen.getByText(NOTHING_SAID)).toBeTruthy()
  cleanup()
  await renderInRouter(<InvestorSummary investor={investor} stats={null} socials={null} star={null} contact={null} more={null} />)
  expect(screen.getByText(NOTHING_SAID)).toBeTruthy()
  cleanup()
  await renderInRouter(<InvestorProfile investor={sampleInvestor({ portfolioPerformance: 'Three exits.' })} />)
  expect(screen.getByText('Three exits.')).toBeTruthy()
  expect(screen.queryByText(NOTHING_SAID)).toBeNull()
})

test('a summary shows the fund above a person, and nothing above a fund', async () => {
  const sheetOf = (about: Partial<Investor>) =>
    renderInRouter(
      <InvestorSummary investor={sampleInvestor(about)} stats={null} socials={null} star={null} contact={null} more={null} />,
    )
  await sheetOf({ name: 'Ada Lim', fund: 'Windrose Fund' })
  expect(screen.getByText('Windrose Fund')).toBeTruthy()
  cleanup()
  await sheetOf({ name: 'Ada Lim', fund: null })
  expect(screen.getByText('Independent')).toBeTruthy()
  cleanup()
  await sheetOf({ name: 'Windrose Fund', fund: 'Windrose Fund' })
  expect(screen.getByRole('heading', { name: 'Windrose Fund' })).toBeTruthy()
  expect(screen.queryByText('Independent')).toBeNull()
})

test('the page of an unknown investor links to the home page', async () => {
  await renderInRouter(<InvestorMissing />)
  expect(screen.getByRole('heading', { name: 'Investor Not Found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Homepage' }).getAttribute('href')).toBe('/')
})
