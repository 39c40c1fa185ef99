import * as v from 'valibot'
import { BookingId } from '#shared/ids.ts'
import type { ProblemCode } from '#shared/problem.ts'

export const MAX_CALL_REPLY_LENGTH = 500

/** The confirmation of a booked call by its investor, with a line to the founder. It is given once. */
export const CallReply = v.object({
  /** Empty when the investor confirms without a line. */
  text: v.string(),
  /** ISO instant. */
  repliedAt: v.string(),
})
export type CallReply = v.InferOutput<typeof CallReply>

/** Mutation `call.reply`: an investor confirms a booked call, with a line to the founder. */
export const ReplyToCall = v.object({
  bookingId: BookingId,
  text: v.optional(
    v.pipe(v.string(), v.trim(), v.maxLength(MAX_CALL_REPLY_LENGTH, `Please use at most ${MAX_CALL_REPLY_LENGTH} characters.`)),
    '',
  ),
})
export type ReplyToCall = v.InferOutput<typeof ReplyToCall>

/** Why the investor of a call may not reply now; `undefined` when they may. At its start it is too late. */
export function callReplyRefusal({ status, start }: { status: string; start: Date }, now: Date): ProblemCode | undefined {
  if (status !== 'confirmed') return 'bookings.ended'
  return now < start ? undefined : 'bookings.begun'
}
