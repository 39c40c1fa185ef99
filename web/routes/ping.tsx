import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { SECTOR_FILTERS, STAGE_FILTERS } from '#shared/catalogues.ts'
import { DirectoryFilters } from '#web/features/directory/address.ts'
import { CardSkeletons } from '#web/features/directory/card-skeleton.tsx'
import { FilterBar } from '#web/features/directory/filter-bar.tsx'
import { isNarrowed } from '#web/features/directory/filters.ts'
import { FoundInvestors } from '#web/features/directory/found-investors.tsx'
import { Leaderboard } from '#web/features/directory/leaderboard.tsx'
import { MarketplaceHero } from '#web/features/directory/marketplace-hero.tsx'
import { useInvestorSearch, useStatsOf } from '#web/features/directory/queries.ts'
import { SectionLinks } from '#web/features/directory/section-links.tsx'
import { useBrowse } from '#web/features/directory/use-browse.ts'
import { useIsOffline } from '#web/sync/status.ts'
import { OwnMarketCard } from './-market-card.tsx'
import { boardOrder, marketSections } from './-market-sections.tsx'
import { useUnlockDialog } from './-unlock.tsx'
import { useOwnInvestors } from './-use-own-investors.ts'

export const Route = createFileRoute('/ping')({
  validateSearch: DirectoryFilters,
  component: InvestorMarketplace,
})

const LISTS = { stages: STAGE_FILTERS, sectors: SECTOR_FILTERS }
const GUESSED_HEIGHT = { heading: 96, cards: 330, content: 300 }

function InvestorMarketplace() {
  const navigate = Route.useNavigate()
  const { saved, savedIds, contactOf } = useOwnInvestors()
  const browse = useBrowse(Route.useSearch(), LISTS, saved)
  const { filters, choices, search } = browse
  const isOffline = useIsOffline()
  const statsOf = useStatsOf()
  const { book, dialog } = useUnlockDialog()
  const everybody = useInvestorSearch({ ...browse.query, ...boardOrder(browse.query) })
  const { sections, links } = useMemo(
    () => marketSections(search?.items ?? [], everybody?.items ?? []),
    [search?.items, everybody?.items],
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
        found={search?.isComplete ? search.total : undefined}
      />
      {/* Whoever searches wants what was found, and finds it right below the words. */}
      {!isNarrowed(filters) && (search || !isOffline) && <Leaderboard />}
      <FoundInvestors
        browse={browse}
        savedCount={savedIds.size}
        onChange={change}
        skeleton={<CardSkeletons />}
        index={({ isComplete }, show) => <SectionLinks links={links} isComplete={isComplete} onShow={show} />}
        sections={sections}
        guessedHeight={GUESSED_HEIGHT}
        renderCard={(investor) => (
          <OwnMarketCard
            investor={investor}
            stats={statsOf(investor.id)}
            contact={contactOf.get(investor.id)}
            isSaved={savedIds.has(investor.id)}
            onUnlock={book}
          />
        )}
      />
      {dialog}
    </div>
  )
}
