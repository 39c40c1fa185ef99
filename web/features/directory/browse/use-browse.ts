import { useDeferredValue, useMemo } from 'react'
import type { DirectoryQuery } from '#shared/directory/directory-index.ts'
import { type Facet, filterChoices, isAll, sectorFacet, stageFacet } from '#shared/directory/facets.ts'
import type { VcId } from '#shared/ids.ts'
import { priceRange } from '#web/features/directory/filters/filters.ts'
import type { DirectoryFilters } from '#web/features/directory/filters/search-params.ts'
import { type InvestorSearch, useFacets, useInvestorSearch } from '#web/features/directory/queries.ts'

/** What one page's selects begin with; what the data holds beyond them follows. */
export type PageLists = { stages: readonly string[]; sectors: readonly string[] }

export type Browse = {
  /** What the controls show: the address, its terms spelled as the choices spell them. */
  filters: DirectoryFilters
  choices: { stages: string[]; sectors: string[] }
  search: InvestorSearch | undefined
  /** What the list was asked for, for another one of the same page. */
  query: DirectoryQuery
  /** A name that changes with every change of what is listed. */
  name: string
}

/** One page's list as its address asks for it. It follows when it can; the letters in the search box never wait for it. */
export function useBrowse(address: DirectoryFilters, lists: PageLists, saved: readonly VcId[] | undefined): Browse {
  const facets = useFacets()
  const choices = useMemo(
    () => ({
      stages: filterChoices(stageFacet, lists.stages, facets?.stages ?? []),
      sectors: filterChoices(sectorFacet, lists.sectors, facets?.sectors ?? []),
    }),
    [lists, facets],
  )
  const isComplete = facets?.isComplete ?? false
  const stage = spelled(stageFacet, address.stage, choices.stages, isComplete)
  const sector = spelled(sectorFacet, address.sector, choices.sectors, isComplete)
  const filters = useMemo(() => ({ ...address, stage, sector }), [address, stage, sector])

  // Only words come faster than lists can be drawn; a choice is one tap.
  const q = useDeferredValue(filters.q)
  const asked = useMemo(() => ({ ...filters, q }), [filters, q])
  const query = {
    text: asked.q,
    stage: asked.stage,
    sector: asked.sector,
    kind: asked.type,
    location: asked.location,
    ...priceRange(asked),
    ...(asked.saved && { ids: saved ?? [] }),
    sort: asked.sort,
  } as DirectoryQuery
  const search = useInvestorSearch(query)
  // Until the device has said whom it saved, nobody knows whether the list is empty.
  const isAnswered = !asked.saved || saved !== undefined
  return { filters, choices, search: isAnswered ? search : undefined, query, name: JSON.stringify(asked) }
}

/**
 * The choice an address means, as the select spells it: `defi` is `DeFi`, and `AI` is what this page calls it.
 * A term that nobody has is none; while records still arrive it may yet come.
 */
function spelled(facet: Facet, asked: string | undefined, choices: readonly string[], isComplete: boolean): string | undefined {
  if (asked === undefined || isAll(asked)) return undefined
  const choice = choices.find((one) => facet.key(one) === facet.key(asked))
  return choice ?? (isComplete ? undefined : asked)
}
