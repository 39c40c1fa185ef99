import { Skeleton, SkeletonLines } from '#web/ui/skeleton.tsx'

/** Stands where a page will, while its code is on its way. */
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
