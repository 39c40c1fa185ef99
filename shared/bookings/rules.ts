import type { ProblemCode } from '#shared/problem.ts'
import type { Booking, BookingAction, BookingSide, BookingStatus } from './contract.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

/** Until so long before a call its founder may move it, or call it off for the whole price. */
export const FREE_CANCELLATION_MS = 24 * HOUR_MS

/** A call that is booked later than that may be called off for the whole price for so long after the payment. */
export const GRACE_MS = 15 * MINUTE_MS

/**
 * When free cancellation of a call ends, and the contact is handed over: what a founder can read before the money is
 * certain must be worth nothing to a buyer who cancels. Never later than the start.
 */
export function contactDueAt(start: Date, paidAt: Date): Date {
  const due = Math.max(paidAt.getTime() + GRACE_MS, start.getTime() - FREE_CANCELLATION_MS)
  return new Date(Math.min(start.getTime(), due))
}

/** Whether 24 hours before its start are over at the moment of paying, so that only the grace period is left. */
export const isShortNotice = (start: Date, paidAt: Date) => paidAt.getTime() + GRACE_MS >= start.getTime() - FREE_CANCELLATION_MS

/** Until when the founder gets the price back, by the call's own word; calls of before have none. */
export const freeUntilOf = ({ start, freeUntil }: { start: Date; freeUntil: Date | null }): Date =>
  freeUntil ?? new Date(start.getTime() - FREE_CANCELLATION_MS)

/** No calendar confirmed the hour, so the investor may say that it does not suit. */
export const DECLINE_WITHIN_MS = 48 * HOUR_MS

/** Somebody who is a little late is not missing. */
export const NO_SHOW_AFTER_MS = 10 * MINUTE_MS
export const MISSING_WITHIN_MS = 7 * 24 * HOUR_MS

/** The side that was reported missing may say otherwise for so long after the report. */
export const CONTEST_WITHIN_MS = 7 * 24 * HOUR_MS
export const contestUntilOf = (reportedAt: Date): Date => new Date(reportedAt.getTime() + CONTEST_WITHIN_MS)

export type Action = BookingAction['action']

/** `hasReported`: the side has said already that the other did not come, or that it came itself. */
type Facts = { role: BookingSide; status: BookingStatus; start: Date; bookedAt: Date; hasReported: boolean }

type Reports = { noShowBy: BookingSide | null; contestedAt: Date | null }

/**
 * Whether a side has said who came. Each side says it once: the first report of a call names the other side as missing, and
 * the other side answers by contesting it, or by a report of its own.
 */
export const hasReported = (role: BookingSide, { noShowBy, contestedAt }: Reports) =>
  noShowBy !== null && (noShowBy !== role || contestedAt !== null)

/** What a side may do with a call, and in which stretch of time. A call that was called off leaves nothing to do. */
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

/** Half-open: at its last instant an action is over. @param now  milliseconds since the epoch */
export const isOpen = ({ from, until }: BookingAction, now: number) =>
  (from === null || Date.parse(from) <= now) && (until === null || now < Date.parse(until))

const TOO_LATE: Record<Action, ProblemCode> = {
  cancel: 'bookings.begun',
  reschedule: 'bookings.too-late-to-move',
  decline: 'bookings.too-late-to-decline',
  'no-show': 'bookings.too-late-to-report',
}

/** Why a side may not do something now; `undefined` when it may. What belongs to the other side is nowhere to be found. */
export function refusalOf(action: Action, facts: Facts, now: Date): ProblemCode | undefined {
  if ((action === 'reschedule' && facts.role !== 'founder') || (action === 'decline' && facts.role !== 'investor'))
    return 'not-found'
  const bounds = actionsOf(facts).find((one) => one.action === action)
  if (!bounds) return facts.status === 'confirmed' ? 'bookings.reported' : 'bookings.ended'
  if (isOpen(bounds, now.getTime())) return undefined
  return bounds.from !== null && now.getTime() < Date.parse(bounds.from) ? 'bookings.too-early-to-report' : TOO_LATE[action]
}

/** Whether the founder's money goes back, all of it, when a side calls the call off at an instant. */
export const isPaidBack = (role: BookingSide, freeUntil: Date, at: Date) =>
  role === 'investor' || at.getTime() < freeUntil.getTime()

/** What a call that was called off means for its price: it goes back, it stays, or the team decides. */
export type RefundOutcome = 'due' | 'none' | 'asked'

type Ended = Pick<Booking, 'status' | 'endedBy' | 'start'> & { endedAt: string | null; outcome: RefundOutcome | null }

/**
 * What became of the price of a call: `due` is on its way back, `returned` has arrived with the card's bank.
 *
 * @param isReturned  the purchase is refunded, for whatever reason
 */
export function refundOf({ status, endedBy, start, endedAt, outcome }: Ended, isReturned: boolean): Booking['refund'] {
  if (isReturned) return 'returned'
  if (status !== 'declined' && status !== 'cancelled') return 'none'
  if (outcome !== null) return outcome === 'due' ? 'due' : 'none'
  if (status === 'declined') return 'due'
  const isOwn = endedBy === 'founder' && endedAt !== null
  const freeUntil = freeUntilOf({ start: new Date(start), freeUntil: null })
  return isOwn && !isPaidBack('founder', freeUntil, new Date(endedAt)) ? 'none' : 'due'
}
