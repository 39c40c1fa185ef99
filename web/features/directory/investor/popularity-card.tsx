import { Heart, Star, Trophy } from 'lucide-react'
import type { Investor, InvestorStats } from '#shared/directory/contract.ts'
import { LEADERBOARD_ENTRY, popularity } from '#shared/directory/popularity.ts'
import { MAX_STARS } from '#shared/ratings/contract.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ProfileSection } from './investor-profile.tsx'

type Props = {
  investor: Investor
  stats: InvestorStats | null | undefined
  /** The user is this investor. */
  isOwn: boolean
}

/**
 * Requests for an investor in the last 30 days. Other users see it from the first request on; only the investor sees the distance
 * to the first three of the leaderboard.
 */
export function PopularityCard({ investor, stats, isOwn }: Props) {
  const { totalRequests, topTag, rank, progress, isTopThree } = popularity(stats ?? undefined)
  const badges = <Badges investor={investor} isTopThree={isTopThree} />
  const reply = replyFigures(stats)
  const rating = ratingFigures(stats)
  if (!isOwn && totalRequests === 0 && !reply && !rating)
    return investor.isAngel || investor.donatesToCharity ? <ProfileSection title="Good to know">{badges}</ProfileSection> : null
  return (
    <ProfileSection title="Investor Popularity">
      <dl className="-mt-2 grid divide-y divide-rule sm:mt-0 sm:grid-cols-3 sm:divide-x sm:divide-y-0">
        <Figure label="Connection requests" value={String(totalRequests)} note="last 30 days" />
        <Figure label="Top category" value={topTag} note="most requested" />
        <Figure
          label="Rank"
          value={rank === null ? '–' : `#${rank}`}
          note={rank === null ? `from ${LEADERBOARD_ENTRY} requests` : 'by demand'}
        />
      </dl>
      {reply && <p className="mt-5">{reply}</p>}
      {rating && (
        <p className={`flex gap-2 ${reply ? 'mt-1' : 'mt-5'}`}>
          <Star className="mt-1 size-4 shrink-0 text-brass" fill="currentColor" aria-hidden="true" />
          {rating}
        </p>
      )}
      {isOwn && (
        <div className="mt-6">
          <div className="flex justify-between text-sm text-soft">
            <span id="top-three">Progress to Top 3</span>
            <span className="tabular-nums">{Math.round(progress)}%</span>
          </div>
          <progress aria-labelledby="top-three" className="ledger-progress mt-2" value={progress} max={100} />
        </div>
      )}
      <div className="mt-5 has-[p:empty]:hidden">{badges}</div>
    </ProfileSection>
  )
}

/** How often and how fast an investor replies, as a sentence; undefined while there are too few replies. */
function replyFigures(stats: InvestorStats | null | undefined): string | undefined {
  if (stats?.replyRate === undefined || stats.replyHours === undefined) return undefined
  return `Replies to ${stats.replyRate}% of founders, usually within ${spanOf(stats.replyHours)}.`
}

/** How founders rate their calls with an investor, as a sentence; undefined while there are too few ratings. */
function ratingFigures(stats: InvestorStats | null | undefined): string | undefined {
  if (stats?.rating === undefined || stats.ratingCount === undefined) return undefined
  return `Rated ${stats.rating.toFixed(1)} of ${MAX_STARS} by ${stats.ratingCount} founders after a call.`
}

const spanOf = (hours: number) =>
  hours <= 1 ? 'an hour' : hours < 24 ? `${hours} hours` : hours <= 36 ? 'a day' : `${Math.round(hours / 24)} days`

function Badges({ investor, isTopThree }: Pick<Props, 'investor'> & { isTopThree: boolean }) {
  return (
    <p className="flex flex-wrap gap-2 empty:hidden">
      {isTopThree && (
        <Badge tone="brass" icon={<Trophy className="size-3.5" aria-hidden="true" />}>
          Top 3 VC
        </Badge>
      )}
      {investor.isAngel && <Badge>Open to angel investments</Badge>}
      {investor.donatesToCharity && (
        <Badge icon={<Heart className="size-3.5" aria-hidden="true" />}>Donates to founder charities</Badge>
      )}
    </p>
  )
}

function Figure({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div className="grid min-w-0 grid-cols-[1fr_auto] items-baseline gap-x-4 py-2.5 sm:block sm:px-4 sm:py-0 sm:first:pl-0 sm:last:pr-0">
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="row-span-2 max-w-[60vw] font-serif text-2xl break-words sm:mt-1" dir="auto">
        {value}
      </dd>
      <dd className="text-xs text-soft">{note}</dd>
    </div>
  )
}
