import type { Investor } from '#shared/directory/contract.ts'
import type { DirectoryQuery } from '#shared/directory/directory-index.ts'
import type { FirstTotals } from '#shared/directory/first-part.ts'
import type { ListSection } from '#web/features/directory/browse/list-rows.ts'
import { SectionHeading } from '#web/features/directory/browse/section-heading.tsx'
import type { SectionLink } from '#web/features/directory/browse/section-links.tsx'

/** Default order: by requests, most requested first, unless the user chooses another order or searches for text. */
export const boardOrder = ({ sort, text }: DirectoryQuery): Pick<DirectoryQuery, 'sort'> =>
  sort || text?.trim() ? {} : { sort: 'requests' }

/**
 * The verified investors, and below them all investors including the verified ones: the second grid is the whole market.
 *
 * @param found  in the order of the page
 * @param all  the same investors in the order of the board
 * @param totals  the numbers to show while investors are still arriving
 */
export function marketSections(found: readonly Investor[], all: readonly Investor[], totals?: FirstTotals) {
  const verified = found.filter(({ isVerified }) => isVerified)
  const count = totals
    ? { verified: totals.verified, all: totals.verified + totals.others }
    : { verified: verified.length, all: all.length }
  const head = (title: string, lead: string, count: number) => <SectionHeading title={title} lead={lead} count={count} />
  const links: SectionLink[] = [
    { id: 'verified', label: 'verified', count: count.verified },
    { id: 'all', label: 'in all', count: count.all },
  ]
  const sections: ListSection[] = [
    {
      id: 'verified',
      heading: head('Verified Investors', 'Open to paid requests. Profiles from public sources are marked.', count.verified),
      investors: verified,
    },
    {
      id: 'all',
      heading: head(
        'All Investors',
        'All listed investors, most requested first. For unverified investors, we can request an introduction for you.',
        count.all,
      ),
      investors: all,
    },
  ]
  return { links, sections }
}
