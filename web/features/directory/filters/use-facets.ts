import { useMemo } from 'react'
import { sectorFacet, stageFacet } from '#shared/directory/facets.ts'
import { listLocations, listTerms } from '#shared/directory/present-terms.ts'
import { useAllInvestorsLater } from '#web/features/directory/list-queries.ts'

export type Facets = { stages: readonly string[]; sectors: readonly string[]; isComplete: boolean }

/**
 * Every stage and sector of the local investors, those of the catalogue first; `undefined` until the first of them are on this
 * device. In a separate file from the queries: only the lists have filters.
 */
export function useFacets(): Facets | undefined {
  const all = useAllInvestorsLater()
  return useMemo(
    () =>
      all && {
        stages: listTerms(all.documents(), stageFacet, ({ stages }) => stages),
        sectors: listTerms(all.documents(), sectorFacet, ({ sectors }) => sectors),
        isComplete: all.isComplete,
      },
    [all],
  )
}

/** Every location of the local investors, those with the most investors first. */
export function useLocations(): readonly string[] {
  const all = useAllInvestorsLater()
  return useMemo(() => (all ? listLocations(all.documents()) : []), [all])
}
