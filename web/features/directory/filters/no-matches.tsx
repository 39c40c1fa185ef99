import { SearchX } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
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
  const words = filters.q?.trim()
  const values = appliedFilters(filters)
    .map(({ value }) => value)
    .join(', ')
  const isFiltered = values !== ''
  return (
    <div className="pt-6">
      <EmptyState
        icon={<SearchX className="size-8" strokeWidth={1.25} aria-hidden="true" />}
        title="No VCs found matching your criteria..."
        action={
          isNarrowed(filters) && (
            <div className="flex flex-wrap justify-center gap-3">
              {words && isFiltered && (
                <Button variant="outline" onClick={() => onChange({ q: undefined })}>
                  Clear search
                </Button>
              )}
              <Button variant="outline" onClick={() => onChange(NO_FILTERS)}>
                {isFiltered ? 'Clear filters' : 'Clear search'}
              </Button>
            </div>
          )
        }
      >
        {isSavedEmpty ? (
          <p>You have no saved investors yet. The star on a card saves an investor, also offline.</p>
        ) : isNarrowed(filters) ? (
          <p className="break-words">
            Nothing matches {words && <q>{words}</q>}
            {words && isFiltered && ' with '}
            <bdi>{values}</bdi>.
          </p>
        ) : (
          <p>The directory is empty.</p>
        )}
      </EmptyState>
    </div>
  )
}
