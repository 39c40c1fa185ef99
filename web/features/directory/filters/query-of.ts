import type { DirectoryQuery } from '#shared/directory/directory-index.ts'
import type { VcId } from '#shared/ids.ts'
import { priceRange } from './filters.ts'
import type { DirectoryFilters } from './search-params.ts'

/** The query of a list for its filters. Best fit is the order `best` with another order of those that match equally well. */
export const queryOf = (filters: DirectoryFilters, saved: readonly VcId[] | undefined) =>
  ({
    text: filters.q,
    stage: filters.stage,
    sector: filters.sector,
    kind: filters.type,
    location: filters.location,
    ...priceRange(filters),
    ...(filters.saved && { ids: saved ?? [] }),
    sort: filters.sort === 'fit' ? 'best' : filters.sort,
  }) as DirectoryQuery
