import { createFileRoute } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useRef } from 'react'
import { SECTOR_FILTERS } from '#shared/catalogues.ts'
import { FundStrip } from '#web/features/cold-scout/fund-strip.tsx'
import { matchFunds } from '#web/features/cold-scout/match-funds.ts'
import { useContacts, useSavedIds } from '#web/features/contacts/queries.ts'
import { CardSkeletons } from '#web/features/directory/card-skeleton.tsx'
import { FilterBar } from '#web/features/directory/filter-bar.tsx'
import { DirectoryFilters, isNarrowed } from '#web/features/directory/filters.ts'
import { InvestorList, type ListHandle } from '#web/features/directory/investor-list.tsx'
import { NoMatches } from '#web/features/directory/no-matches.tsx'
import { useColdFunds, useInvestorSearch, useSectorsPresent } from '#web/features/directory/queries.ts'
import { SectionHeading } from '#web/features/directory/section-heading.tsx'
import { SectionLinks } from '#web/features/directory/section-links.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { DirectoryCard } from './-directory-card.tsx'
import { useUnlockDialog } from './-unlock.tsx'

export const Route = createFileRoute('/vcs')({ validateSearch: DirectoryFilters, component: BrowseInvestors })

function BrowseInvestors() {
  const filters = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useRef<ListHandle>(null)
  const saved = useSavedIds()
  const sectors = useSectorsPresent()
  const contacts = useContacts()
  const contactOf = useMemo(() => new Map(contacts?.map((contact) => [contact.id, contact])), [contacts])
  const { unlock, dialog } = useUnlockDialog()

  const change = (next: Partial<DirectoryFilters>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false })

  // The list follows when it can; the letters in the search box never wait for it.
  const { q, stage, sector, sort, saved: savedOnly } = useDeferredValue(filters)
  const search = useInvestorSearch({ text: q, stage, sector, sort })
  const savedIds = useMemo(() => new Set(saved), [saved])
  const items = useMemo(
    () => (savedOnly ? search?.items.filter(({ id }) => savedIds.has(id)) : search?.items),
    [search, savedOnly, savedIds],
  )
  const allFunds = useColdFunds()
  const funds = useMemo(
    () => (savedOnly ? [] : matchFunds(allFunds ?? [], [q, stage, sector])),
    [allFunds, savedOnly, q, stage, sector],
  )
  const verified = useMemo(() => items?.filter(({ isVerified }) => isVerified).length ?? 0, [items])
  const fundSection = funds.length > 0 && (
    <>
      <SectionHeading section="funds" count={funds.length} />
      <FundStrip funds={funds} />
    </>
  )

  return (
    <div className="frame pt-8 pb-16 sm:pt-12">
      <PageHeading title="Connected VCs & Angels" lead="Pay once. Get direct contact." />
      <FilterBar filters={filters} onChange={change} sectors={sectorChoices(sectors)} savedCount={saved?.length ?? 0} />
      {!items || !search ? (
        <div className="pt-10">
          <CardSkeletons />
        </div>
      ) : (
        <>
          <SectionLinks
            counts={{ verified, funds: funds.length, browse: items.length - verified }}
            isComplete={search.isComplete}
            onShow={(section) => list.current?.showSection(section)}
          />
          {items.length === 0 && search.isComplete && (
            <NoMatches
              isNarrowed={isNarrowed(filters)}
              onClear={() => change({ q: undefined, stage: undefined, sector: undefined, saved: undefined })}
            />
          )}
          <InvestorList
            ref={list}
            placeName={JSON.stringify(filters)}
            items={items}
            funds={fundSection || undefined}
            renderCard={(investor) => (
              <DirectoryCard
                investor={investor}
                contact={contactOf.get(investor.id)}
                isSaved={savedIds.has(investor.id)}
                onUnlock={unlock}
              />
            )}
          />
        </>
      )}
      {dialog}
    </div>
  )
}

/** The page's own list first, then what else the data holds. */
const sectorChoices = (present: readonly string[] = []) => [...new Set<string>([...SECTOR_FILTERS, ...present])]
