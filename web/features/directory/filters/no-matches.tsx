import { SearchX } from 'lucide-react'
import { ClearFilters, NothingMatches } from '#web/ui/clear-filters.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { appliedFilters, isNarrowed, NO_FILTERS } from './filters.ts'
import type { DirectoryFilters } from './search-params.ts'

type Props = {
  filters: DirectoryFilters
  onChange: (change: Partial<DirectoryFilters>) => void
  isSavedEmpty?: boolean
}

/** A search without a result: what was asked for, and the way back to the whole list. */
export function NoMatches({ filters, onChange, isSavedEmpty = false }: Props) {
  const words = filters.q?.trim() || undefined
  const applied = appliedFilters(filters)
  return (
    <div className="pt-6">
      <EmptyState
        icon={<SearchX className="size-8" strokeWidth={1.25} aria-hidden="true" />}
        title="No VCs found matching your criteria..."
        action={
          isNarrowed(filters) && (
            <ClearFilters
              words={words}
              applied={applied}
              onChange={onChange}
              clearWords={{ q: undefined }}
              clearAll={NO_FILTERS}
            />
          )
        }
      >
        {isSavedEmpty ? (
          <p>You have no saved investors yet. The star on a card saves an investor, also offline.</p>
        ) : isNarrowed(filters) ? (
          <NothingMatches words={words} applied={applied} />
        ) : (
          <p>The directory is empty.</p>
        )}
      </EmptyState>
    </div>
  )
}
