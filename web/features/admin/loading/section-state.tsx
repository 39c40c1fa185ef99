import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** In place of the data of a section: that it is loading, or that it could not be loaded. */
export function SectionState({
  of,
  isFailed,
  isRead,
  load,
}: {
  of: string
  isFailed: boolean
  isRead: boolean
  load: () => void
}) {
  if (isFailed)
    return (
      <p role="alert" className="pt-5 pb-5 text-soft">
        Couldn’t load {of}.{' '}
        <Button variant="outline" onClick={load}>
          Try again
        </Button>
      </p>
    )
  return isRead ? null : <Skeleton className="mt-5 h-40 w-full" />
}
