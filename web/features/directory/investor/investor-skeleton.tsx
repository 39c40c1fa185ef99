import { Skeleton, SkeletonLines } from '#web/ui/skeleton.tsx'

export function InvestorSkeleton() {
  return (
    <div role="status" aria-label="Loading investor">
      <div className="rule-double flex gap-7 pb-6">
        <Skeleton className="size-20 sm:size-28" />
        <div className="flex-1 space-y-4 pt-2">
          <Skeleton className="h-11 w-3/5" />
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-6 w-1/3" />
        </div>
      </div>
      <div className="mt-8 grid gap-12 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <SkeletonLines count={8} />
        <Skeleton className="h-72 w-full" />
      </div>
    </div>
  )
}
