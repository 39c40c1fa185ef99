import { useMemo } from 'react'
import type { DirectoryQuery, FitOrder } from '#shared/directory/directory-index.ts'
import { type InvestorSearch, store, useInvestorSearch, useVersion } from '#web/features/directory/queries.ts'
import { firstPart, keptPart } from '#web/replica/first-part.ts'
import type { DirectorySet } from '#web/replica/public-documents.ts'

/**
 * What the server wrote into the page of this list; `undefined` once the whole directory has arrived.
 *
 * @param isPlain  whether the list is as the server rendered it: no filter, and the usual order
 */
export function useFirstPart(isPlain: boolean): DirectorySet | undefined {
  useVersion()
  const first = store.isComplete ? undefined : firstPart()
  return isPlain ? first : undefined
}

/** Cards read their figures from the store, and the page of an investor its entry. Before the first chunk the store has neither. */
store.inPage = keptPart

/**
 * Matching investors, in order. Until the whole directory has arrived, those of the page come first: nothing that is painted moves,
 * neither when the first chunk arrives, which need not contain them, nor with the rest.
 */
export function useListSearch(query: DirectoryQuery, fit?: FitOrder, first?: DirectorySet): InvestorSearch | undefined {
  const search = useInvestorSearch(query, fit)
  const key = JSON.stringify(query)
  return useMemo(() => {
    if (!first) return search
    const { index } = first
    const inPage = index.query({ limit: index.size, now: Date.now(), ...(JSON.parse(key) as DirectoryQuery) }).items
    const others = search?.items.filter(({ id }) => !index.get(id)) ?? []
    const items = [...inPage.map((investor) => store.set.index.get(investor.id) ?? investor), ...others]
    return { total: items.length, items, isComplete: false }
  }, [first, search, key])
}
