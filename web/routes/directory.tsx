import { createFileRoute, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { STAGE_FILTERS } from '#shared/catalogues.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { byLetter } from '#shared/directory/letters.ts'
import { formatCount } from '#shared/format/count.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { AlphabeticalRow, RegisterSkeleton } from '#web/features/directory/browse/alphabetical-row.tsx'
import { investorMarks } from '#web/features/directory/browse/investor-marks.tsx'
import { LetterIndex } from '#web/features/directory/browse/letter-index.tsx'
import { SearchResults } from '#web/features/directory/browse/search-results.tsx'
import { useBrowse } from '#web/features/directory/browse/use-browse.ts'
import { FilterBar } from '#web/features/directory/filters/filter-bar.tsx'
import { DirectoryFilters } from '#web/features/directory/filters/search-params.ts'
import { FitBar } from '#web/features/directory/fit/fit-bar.tsx'
import { useDirectoryExtent } from '#web/features/directory/list-queries.ts'
import { useCompany } from '#web/net/tab/company.ts'
import { totalsOf } from '#web/replica/first-part.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useOwnInvestors } from '#web/widgets/use-own-investors.ts'

export const Route = createFileRoute('/directory')({
  validateSearch: DirectoryFilters,
  component: FreeDirectory,
})

/** Focus areas of the free directory, which spells two of them differently and adds four. */
const SECTORS = [
  'All',
  'DeFi',
  'Stablecoins',
  'RWA',
  'Infra',
  'Social',
  'Enterprise',
  'AI',
  'Gaming',
  'NFTs',
  'Consumer',
  'Payments',
  'Security',
] as const
const LISTS = { stages: STAGE_FILTERS, sectors: SECTORS }
const ESTIMATED_HEIGHT = { heading: 68, cards: 100, content: 0 }
const SUBMIT = `?subject=${encodeURIComponent('Submit a VC')}`

function FreeDirectory() {
  const navigate = Route.useNavigate()
  const { saved, savedIds } = useOwnInvestors()
  const address = Route.useSearch()
  // Alphabetical by default, unless the user searches for text.
  const usualSort = address.q?.trim() ? 'best' : 'name'
  const sorted = useMemo(() => ({ ...address, sort: address.sort ?? usualSort }), [address, usualSort])
  const browse = useBrowse(sorted, LISTS, saved, 'name')
  const { filters, choices, search } = browse
  const user = useUser()
  const supportEmail = useCompany()?.supportEmail
  const extent = useDirectoryExtent()
  const isPartial = (extent ?? browse.first?.get('extents', 'investors')) !== undefined
  const totals = totalsOf(browse.first)
  const { sections, letters } = useRegister(search?.items, filters)

  const change = (next: Partial<DirectoryFilters>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false })

  return (
    <div className="frame pt-8 pb-16 sm:pt-12">
      <PageHeading
        title="Free VC Directory"
        lead="All listed investors, free to browse. No login."
        action={
          <div className="flex flex-wrap items-center gap-3">
            <Link to="/ping" className={buttonClass('quiet', 'px-3')}>
              Most requested
            </Link>
            {supportEmail ? (
              <a href={`mailto:${supportEmail}${SUBMIT}`} className={buttonClass('outline')}>
                Submit a VC
              </a>
            ) : (
              <Link to="/support" className={buttonClass('outline')}>
                Submit a VC
              </Link>
            )}
            <Link to="/vcs" className={buttonClass()}>
              Upgrade for direct contact
            </Link>
          </div>
        }
      />
      <FilterBar
        filters={filters}
        onChange={change}
        choices={choices}
        savedCount={saved?.length ?? 0}
        found={search?.isComplete && !isPartial ? search.total : undefined}
        sectorLabel="Focus"
        usualSort={usualSort}
      />
      {browse.fit && <FitBar known={browse.fit.known} isMember={Boolean(user)} />}
      <SearchResults
        browse={browse}
        savedCount={savedIds.size}
        onChange={change}
        skeleton={<RegisterSkeleton />}
        index={(found, show) => {
          const total = totals ? totals.verified + totals.others : found.total
          const present = totals?.letters ?? letters
          return (
            <>
              <div className="flex min-h-11 items-center text-sm text-soft">
                <p>
                  <span className="font-medium text-ink tabular-nums">{formatCount(total)}</span>{' '}
                  {total === 1 ? 'entry' : 'entries'}
                  {isPartial && ' on this device'}
                  {!found.isComplete && !totals && ', still counting…'}
                </p>
              </div>
              {present.length > 1 && <LetterIndex letters={present} onShow={show} />}
            </>
          )
        }}
        sections={sections}
        guessedHeight={ESTIMATED_HEIGHT}
        isRegister
        renderCard={(investor) => (
          <AlphabeticalRow key={investor.id} investor={investor} marks={investorMarks(browse.fit?.reasonsOf(investor))} />
        )}
      />
    </div>
  )
}

const noInvestors: Investor[] = []

/** Grouped by letter while the order is alphabetical; otherwise one list. */
function useRegister(items: readonly Investor[] = noInvestors, { q, sort }: DirectoryFilters) {
  const isAlphabetic = sort === 'name' && !q?.trim()
  return useMemo(() => {
    const letters = isAlphabetic ? byLetter(items) : []
    const sections = letters.map(({ letter, investors }) => ({
      id: letter,
      heading: <h2 className="border-b border-edge pt-6 pb-2 text-4xl text-soft sm:px-2">{letter}</h2>,
      investors,
    }))
    return {
      letters: letters.map(({ letter }) => letter),
      sections: isAlphabetic ? sections : [{ id: 'entries', investors: items }],
    }
  }, [items, isAlphabetic])
}
