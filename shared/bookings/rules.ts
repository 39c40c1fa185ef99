import type { ProblemCode } from '#shared/problem.ts'
import type { Booking, BookingAction, BookingSide, BookingStatus } from './contract.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

/** Until so long before a call its founder may move it, or call it off for the whole price. */
export const FREE_UNTIL_MS = 24 * HOUR_MS

/** No calendar confirmed the hour, so the investor may say that it does not suit. */
export const DECLINE_WITHIN_MS = 48 * HOUR_MS

/** Somebody who is a little late is not missing. */
export const MISSING_AFTER_MS = 10 * MINUTE_MS
export const MISSING_WITHIN_MS = 7 * 24 * HOUR_MS

export type Action = BookingAction['action']

type Facts = { role: BookingSide; status: BookingStatus; start: Date; bookedAt: Date; isReported: boolean }

/** What a side may do with a call, and in which stretch of time. A call that was called off leaves nothing to do. */
export function actionsOf({ role, status, start, bookedAt, isReported }: Facts): BookingAction[] {
  if (status !== 'confirmed') return []
  const at = start.getTime()
  const bounds = (action: Action, from: number | null, until: number): BookingAction => ({
    action,
    from: from === null ? null : new Date(from).toISOString(),
    until: new Date(until).toISOString(),
  })
  return [
    ...(role === 'founder' ? [bounds('reschedule', null, at - FREE_UNTIL_MS)] : []),
    ...(role === 'investor' ? [bounds('decline', null, Math.min(at, bookedAt.getTime() + DECLINE_WITHIN_MS))] : []),
    bounds('cancel', null, at),
    ...(isReported ? [] : [bounds('no-show', at + MISSING_AFTER_MS, at + MISSING_WITHIN_MS)]),
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
export const isPaidBack = (role: BookingSide, start: Date, at: Date) =>
  role === 'investor' || at.getTime() < start.getTime() - FREE_UNTIL_MS

type Ended = Pick<Booking, 'status' | 'endedBy' | 'start'> & { endedAt: string | null }

/**
 * What became of the price of a call: `due` is on its way back, `returned` has arrived with the card's bank.
 *
 * @param isReturned  the purchase is refunded, for whatever reason
 */
export function refundOf({ status, endedBy, start, endedAt }: Ended, isReturned: boolean): Booking['refund'] {
  if (isReturned) return 'returned'
  if (status === 'declined') return 'due'
  if (status !== 'cancelled') return 'none'
  const isOwn = endedBy === 'founder' && endedAt !== null
  return isOwn && !isPaidBack('founder', new Date(start), new Date(endedAt)) ? 'none' : 'due'
}
