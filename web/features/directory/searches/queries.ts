import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import * as v from 'valibot'
import type { VcId } from '#shared/ids.ts'
import type { SavedSearch, SearchId } from '#shared/searches/contract.ts'
import { isNewSince, newestOf } from '#shared/searches/new-investors.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { queryOf } from '#web/features/directory/filters/query-of.ts'
import { DirectoryFilters } from '#web/features/directory/filters/search-params.ts'
import { useAllInvestors } from '#web/features/directory/list-queries.ts'
import { store, useVersion } from '#web/features/directory/queries.ts'

/** The user's saved searches, by name; `undefined` until IndexedDB has answered. */
export function useSearches(): SavedSearch[] | undefined {
  const db = usePrivateDb()
  return useLiveQuery(
    async () => (await db?.searches.toArray())?.sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1)),
    [db],
  )
}

/** The filters of a saved search. A filter that this build does not know, or whose value it cannot read, is left out. */
export function readSearch({ filters }: Pick<SavedSearch, 'filters'>): DirectoryFilters {
  const { min, max, saved, ...texts } = Object.fromEntries(new URLSearchParams(filters))
  return v.parse(DirectoryFilters, {
    ...texts,
    ...(min !== undefined && { min: Number(min) }),
    ...(max !== undefined && { max: Number(max) }),
    ...(saved === 'true' && { saved: true }),
  })
}

/** For each search with new investors on this device, how many. */
export function useNewCounts(searches: readonly SavedSearch[] | undefined): ReadonlyMap<SearchId, number> {
  const version = useVersion()
  const db = usePrivateDb()
  const shortlist = useLiveQuery(async () => (await db?.saved.toCollection().primaryKeys()) as VcId[] | undefined, [db])
  return useMemo(() => {
    const counts = new Map<SearchId, number>()
    if (version === 0) return counts
    const { index } = store.set
    for (const search of searches ?? []) {
      if (search.seenUpTo === null) continue
      const { items } = index.query({ ...queryOf(readSearch(search), shortlist), limit: index.size })
      const count = items.filter((investor) => isNewSince(investor, search.seenUpTo)).length
      if (count > 0) counts.set(search.id, count)
    }
    return counts
  }, [version, searches, shortlist])
}

/** When the newest investor of the whole directory was listed; `undefined` while more of it is still arriving. */
export function useNewest(): string | undefined {
  const all = useAllInvestors()
  return useMemo(() => (all?.isComplete ? (newestOf(all.documents()) ?? undefined) : undefined), [all])
}
