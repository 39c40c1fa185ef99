import { SearchX } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function NoMatches({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
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
        {isNarrowed ? <p>Try fewer words, or another stage or sector.</p> : <p>The directory is empty so far.</p>}
      </EmptyState>
    </div>
  )
}
