import { Skeleton, SkeletonLines } from './skeleton.tsx'

type Props = { label: string; subtitle: 'w-2/5' | 'w-4/5'; lineCount: number; aside: 'h-48' | 'h-72' }

/** Skeleton of a page about one investor or project: picture and title, the text, and a card beside it. */
export const ProfileSkeleton = ({ label, subtitle, lineCount, aside }: Props) => (
  <div role="status" aria-label={label}>
    <div className="rule-double flex gap-7 pb-6">
      <Skeleton className="size-20 sm:size-28" />
      <div className="flex-1 space-y-4 pt-2">
        <Skeleton className="h-11 w-3/5" />
        <Skeleton className={`h-5 ${subtitle}`} />
        <Skeleton className="h-6 w-1/3" />
      </div>
    </div>
    <div className="mt-8 grid gap-12 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <SkeletonLines count={lineCount} />
      <Skeleton className={`${aside} w-full`} />
    </div>
  </div>
)
