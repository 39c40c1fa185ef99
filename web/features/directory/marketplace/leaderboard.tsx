import { Link } from '@tanstack/react-router'
import { Trophy } from 'lucide-react'
import { LEADERBOARD_ENTRY, TOP_PLACES } from '#shared/directory/popularity.ts'
import { type TopInvestor, useTopInvestors } from '#web/features/directory/demand.ts'
import type { DirectorySet } from '#web/replica/public-documents.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The three investors with the most requests in the last 30 days; a place without an investor is shown as open. */
export function Leaderboard({ first }: { first?: DirectorySet | undefined }) {
  const top = useTopInvestors(first)
  const open = TOP_PLACES - (top?.length ?? TOP_PLACES)
  return (
    <section aria-labelledby="top-three-heading" className="pt-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="top-three-heading" className="text-3xl">
          Top 3
        </h2>
        <p className="text-sm text-soft">By founder demand in the last 30 days. {LEADERBOARD_ENTRY} requests needed to enter.</p>
      </div>
      <ol className="mt-4 grid border-y border-rule max-md:divide-y max-md:divide-rule md:grid-cols-3 md:divide-x md:divide-rule">
        {top?.map((place) => (
          <li key={place.investor.id} className="min-w-0">
            <Place {...place} />
          </li>
        ))}
        {top &&
          Array.from({ length: open }, (_, at) => (
            <li key={`open ${at}`} className="flex items-center gap-4 px-1 py-4 text-soft md:px-5">
              <Numeral>{TOP_PLACES - open + at + 1}</Numeral>
              <p className="text-sm">Open position.</p>
            </li>
          ))}
        {!top && Array.from({ length: TOP_PLACES }, (_, at) => <Skeleton key={at} className="my-4 h-14 md:mx-5" />)}
      </ol>
    </section>
  )
}

const Numeral = ({ children }: { children: number }) => (
  <span className="w-8 shrink-0 text-center font-serif text-5xl leading-none" aria-hidden="true">
    {children}
  </span>
)

function Place({ investor, stats, rank }: TopInvestor) {
  const { id, name, fund, vcType, isVerified, imageUrl } = investor
  // The page `/investor/$id` shows only verified investors.
  const to = vcType === 'airtable' && isVerified ? '/investor/$id' : '/vc/$id'
  return (
    <Link to={to} params={{ id }} className="group flex h-full items-center gap-4 px-1 py-4 hover:bg-sheet md:px-5">
      <Numeral>{rank}</Numeral>
      <Avatar name={name} src={imageUrl} className="size-12 text-xl" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-serif text-xl leading-6 underline-offset-4 group-hover:underline" dir="auto">
          {name}
        </span>
        <span className="block truncate text-sm text-soft" dir="auto">
          {fund ?? 'Independent'}
        </span>
        <span className="mt-1.5 flex flex-wrap items-center gap-2 text-sm">
          <Badge tone="brass" icon={<Trophy className="size-3.5" aria-hidden="true" />}>
            Top 3 VC
          </Badge>
          <span className="text-soft">
            {stats.totalRequests} requests · {stats.topTag}
          </span>
        </span>
      </span>
    </Link>
  )
}
