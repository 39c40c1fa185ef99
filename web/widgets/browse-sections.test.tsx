import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { ColdFund } from '#shared/cold-scout/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { browseSections } from './browse-sections.tsx'

afterEach(cleanup)

const investor = (id: string, isVerified: boolean) => sampleInvestor({ id: id as VcId, isVerified })
const fund = { id: 'cold_1', fundName: 'Quiet Capital', fundSlug: 'quiet', website: null, investmentFocus: 'Ports' }

test('the page has three sections, and its funds lead to their own pages', async () => {
  const { sections, links } = browseSections(
    [investor('ann', true), investor('bob', false)],
    [{ ...fund, decisionMakers: [] } as unknown as ColdFund],
  )
  await renderInRouter(
    sections.map(({ id, heading, content }) => (
      <div key={id}>
        {heading}
        {content}
      </div>
    )),
  )
  const titles = ['Verified Investors', 'Cold Investor Scout', 'Browse Investors']
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(titles)
  expect(screen.getByRole('link', { name: /Quiet Capital/ }).getAttribute('href')).toBe('/cold-scout/quiet')
  expect(sections.map(({ investors }) => investors?.map(({ id }) => id))).toEqual([['ann'], undefined, ['bob']])
  expect(links.map(({ label, count }) => `${count} ${label}`)).toEqual(['1 verified', '1 Cold Scout funds', '1 not verified'])
})
