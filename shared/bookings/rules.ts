import type { ProblemCode } from '#shared/problem.ts'
import type { Booking, BookingAction, BookingSide, BookingStatus } from './contract.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

export const FREE_CANCELLATION_HOURS = 24
/** Until this long before a call its founder may reschedule it, or cancel it for a full refund. */
export const FREE_CANCELLATION_MS = FREE_CANCELLATION_HOURS * HOUR_MS

export const GRACE_MINUTES = 15
/** A call that is booked later than that may be cancelled for a full refund for this long after the payment. */
export const GRACE_MS = GRACE_MINUTES * MINUTE_MS

/**
 * When free cancellation of a call ends, and the contact is released: the data that a founder can read before the payment is
 * final must be worthless to a buyer who cancels. Never later than the start.
 */
export function contactDueAt(start: Date, paidAt: Date): Date {
  const due = Math.max(paidAt.getTime() + GRACE_MS, start.getTime() - FREE_CANCELLATION_MS)
  return new Date(Math.min(start.getTime(), due))
}

/** Whether the last 24 hours before the start have begun when the call is paid, so that only the grace period remains. */
export const isShortNotice = (start: Date, paidAt: Date) => paidAt.getTime() + GRACE_MS >= start.getTime() - FREE_CANCELLATION_MS

/** Until when a founder's cancellation is refunded, as stored with the call; calls of earlier releases have no stored instant. */
export const freeUntilOf = ({ start, freeUntil }: { start: Date; freeUntil: Date | null }): Date =>
  freeUntil ?? new Date(start.getTime() - FREE_CANCELLATION_MS)

export const DECLINE_WITHIN_HOURS = 48
/** No calendar confirmed the slot, so the investor may decline it. */
export const DECLINE_WITHIN_MS = DECLINE_WITHIN_HOURS * HOUR_MS

/** A participant who is a little late is not a no-show. */
export const NO_SHOW_AFTER_MS = 10 * MINUTE_MS
export const MISSING_WITHIN_MS = 7 * 24 * HOUR_MS

/** How long after the report the reported side may contest it. */
export const CONTEST_WITHIN_MS = 7 * 24 * HOUR_MS
export const contestUntilOf = (reportedAt: Date): Date => new Date(reportedAt.getTime() + CONTEST_WITHIN_MS)

export type Action = BookingAction['action']

/** `hasReported`: the side has already reported the other one, or contested a report. */
type Facts = { role: BookingSide; status: BookingStatus; start: Date; bookedAt: Date; hasReported: boolean }

type Reports = { noShowBy: BookingSide | null; contestedAt: Date | null }

/**
 * Whether a side has already reported. Each side reports once: the first report of a call names the other side as a no-show, and
 * the other side responds by contesting it, or by its own report.
 */
export const hasReported = (role: BookingSide, { noShowBy, contestedAt }: Reports) =>
  noShowBy !== null && (noShowBy !== role || contestedAt !== null)

/** The actions that a side may take on a call, and their time bounds. A cancelled call has none. */
export function actionsOf({ role, status, start, bookedAt, hasReported }: Facts): BookingAction[] {
  if (status !== 'confirmed') return []
  const at = start.getTime()
  const bounds = (action: Action, from: number | null, until: number): BookingAction => ({
    action,
    from: from === null ? null : new Date(from).toISOString(),
    until: new Date(until).toISOString(),
  })
  return [
    ...(role === 'founder' ? [bounds('reschedule', null, at - FREE_CANCELLATION_MS)] : []),
    ...(role === 'investor' ? [bounds('decline', null, Math.min(at, bookedAt.getTime() + DECLINE_WITHIN_MS))] : []),
    bounds('cancel', null, at),
    ...(hasReported ? [] : [bounds('no-show', at + NO_SHOW_AFTER_MS, at + MISSING_WITHIN_MS)]),
  ]
}

/** Half-open: at its last instant an action is no longer allowed. @param now  milliseconds since the epoch */
export const isOpen = ({ from, until }: BookingAction, now: number) =>
  (from === null || Date.parse(from) <= now) && (until === null || now < Date.parse(until))

const TOO_LATE: Record<Action, ProblemCode> = {
  cancel: 'bookings.begun',
  reschedule: 'bookings.too-late-to-move',
  decline: 'bookings.too-late-to-decline',
  'no-show': 'bookings.too-late-to-report',
}

/** The reason why a side may not take an action now; `undefined` when it may. An action of the other side is `not-found`. */
export function refusalOf(action: Action, facts: Facts, now: Date): ProblemCode | undefined {
  if ((action === 'reschedule' && facts.role !== 'founder') || (action === 'decline' && facts.role !== 'investor'))
    return 'not-found'
  const bounds = actionsOf(facts).find((one) => one.action === action)
  if (!bounds) return facts.status === 'confirmed' ? 'bookings.reported' : 'bookings.ended'
  if (isOpen(bounds, now.getTime())) return undefined
  return bounds.from !== null && now.getTime() < Date.parse(bounds.from) ? 'bookings.too-early-to-report' : TOO_LATE[action]
}

/** Whether the founder gets a full refund when a side cancels the call at an instant. */
export const isPaidBack = (role: BookingSide, freeUntil: Date, at: Date) =>
  role === 'investor' || at.getTime() < freeUntil.getTime()

/** The effect of a cancellation on the price: it is refunded, it is kept, or an admin decides. */
export type RefundOutcome = 'due' | 'none' | 'asked'

type EndedCall = Pick<Booking, 'status' | 'endedBy' | 'start'> & { endedAt: string | null; outcome: RefundOutcome | null }

/**
 * The refund state of a call: `due` means that the refund is in progress, `returned` that it has reached the card's bank.
 *
 * @param isReturned  the purchase is refunded, for any reason
 */
export function refundOf({ status, endedBy, start, endedAt, outcome }: EndedCall, isReturned: boolean): Booking['refund'] {
  if (isReturned) return 'returned'
  if (status !== 'declined' && status !== 'cancelled') return 'none'
  if (outcome !== null) return outcome === 'due' ? 'due' : 'none'
  if (status === 'declined') return 'due'
  const isOwn = endedBy === 'founder' && endedAt !== null
  const freeUntil = freeUntilOf({ start: new Date(start), freeUntil: null })
  return isOwn && !isPaidBack('founder', freeUntil, new Date(endedAt)) ? 'none' : 'due'
}
