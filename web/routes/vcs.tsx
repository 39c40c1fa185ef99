import { createFileRoute, Link } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import { SECTOR_FILTERS, STAGE_FILTERS } from '#shared/catalogues.ts'
import type { ColdFund } from '#shared/cold-scout/contract.ts'
import type { Investor } from '#shared/directory/contract.ts'
import type { Doc } from '#shared/sync/protocol.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { matchFunds } from '#web/features/cold-scout/match-funds.ts'
import { CardSkeletons } from '#web/features/directory/browse/card-skeleton.tsx'
import { investorMarks } from '#web/features/directory/browse/investor-marks.tsx'
import { SearchResults } from '#web/features/directory/browse/search-results.tsx'
import { SectionLinks } from '#web/features/directory/browse/section-links.tsx'
import { type Browse, useBrowse } from '#web/features/directory/browse/use-browse.ts'
import { FilterBar } from '#web/features/directory/filters/filter-bar.tsx'
import { DirectoryFilters } from '#web/features/directory/filters/search-params.ts'
import { FitBar } from '#web/features/directory/fit/fit-bar.tsx'
import { useColdFunds } from '#web/features/directory/funds-and-projects.ts'
import { useDirectoryExtent } from '#web/features/directory/list-queries.ts'
import { OpenedSearchBar, useOpenedSearch } from '#web/features/directory/searches/opened-search.tsx'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { totalsOf } from '#web/replica/first-part.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { browseSections } from '#web/widgets/browse-sections.tsx'
import { DirectoryCard } from '#web/widgets/investor-cards/investor-card.tsx'
import { useOwnInvestors } from '#web/widgets/use-own-investors.ts'
import { useUnlockDialog } from '#web/widgets/use-purchase-dialog.tsx'

const GuestPurchases = lazyPart(() => loadChunk(() => import('#web/widgets/guest-purchases.tsx')))

export const Route = createFileRoute('/vcs')({
  validateSearch: DirectoryFilters,
  component: BrowseInvestors,
})

const TO_OTHER_LIST = 'inline-flex min-h-11 items-center underline decoration-edge underline-offset-4'
const LISTS = { stages: STAGE_FILTERS, sectors: SECTOR_FILTERS }

function BrowseInvestors() {
  const navigate = Route.useNavigate()
  const { saved, savedIds, contactOf } = useOwnInvestors()
  const browse = useBrowse(Route.useSearch(), LISTS, saved)
  const { filters, choices, search } = browse
  const isPartial = useDirectoryExtent() !== undefined
  const { unlock, dialog } = useUnlockDialog()
  const user = useUser()
  const opened = useOpenedSearch(filters)
  const totals = totalsOf(browse.first)
  const { sections, links } = useSections(search?.items, browse)

  const change = (next: Partial<DirectoryFilters>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false })

  return (
    <div className="frame pt-8 pb-16 sm:pt-12">
      <PageHeading
        title="Connected VCs & Angels"
        lead="Full profiles. Investors who take requests come first. Pay once. Get direct contact."
        action={
          <p className="flex flex-wrap gap-x-6 text-sm">
            <Link to="/ping" className={TO_OTHER_LIST}>
              Most requested
            </Link>
            <Link to="/directory" className={TO_OTHER_LIST}>
              Free directory, A to Z
            </Link>
            <Suspense>
              <GuestPurchases className={TO_OTHER_LIST} />
            </Suspense>
          </p>
        }
      />
      <FilterBar
        filters={filters}
        onChange={change}
        choices={choices}
        savedCount={saved?.length ?? 0}
        found={search?.isComplete && !isPartial ? search.total : undefined}
      />
      {opened && search && <OpenedSearchBar opened={opened} items={search.items} />}
      {browse.fit && <FitBar known={browse.fit.known} isMember={Boolean(user)} />}
      <SearchResults
        browse={browse}
        savedCount={savedIds.size}
        onChange={change}
        skeleton={<CardSkeletons />}
        index={({ isComplete }, show) => <SectionLinks links={links} isComplete={isComplete || !!totals} onShow={show} />}
        sections={sections}
        renderCard={(investor) => (
          <DirectoryCard
            investor={investor}
            contact={contactOf.get(investor.id)}
            isSaved={savedIds.has(investor.id)}
            onUnlock={unlock}
            marks={investorMarks(browse.fit?.reasonsOf(investor), opened?.isNew(investor))}
          />
        )}
      />
      {dialog}
    </div>
  )
}

const noInvestors: Investor[] = []

/** Verified investors, the matching cold funds, and all other investors. */
function useSections(items: Investor[] = noInvestors, { requested, first }: Browse) {
  const { q, stage, sector, saved, type, location, min, max } = requested
  const ownFunds = useColdFunds()
  const inPage = useMemo(() => first?.list('coldFunds') as Doc[] as ColdFund[] | undefined, [first])
  const allFunds = ownFunds ?? inPage
  // A fund has no price and no location, and cannot be saved.
  const isForFunds = !saved && !type && !location && min === undefined && max === undefined
  const funds = useMemo(
    () => (isForFunds ? matchFunds(allFunds ?? [], q, [stage, sector]) : []),
    [allFunds, isForFunds, q, stage, sector],
  )
  return useMemo(() => browseSections(items, funds, totalsOf(first)), [items, funds, first])
}
