import { useState } from 'react'
import { MAX_SEARCH_NAME, MAX_SEARCHES, type SavedSearch } from '#shared/searches/contract.ts'
import { cut } from '#shared/text.ts'
import { appliedFilters, SORTS } from '#web/features/directory/filters/filters.ts'
import type { DirectoryFilters } from '#web/features/directory/filters/search-params.ts'
import { Button } from '#web/ui/button.tsx'
import { filtersText, newSearchId, saveSearch } from './mutations.ts'
import { useNewCounts, useNewest, useSearches } from './queries.ts'
import { SearchForm } from './search-form.tsx'
import { SearchRow } from './search-row.tsx'

type Props = { filters: DirectoryFilters; onClose: () => void }

/** The user's saved searches, and the way to save the filters of the list. */
export default function SavedSearches({ filters, onClose }: Props) {
  const searches = useSearches()
  const counts = useNewCounts(searches)
  const newest = useNewest()
  const [isNaming, setNaming] = useState(false)
  const [deleted, setDeleted] = useState<SavedSearch[]>([])
  if (!searches) return null

  const text = filtersText(filters)
  const isSaved = searches.some((search) => search.filters === text)
  const ids = new Set(searches.map(({ id }) => id))
  const rows = [...searches, ...deleted.filter(({ id }) => !ids.has(id))].sort((a, b) => a.name.localeCompare(b.name))
  const save = (name: string) => saveSearch(newSearchId(Date.now()), { name, filters: text, seenUpTo: newest ?? null })
  return (
    <section aria-label="Saved searches" className="border-b border-rule pb-6">
      <h3 className="column-head mb-2 font-sans">Saved searches</h3>
      {rows.length > 0 && (
        <ul className="divide-y divide-rule">
          {rows.map((search) => (
            <SearchRow
              key={search.id}
              search={search}
              newCount={counts.get(search.id) ?? 0}
              isDeleted={!ids.has(search.id)}
              current={text === search.filters ? undefined : text}
              onOpen={onClose}
              onDeleted={(last) => setDeleted((all) => [...all.filter(({ id }) => id !== last.id), last])}
            />
          ))}
        </ul>
      )}
      {isNaming ? (
        <SearchForm
          draftId="search"
          name={suggestedName(filters)}
          action="Save search"
          onSave={save}
          onCancel={() => setNaming(false)}
        />
      ) : (
        <>
          <Button
            variant="outline"
            disabled={text === '' || isSaved || searches.length >= MAX_SEARCHES}
            onClick={() => setNaming(true)}
          >
            Save this search
          </Button>
          <p className="mt-2 text-sm text-soft">
            {searches.length >= MAX_SEARCHES
              ? 'You have reached the limit of saved searches. Delete some first.'
              : isSaved
                ? 'These filters are saved.'
                : 'Saved searches show which investors are new since you last opened them.'}
          </p>
        </>
      )}
    </section>
  )
}

/** `Seed, DeFi, dao` */
function suggestedName(filters: DirectoryFilters): string {
  const order = SORTS.find(([id]) => id === filters.sort)?.[1]
  const parts = [...appliedFilters(filters).map(({ value }) => value), filters.q?.trim()].filter(Boolean)
  return cut(parts.length > 0 ? parts.join(', ') : (order ?? ''), MAX_SEARCH_NAME)
}
