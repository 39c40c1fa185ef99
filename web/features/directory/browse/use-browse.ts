import { useDeferredValue, useMemo } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import type { DirectoryQuery } from '#shared/directory/directory-index.ts'
import { type Facet, isAll, sectorFacet, stageFacet } from '#shared/directory/facets.ts'
import { countTerms, filterChoices } from '#shared/directory/present-terms.ts'
import type { VcId } from '#shared/ids.ts'
import { isNarrowed } from '#web/features/directory/filters/filters.ts'
import { queryOf } from '#web/features/directory/filters/query-of.ts'
import type { DirectoryFilters } from '#web/features/directory/filters/search-params.ts'
import { useFacets } from '#web/features/directory/filters/use-facets.ts'
import { type FitToProject, useFit } from '#web/features/directory/fit/use-fit.ts'
import { useAllInvestorsLater, useDirectoryExtent } from '#web/features/directory/list-queries.ts'
import type { InvestorSearch } from '#web/features/directory/queries.ts'
import type { DirectorySet } from '#web/replica/public-documents.ts'
import { splitChoices } from '#web/ui/choice-list.ts'
import { useFirstPart, useListSearch } from './use-list-search.ts'

/** The options that a page's selects start with; values found in the data follow. */
export type PageLists = { stages: readonly string[]; sectors: readonly string[] }

type CountOf = (term: string) => number | undefined

/** The options of the two selects, and the number of investors for an option: `undefined` until all of them are on this device. */
export type Choices = {
  stages: string[]
  sectors: string[]
  countOf: { stage: CountOf; sector: CountOf }
}

export type Browse = {
  /** Filters as the controls show them: from the address, with terms spelled as in the options. */
  filters: DirectoryFilters
  choices: Choices
  search: InvestorSearch | undefined
  /** The filters of the list: its text follows that of `filters` once the list has been rendered for it. */
  requested: DirectoryFilters
  /** The query of the list, for reuse by another list of the same page. */
  query: DirectoryQuery
  /** How the list fits the user's project; `undefined` under every other order. */
  fit: FitToProject | undefined
  /** What the page of the server had: the list begins with it until all has arrived. */
  first: DirectorySet | undefined
  /** Changes with every change of the listed entries. */
  name: string
}

/**
 * The list of one page for the filters in its address. The list is deferred; input in the search box is never delayed by it.
 *
 * @param usualSort  the order of the page without a choice
 */
export function useBrowse(
  address: DirectoryFilters,
  lists: PageLists,
  saved: readonly VcId[] | undefined,
  usualSort?: DirectoryFilters['sort'],
): Browse {
  const facets = useFacets()
  const stageCount = useTermCounts(stageFacet, stagesOf)
  const sectorCount = useTermCounts(sectorFacet, sectorsOf)
  const countOf = useMemo(() => ({ stage: stageCount, sector: sectorCount }), [stageCount, sectorCount])
  const choices = useMemo(
    () => ({
      stages: filterChoices(stageFacet, lists.stages, facets?.stages ?? []),
      sectors: filterChoices(sectorFacet, lists.sectors, facets?.sectors ?? []),
      countOf,
    }),
    [lists, facets, countOf],
  )
  const extent = useDirectoryExtent()
  // A record elsewhere may have a term that none on this device has.
  const isComplete = extent === undefined && (facets?.isComplete ?? false)
  const stage = canonicalTerms(stageFacet, address.stage, choices.stages, isComplete)
  const sector = canonicalTerms(sectorFacet, address.sector, choices.sectors, isComplete)
  const filters = useMemo(() => ({ ...address, stage, sector }), [address, stage, sector])
  // The terms of all records are read after the list is rendered. Until then a term that is no option may still be dropped, and an empty
  // list does not mean that no investor matches.
  const isResolved =
    extent !== undefined || facets?.isComplete === true || (isListed(stage, choices.stages) && isListed(sector, choices.sectors))

  // Only typing changes faster than lists render; a choice is a single tap.
  const q = useDeferredValue(filters.q)
  const requested = useMemo(() => ({ ...filters, q }), [filters, q])
  const query = queryOf(requested, saved)
  const fit = useFit(requested.sort === 'fit')
  const first = useFirstPart(!isNarrowed(requested) && requested.sort === usualSort)
  const search = useListSearch(query, fit?.order, first)
  // Until the shortlist is read from the device, it is unknown whether the list is empty.
  const isKnown = !requested.saved || saved !== undefined
  const isFinal = isKnown && (isResolved || !search?.isComplete)
  return { filters, choices, search: isFinal ? search : undefined, requested, query, fit, first, name: JSON.stringify(requested) }
}

const isListed = (terms: string | undefined, options: readonly string[]) =>
  splitChoices(terms).every((term) => options.includes(term))

/** Number of investors per option; `undefined` for `All` and while investors are still arriving. */
function useTermCounts(facet: Facet, listOf: (investor: Investor) => readonly string[]): CountOf {
  const all = useAllInvestorsLater()
  const isPartial = useDirectoryExtent() !== undefined
  return useMemo(() => {
    if (!all?.isComplete || isPartial) return () => undefined
    const counts = countTerms(all.documents(), facet, listOf)
    return (term: string) => (isAll(term) ? undefined : (counts.get(facet.key(term)) ?? 0))
  }, [all, isPartial, facet, listOf])
}

const stagesOf = ({ stages }: Investor) => stages
const sectorsOf = ({ sectors }: Investor) => sectors

/**
 * The options that the terms of the address refer to, as the select spells them: `defi` is `DeFi`, and `AI` has the label of this
 * page. A term that no record has is dropped once all records have arrived.
 */
function canonicalTerms(
  facet: Facet,
  address: string | undefined,
  choices: readonly string[],
  isComplete: boolean,
): string | undefined {
  const terms = splitChoices(address).flatMap((term) => {
    if (isAll(term)) return []
    return choices.find((one) => facet.key(one) === facet.key(term)) ?? (isComplete ? [] : term)
  })
  return [...new Set(terms)].join(',') || undefined
}
