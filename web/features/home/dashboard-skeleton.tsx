import { Skeleton } from '#web/ui/skeleton.tsx'

/** Skeleton of the dashboard, rendered while the device is being read. */
export function DashboardSkeleton() {
  return (
    <div role="status" aria-label="Loading your page" className="frame min-h-[40rem] pt-8 sm:pt-12">
      <Skeleton className="h-3.5 w-40" />
      <Skeleton className="mt-3 h-11 w-96 max-w-full sm:h-14" />
      <Skeleton className="mt-4 h-5 w-72 max-w-full" />
      <div className="mt-14 grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        {['contacts', 'waits'].map((part) => (
          <div key={part} className="space-y-4">
            <Skeleton className="h-7 w-44" />
            <Skeleton className="h-16 w-full" />
            <Skeleton className="h-16 w-full" />
          </div>
        ))}
      </div>
    </div>
  )
}
