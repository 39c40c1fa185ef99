import * as v from 'valibot'
import { BookingId } from '#shared/ids.ts'

export const MAX_STARS = 5
export const MAX_RATING_LINE_LENGTH = 500

/** A founder's rating of a call. It is given once. The stars count in the investor's public average, the line is private. */
export const CallRating = v.object({
  stars: v.number(),
  /** A line to the investor; empty if there is none. */
  text: v.string(),
  /** ISO instant. */
  ratedAt: v.string(),
})
export type CallRating = v.InferOutput<typeof CallRating>

/** Mutation `call.rate`: a founder rates a call. */
export const RateCall = v.object({
  bookingId: BookingId,
  stars: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_STARS)),
  text: v.optional(
    v.pipe(v.string(), v.trim(), v.maxLength(MAX_RATING_LINE_LENGTH, `Please use at most ${MAX_RATING_LINE_LENGTH} characters.`)),
    '',
  ),
})
export type RateCall = v.InferOutput<typeof RateCall>
