import type { BookingSide, BookingStatus } from '#shared/bookings/contract.ts'
import type { ProblemCode } from '#shared/problem.ts'

/** Days after a call in which its founder may rate it. They end after those in which either side may report the other missing. */
export const RATING_DAYS = 30

/** Investors with ratings of fewer founders have no public figure. */
export const RATINGS_MINIMUM = 3

const DAY_MS = 24 * 60 * 60 * 1000

export type RatedCall = {
  status: BookingStatus
  /** Its order is paid: neither refunded nor disputed. */
  isPaid: boolean
  noShowBy: BookingSide | null
  /** The reported side has contested the report. */
  isContested: boolean
}

/**
 * Whether a call is paid and was held, so that its rating counts. A call that its founder reported was not held, as its founder says.
 * A founder who was reported has to contest it: otherwise an investor could remove a rating with a report.
 */
export const isHeld = ({ status, isPaid, noShowBy, isContested }: RatedCall): boolean =>
  status === 'confirmed' && isPaid && (noShowBy === null || (noShowBy === 'founder' && isContested))

/** Why the founder of a call may not rate it now; `undefined` when they may. The days are half-open: the last instant is too late. */
export function ratingRefusal(call: RatedCall & { end: Date }, now: Date): ProblemCode | undefined {
  if (!isHeld(call)) return 'ratings.not-held'
  if (now < call.end) return 'ratings.too-early'
  return now.getTime() < call.end.getTime() + RATING_DAYS * DAY_MS ? undefined : 'ratings.closed'
}
