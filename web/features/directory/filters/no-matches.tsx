import { SearchX } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type Props = { isNarrowed: boolean; onClear: () => void; isSavedEmpty?: boolean }

export function NoMatches({ isNarrowed, onClear, isSavedEmpty = false }: Props) {
  return (
    <div className="pt-6">
      <EmptyState
        icon={<SearchX className="size-8" strokeWidth={1.25} aria-hidden="true" />}
        title="No VCs found matching your criteria..."
        action={
          isNarrowed && (
            <Button variant="outline" onClick={onClear}>
              Clear filters
            </Button>
          )
        }
      >
        {isSavedEmpty ? (
          <p>You have saved nobody yet. The star on a card keeps an investor here for later, without a connection too.</p>
        ) : isNarrowed ? (
          <p>Try fewer words, or another stage or sector.</p>
        ) : (
          <p>The directory is empty so far.</p>
        )}
      </EmptyState>
    </div>
  )
}
