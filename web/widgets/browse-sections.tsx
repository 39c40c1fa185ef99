import type { ColdFund } from '#shared/cold-scout/contract.ts'
import type { Investor } from '#shared/directory/contract.ts'
import type { FirstTotals } from '#shared/directory/first-part.ts'
import { FundStrip } from '#web/features/cold-scout/fund-strip.tsx'
import type { ListSection } from '#web/features/directory/browse/list-rows.ts'
import { SectionHeading } from '#web/features/directory/browse/section-heading.tsx'
import type { SectionLink } from '#web/features/directory/browse/section-links.tsx'

/**
 * Verified investors, the funds of the Cold Investor Scout, and all others.
 *
 * @param totals  the numbers to show while investors are still arriving
 */
export function browseSections(found: readonly Investor[], funds: readonly ColdFund[], totals?: FirstTotals) {
  const verified = found.filter(({ isVerified }) => isVerified)
  const others = found.filter(({ isVerified }) => !isVerified)
  const count = totals ?? { verified: verified.length, funds: funds.length, others: others.length }
  const head = (title: string, lead: string, count: number) => <SectionHeading title={title} lead={lead} count={count} />
  const links: SectionLink[] = [
    { id: 'verified', label: 'verified', count: count.verified },
    { id: 'funds', label: 'Cold Scout funds', count: count.funds },
    { id: 'browse', label: 'not verified', count: count.others },
  ]
  const sections: ListSection[] = [
    {
      id: 'verified',
      heading: head(
        'Verified Investors',
        'Pay once and write to them directly. Profiles from public sources are marked.',
        count.verified,
      ),
      investors: verified,
    },
    {
      id: 'funds',
      heading: head('Cold Investor Scout', 'Funds without an account here, and their decision makers.', count.funds),
      content: funds.length > 0 && <FundStrip funds={funds} />,
    },
    {
      id: 'browse',
      heading: head('Browse Investors', 'Not verified yet. We can request an introduction for you.', count.others),
      investors: others,
    },
  ]
  return { links, sections }
}
