import * as v from 'valibot'
import { cleanLine } from '#shared/text.ts'
import { Booking, Instant } from './contract.ts'
import { MAX_PROPOSED_TIMES } from './proposal.ts'

/** `GET /api/bookings`, for both sides, latest first. */
export const Bookings = v.object({ bookings: v.array(Booking) })

const MAX_REASON_LENGTH = 300
export const reasonLength = MAX_REASON_LENGTH

/** A line of text, shown to the other side; optional. */
const optionalLine = v.optional(
  v.nullable(
    v.pipe(
      v.string(),
      v.maxLength(MAX_REASON_LENGTH, `Please use at most ${MAX_REASON_LENGTH} characters.`),
      v.transform(cleanLine),
    ),
  ),
)

/**
 * `POST /api/bookings/{id}/{cancel,decline,no-show}`; a call without a body gives no reason. `paidBack` is the refund shown
 * before the click: if the refund period has ended since, the call is refused instead of silently refunding nothing.
 */
export const EndCall = v.optional(v.nullable(v.object({ reason: optionalLine, paidBack: v.optional(v.boolean()) })))
export type EndCall = v.InferOutput<typeof EndCall>

/** `POST /api/bookings/{id}/reschedule`: to one of the slots that are available now. */
export const MoveCall = v.object({ start: Instant })

/** `POST /api/bookings/{id}/contest`: the side that was reported as a no-show states what happened. */
export const ContestReport = v.object({
  reason: v.pipe(
    v.string('Describe what happened.'),
    v.maxLength(MAX_REASON_LENGTH, `Please use at most ${MAX_REASON_LENGTH} characters.`),
    v.transform(cleanLine),
    v.minLength(1, 'Describe what happened.'),
  ),
})
export type ContestReport = v.InferOutput<typeof ContestReport>

/** `POST /api/bookings/{id}/propose`: other times for the other side to choose from. It replaces an open proposal of either side. */
export const ProposeTimes = v.object({
  times: v.pipe(
    v.array(Instant),
    v.minLength(1, 'Please select a time slot.'),
    v.maxLength(MAX_PROPOSED_TIMES, `Please select at most ${MAX_PROPOSED_TIMES} times.`),
    v.transform((times) => [...new Set(times)].sort()),
  ),
  note: optionalLine,
})
export type ProposeTimes = v.InferOutput<typeof ProposeTimes>

/** `POST /api/bookings/{id}/accept-proposal`: moves the call to one of the proposed times. */
export const AcceptProposal = v.object({ start: Instant })

/** `POST /api/bookings/{id}/{decline,withdraw}-proposal`: the proposal that the side has seen, by its `at`. */
export const EndProposal = v.object({ at: Instant })
