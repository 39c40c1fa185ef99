import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { SECTOR_FILTERS, STAGE_FILTERS } from '#shared/catalogues.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { CardSkeletons } from '#web/features/directory/browse/card-skeleton.tsx'
import { investorMarks } from '#web/features/directory/browse/investor-marks.tsx'
import { SearchResults } from '#web/features/directory/browse/search-results.tsx'
import { SectionLinks } from '#web/features/directory/browse/section-links.tsx'
import { useBrowse } from '#web/features/directory/browse/use-browse.ts'
import { useFirstPart } from '#web/features/directory/browse/use-list-search.ts'
import { useStatsOf } from '#web/features/directory/demand.ts'
import { FilterBar } from '#web/features/directory/filters/filter-bar.tsx'
import { isNarrowed } from '#web/features/directory/filters/filters.ts'
import { DirectoryFilters } from '#web/features/directory/filters/search-params.ts'
import { FitBar } from '#web/features/directory/fit/fit-bar.tsx'
import { useDirectoryExtent } from '#web/features/directory/list-queries.ts'
import { Leaderboard } from '#web/features/directory/marketplace/leaderboard.tsx'
import { MarketplaceHero } from '#web/features/directory/marketplace/marketplace-hero.tsx'
import { useInvestorSearch } from '#web/features/directory/queries.ts'
import { totalsOf } from '#web/replica/first-part.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { OwnMarketCard } from '#web/widgets/investor-cards/marketplace-card.tsx'
import { boardOrder, marketSections } from '#web/widgets/market-sections.tsx'
import { useOwnInvestors } from '#web/widgets/use-own-investors.ts'
import { useUnlockDialog } from '#web/widgets/use-purchase-dialog.tsx'

export const Route = createFileRoute('/ping')({
  validateSearch: DirectoryFilters,
  component: InvestorMarketplace,
})

const LISTS = { stages: STAGE_FILTERS, sectors: SECTOR_FILTERS }
const ESTIMATED_HEIGHT = { heading: 96, cards: 330, content: 300 }

function InvestorMarketplace() {
  const navigate = Route.useNavigate()
  const { saved, savedIds, contactOf } = useOwnInvestors()
  const browse = useBrowse(Route.useSearch(), LISTS, saved)
  const { filters, choices, search } = browse
  // The leaderboard is the same in every order of the list.
  const part = useFirstPart(true)
  const isPartial = useDirectoryExtent() !== undefined
  const isOffline = useIsOffline()
  const statsOf = useStatsOf(browse.first)
  const totals = totalsOf(browse.first)
  const user = useUser()
  const { book, dialog } = useUnlockDialog()
  // Of the store alone: those of the page are not the most requested ones.
  const everybody = useInvestorSearch({ ...browse.query, ...boardOrder(browse.query) }, browse.fit?.order)
  const { sections, links } = useMemo(
    () => marketSections(search?.items ?? [], everybody?.items ?? [], totals),
    [search?.items, everybody?.items, totals],
  )

  const change = (next: Partial<DirectoryFilters>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false })

  return (
    <div className="frame pt-8 pb-16 sm:pt-12">
      <MarketplaceHero />
      <FilterBar
        filters={filters}
        onChange={change}
        choices={choices}
        savedCount={saved?.length ?? 0}
        found={search?.isComplete && !isPartial ? search.total : undefined}
      />
      {/* A search shows its results directly below the search box. */}
      {!isNarrowed(filters) && (search || !isOffline) && <Leaderboard first={part} />}
      {browse.fit && <FitBar known={browse.fit.known} isMember={Boolean(user)} />}
      <SearchResults
        browse={browse}
        savedCount={savedIds.size}
        onChange={change}
        skeleton={<CardSkeletons />}
        index={({ isComplete }, show) => <SectionLinks links={links} isComplete={isComplete || !!totals} onShow={show} />}
        sections={sections}
        guessedHeight={ESTIMATED_HEIGHT}
        renderCard={(investor) => (
          <OwnMarketCard
            investor={investor}
            stats={statsOf(investor.id)}
            contact={contactOf.get(investor.id)}
            isSaved={savedIds.has(investor.id)}
            onUnlock={book}
            marks={investorMarks(browse.fit?.reasonsOf(investor))}
          />
        )}
      />
      {dialog}
    </div>
  )
}
