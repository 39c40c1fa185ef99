import { Skeleton, SkeletonLines } from '#web/ui/skeleton.tsx'

export const grid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3'

/** Skeleton of the marketplace while it is loading. */
export function ProjectGridSkeleton() {
  return (
    <div role="status" aria-label="Loading projects" className={grid}>
      {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((place) => (
        <div key={place} className="h-104 rounded-box border border-rule bg-sheet p-5">
          <div className="flex gap-4">
            <Skeleton className="size-14" />
            <div className="flex-1 space-y-3 pt-1">
              <Skeleton className="h-6 w-3/5" />
              <Skeleton className="h-3.5 w-2/5" />
            </div>
          </div>
          <div className="mt-8">
            <SkeletonLines count={4} />
          </div>
        </div>
      ))}
    </div>
  )
}
