import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { SECTOR_FILTERS, STAGE_FILTERS } from '#shared/catalogues.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { DirectoryFilters } from '#web/features/directory/address.ts'
import { CardSkeletons } from '#web/features/directory/card-skeleton.tsx'
import { FilterBar } from '#web/features/directory/filter-bar.tsx'
import { isNarrowed } from '#web/features/directory/filters.ts'
import { FoundInvestors } from '#web/features/directory/found-investors.tsx'
import { Leaderboard } from '#web/features/directory/leaderboard.tsx'
import { MarketplaceHero } from '#web/features/directory/marketplace-hero.tsx'
import { useStatsOf } from '#web/features/directory/queries.ts'
import { SectionHeading } from '#web/features/directory/section-heading.tsx'
import { SectionLinks } from '#web/features/directory/section-links.tsx'
import { useBrowse } from '#web/features/directory/use-browse.ts'
import { useIsOffline } from '#web/sync/status.ts'
import { OwnMarketCard } from './-market-card.tsx'
import { useUnlockDialog } from './-unlock.tsx'
import { useOwnInvestors } from './-use-own-investors.ts'

export const Route = createFileRoute('/ping')({ validateSearch: DirectoryFilters, component: InvestorMarketplace })

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
  const { sections, links } = useSections(search?.items)

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

const nobody: Investor[] = []

/** The verified first; below them everybody else, so that nobody stands on the page twice. */
function useSections(items: readonly Investor[] = nobody) {
  return useMemo(() => {
    const verified = items.filter(({ isVerified }) => isVerified)
    const others = items.filter(({ isVerified }) => !isVerified)
    const head = (title: string, lead: string, count: number) => <SectionHeading title={title} lead={lead} count={count} />
    return {
      links: [
        { id: 'verified', label: 'verified', count: verified.length },
        { id: 'all', label: verified.length > 0 ? 'more' : 'to ask', count: others.length },
      ],
      sections: [
        {
          id: 'verified',
          heading: head('Verified Investors', 'Checked by the team, and open to you today.', verified.length),
          investors: verified,
        },
        {
          id: 'all',
          heading: head(
            'All Investors',
            'The rest of the listing, not verified yet. We ask them for an introduction on your behalf.',
            others.length,
          ),
          investors: others,
        },
      ],
    }
  }, [items])
}
