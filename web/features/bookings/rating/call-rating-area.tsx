import { Star } from 'lucide-react'
import type { Booking } from '#shared/bookings/contract.ts'
import { type CallRating, MAX_STARS } from '#shared/ratings/contract.ts'
import { isHeld, ratingRefusal } from '#shared/ratings/rules.ts'
import { formatLongDate } from '#web/ui/dates.ts'
import { LongText } from '#web/ui/long-text.tsx'
import { RateCallForm } from './rate-call-form.tsx'

const factsOf = ({ status, refund, noShowBy, contestedAt, end }: Booking) => ({
  ...{ status, noShowBy, isPaid: refund === 'none', isContested: Boolean(contestedAt), end: new Date(end) },
})

/**
 * The rating of a call, for either side, or the form for its founder while the call may be rated. A server of the last release
 * takes no ratings, and sends no field for one.
 *
 * @param now  milliseconds since the epoch
 */
export function CallRatingArea({ call, now }: { call: Booking; now: number }) {
  const { rating, role } = call
  if (rating) return <GivenRating call={call} rating={rating} />
  if (rating === undefined || role !== 'founder' || ratingRefusal(factsOf(call), new Date(now))) return null
  return <RateCallForm call={call} />
}

function GivenRating({ call, rating: { stars, text, ratedAt } }: { call: Booking; rating: CallRating }) {
  const isOwn = call.role === 'founder'
  const { name } = call.counterpart
  return (
    <div className="mt-4 grid gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
        <span>
          {isOwn ? (
            'Your rating'
          ) : (
            <>
              <bdi>{name}</bdi> rated this call
            </>
          )}
        </span>
        <Stars stars={stars} />
        <time dateTime={ratedAt}>{formatLongDate(ratedAt)}</time>
      </p>
      {text && (
        <div className="border-l-2 border-rule pl-4 text-soft">
          <LongText text={text} />
        </div>
      )}
      {text && !isOwn && <p className="text-sm text-soft">Only you can read this line.</p>}
      {!isHeld(factsOf(call)) && <p className="text-sm text-soft">It does not count in the public average.</p>}
    </div>
  )
}

const Stars = ({ stars }: { stars: number }) => (
  <span role="img" aria-label={`${stars} of ${MAX_STARS} stars`} className="flex">
    {Array.from({ length: MAX_STARS }, (_, at) => at + 1).map((value) => (
      <Star
        key={value}
        className={`size-4 ${value <= stars ? 'text-brass' : 'text-edge'}`}
        fill={value <= stars ? 'currentColor' : 'none'}
        aria-hidden="true"
      />
    ))}
  </span>
)
