import * as v from 'valibot'
import { cleanLine } from '#shared/text.ts'
import { Booking, Instant } from './contract.ts'

/** `GET /api/bookings`, for both sides, latest first. */
export const Bookings = v.object({ bookings: v.array(Booking) })

const MAX_REASON_LENGTH = 300
export const reasonLength = MAX_REASON_LENGTH

/** The reason, shown to the other side; optional. */
const reason = v.optional(
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
export const EndCall = v.optional(v.nullable(v.object({ reason, paidBack: v.optional(v.boolean()) })))
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
