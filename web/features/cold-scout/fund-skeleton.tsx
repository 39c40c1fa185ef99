import { Skeleton } from '#web/ui/skeleton.tsx'

/**
 * Skeleton with the lines of the page: the layout does not shift when the fund arrives, and a fund that is still loading is not
 * reported as missing.
 */
export const FundSkeleton = () => (
  <div className="frame max-w-3xl pt-6 pb-16" role="status" aria-label="Loading the fund">
    <div className="mt-13 flex items-start gap-5 border-b border-rule pb-6">
      <Skeleton className="size-20 shrink-0" />
      <div className="grid w-full gap-3">
        <Skeleton className="h-11 w-2/3" />
        <Skeleton className="h-5 w-40" />
      </div>
    </div>
    <Skeleton className="mt-7 h-16 w-full" />
    <div className="mt-14 grid gap-4">
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-20 w-full" />
    </div>
  </div>
)
