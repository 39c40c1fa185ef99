import type { Investor } from '#shared/directory/contract.ts'
import type { DirectoryQuery } from '#shared/directory/directory-index.ts'
import type { ListSection } from '#web/features/directory/browse/list-rows.ts'
import { SectionHeading } from '#web/features/directory/browse/section-heading.tsx'
import type { SectionLink } from '#web/features/directory/browse/section-links.tsx'

/** Everybody stands in the order of the board, the most requested first, until somebody asks for another order or for words. */
export const boardOrder = ({ sort, text }: DirectoryQuery): Pick<DirectoryQuery, 'sort'> =>
  sort || text?.trim() ? {} : { sort: 'requests' }

/**
 * The verified, and below them everybody, the verified again included: the second grid is the whole market.
 *
 * @param found  in the order of the page
 * @param everybody  the same investors in the order of the board
 */
export function marketSections(found: readonly Investor[], everybody: readonly Investor[]) {
  const verified = found.filter(({ isVerified }) => isVerified)
  const head = (title: string, lead: string, count: number) => <SectionHeading title={title} lead={lead} count={count} />
  const links: SectionLink[] = [
    { id: 'verified', label: 'verified', count: verified.length },
    { id: 'all', label: 'in all', count: everybody.length },
  ]
  const sections: ListSection[] = [
    {
      id: 'verified',
      heading: head('Verified Investors', 'Checked by the team, and open to you today.', verified.length),
      investors: verified,
    },
    {
      id: 'all',
      heading: head(
        'All Investors',
        'Everybody listed, the most requested first. Who is not verified yet is asked for an introduction on your behalf.',
        everybody.length,
      ),
      investors: everybody,
    },
  ]
  return { links, sections }
}
