import { Skeleton, SkeletonLines } from '#web/ui/skeleton.tsx'

/** Skeleton of a card while the first chunk of the directory is loading. */
export function CardSkeleton() {
  return (
    <div className="flex h-full flex-col rounded-box border border-rule bg-sheet p-5">
      <div className="flex gap-4">
        <Skeleton className="size-14" />
        <div className="flex-1 space-y-2.5 pt-0.5">
          <Skeleton className="h-3 w-2/5" />
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="h-3 w-3/5" />
        </div>
      </div>
      <div className="mt-4 space-y-3 border-y border-rule py-3.5">
        <Skeleton className="h-3.5 w-full" />
        <Skeleton className="h-3.5 w-full" />
      </div>
      <div className="mt-5">
        <SkeletonLines count={3} />
      </div>
      <div className="mt-6">
        <SkeletonLines count={2} />
      </div>
      <div className="mt-8 flex gap-2">
        <Skeleton className="h-11 flex-1" />
        <Skeleton className="h-11 flex-1" />
      </div>
    </div>
  )
}

/** Two rows on a wide screen: enough to fill the first viewport of any device. */
export function CardSkeletons({ count = 6 }: { count?: number }) {
  return (
    <div role="status" aria-label="Loading investors" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {Array.from({ length: count }, (_, place) => (
        <CardSkeleton key={place} />
      ))}
    </div>
  )
}
