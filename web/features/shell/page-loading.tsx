import { Skeleton, SkeletonLines } from '#web/ui/skeleton.tsx'

/** Placeholder of a page whose code is still loading. */
export function PageLoading() {
  return (
    <div className="frame py-10 sm:py-14" aria-busy="true">
      <span className="sr-only" role="status">
        Loading
      </span>
      <Skeleton className="h-11 w-72 max-w-full" />
      <div className="mt-8 max-w-2xl">
        <SkeletonLines count={4} />
      </div>
    </div>
  )
}
