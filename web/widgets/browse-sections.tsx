import type { ColdFund } from '#shared/cold-scout/contract.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { FundStrip } from '#web/features/cold-scout/fund-strip.tsx'
import type { ListSection } from '#web/features/directory/browse/list-rows.ts'
import { SectionHeading } from '#web/features/directory/browse/section-heading.tsx'
import type { SectionLink } from '#web/features/directory/browse/section-links.tsx'

/** Verified investors, the funds of the Cold Investor Scout, and all others. */
export function browseSections(found: readonly Investor[], funds: readonly ColdFund[]) {
  const verified = found.filter(({ isVerified }) => isVerified)
  const others = found.filter(({ isVerified }) => !isVerified)
  const head = (title: string, lead: string, count: number) => <SectionHeading title={title} lead={lead} count={count} />
  const links: SectionLink[] = [
    { id: 'verified', label: 'verified', count: verified.length },
    { id: 'funds', label: 'Cold Scout funds', count: funds.length },
    { id: 'browse', label: 'not verified', count: others.length },
  ]
  const sections: ListSection[] = [
    {
      id: 'verified',
      heading: head(
        'Verified Investors',
        'Pay once and write to them directly. Profiles from public sources are marked.',
        verified.length,
      ),
      investors: verified,
    },
    {
      id: 'funds',
      heading: head('Cold Investor Scout', 'Funds without an account here, and their decision makers.', funds.length),
      content: funds.length > 0 && <FundStrip funds={funds} />,
    },
    {
      id: 'browse',
      heading: head('Browse Investors', 'Not verified yet. We can request an introduction for you.', others.length),
      investors: others,
    },
  ]
  return { links, sections }
}
