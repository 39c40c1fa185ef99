import { Skeleton } from '#web/ui/skeleton.tsx'

/** Skeleton rows of the free directory while the first chunk is loading. */
export function RegisterSkeleton() {
  return (
    <div role="status" aria-label="Loading investors">
      {Array.from({ length: 8 }, (_, line) => (
        <div key={line} className="grid gap-x-8 gap-y-3 border-b border-rule py-5 sm:grid-cols-[5fr_4fr_6fr]">
          <Skeleton className="h-6 w-3/5" />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-4 w-full" />
        </div>
      ))}
    </div>
  )
}
