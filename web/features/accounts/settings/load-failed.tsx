import { Button } from '#web/ui/button.tsx'

/** Why a part of the settings could not be read, with a button that reads it again. */
export function LoadFailed({ failure, onRetry }: { failure: string; onRetry: () => void }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-3 text-sm text-soft">
      {failure}
      <Button variant="outline" onClick={onRetry}>
        Try again
      </Button>
    </p>
  )
}
