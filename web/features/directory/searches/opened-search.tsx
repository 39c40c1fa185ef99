import { useEffect, useMemo } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { formatCount } from '#shared/format/count.ts'
import type { SavedSearch, SearchId } from '#shared/searches/contract.ts'
import { isNewSince } from '#shared/searches/new-investors.ts'
import type { DirectoryFilters } from '#web/features/directory/filters/search-params.ts'
import { filtersText, markSeen } from './mutations.ts'
import { readSearch, useNewest, useSearches } from './queries.ts'

/** After this time away from a search, another opening begins: until then its new investors stay marked. */
const SAME_OPENING_MS = 30 * 60 * 1000

/** What counted as seen when each search was opened on this page, and when it was last on the screen. */
const openings = new Map<SearchId, { since: string | null; shownAt: number }>()

export type OpenedSearch = { search: SavedSearch; isNew: (investor: Investor) => boolean }

/** The saved search whose filters are those of the list, with its new investors; `undefined` for another list. */
export function useOpenedSearch(filters: DirectoryFilters): OpenedSearch | undefined {
  const searches = useSearches()
  const newest = useNewest()
  const text = filtersText(filters)
  const search = useMemo(() => searches?.find((one) => filtersText(readSearch(one)) === text), [searches, text])
  const { id, seenUpTo } = search ?? {}
  const since = id === undefined ? null : sinceOf(id, seenUpTo ?? null)

  useEffect(() => {
    if (id === undefined || newest === undefined) return
    const isSeen = seenUpTo != null && Date.parse(seenUpTo) >= Date.parse(newest)
    // A device that cannot store it marks the same investors at the next opening.
    if (!isSeen) markSeen(id, newest).catch(() => undefined)
  }, [id, seenUpTo, newest])

  return useMemo(() => search && { search, isNew: (investor) => isNewSince(investor, since) }, [search, since])
}

function sinceOf(id: SearchId, seenUpTo: string | null): string | null {
  const now = Date.now()
  const known = openings.get(id)
  const since = known && now - known.shownAt < SAME_OPENING_MS ? known.since : seenUpTo
  openings.set(id, { since, shownAt: now })
  return since
}

/** Above the list of a saved search: its name, and how many of the listed investors are new. */
export function OpenedSearchBar({ opened: { search, isNew }, items }: { opened: OpenedSearch; items: readonly Investor[] }) {
  const count = items.filter(isNew).length
  return (
    <p role="status" aria-label="Saved search" className="mt-4 text-sm text-soft">
      <bdi className="font-medium text-ink">{search.name}</bdi>
      {' · '}
      {count > 0 ? `${formatCount(count)} new since you last opened it` : 'Nothing new since you last opened it'}
    </p>
  )
}

/** For tests: as after a reload. */
export const forgetOpenings = () => openings.clear()
