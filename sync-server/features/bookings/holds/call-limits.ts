import type { Transaction } from '#server/database/client.ts'
import { findCallHours } from '#server/features/bookings/availability/queries.ts'
import { listBusy } from '#server/features/bookings/calendars/busy-times.ts'
import { findCalendarOf } from '#server/features/bookings/calendars/queries.ts'
import type { CallHours } from '#shared/bookings/call-hours.ts'
import { callLimits, NO_LIMITS, type Span } from '#shared/bookings/offered-hours.ts'
import type { BookingId, VcId } from '#shared/ids.ts'
import { type LapseDeps, releaseHold } from './expire-holds.ts'
import { listLapsed, listTakenNear, lockDays } from './queries.ts'

/** Releases the expired holds that are the reason why no call of an investor may begin at an instant. */
export async function releaseLapsedNear(deps: LapseDeps, vcId: VcId, start: Date): Promise<void> {
  const { db, now } = deps.orders
  const lapsed = await listLapsed(db, now(), { vcId, at: start })
  if (lapsed.length === 0) return
  const { concerns } = callLimits((await findCallHours(db, vcId)) ?? NO_LIMITS)
  const spanOf = (hold: (typeof lapsed)[number]) => ({ start: hold.meetingDateTime.getTime(), end: hold.endsAt.getTime() })
  for (const hold of lapsed) if (concerns(start.getTime(), spanOf(hold))) await releaseHold(deps, hold)
}

/** What limits the calls of an investor. `busy` is null without an external calendar. */
export type CallRules = { hours: CallHours | null; busy: Span[] | null }

/**
 * Locks the days of an investor who limits calls or has an external calendar, until the transaction ends: of concurrent calls the
 * second sees the first, and a read of the calendar is stored before or after. It comes before every write to these calls. Two
 * transactions could otherwise wait for each other, one for this lock and one, in the table's constraint, for a row of the first.
 *
 * @returns the own hours and the busy times; without both only the table's constraint applies
 */
export async function lockCallRules(tx: Transaction, vcId: VcId): Promise<CallRules> {
  const hours = await findCallHours(tx, vcId)
  const hasCalendar = (await findCalendarOf(tx, vcId)) !== undefined
  const isLimited = hours !== null && (hours.bufferMinutes > 0 || hours.callsADay !== null)
  if (isLimited || hasCalendar) await lockDays(tx, vcId)
  // Read after the lock: the transaction that had it may have stored other times.
  return { hours, busy: hasCalendar ? await listBusy(tx, vcId) : null }
}

/**
 * Whether the buffer, the daily limit and the external calendar leave room for a call. The days are locked before.
 *
 * @param own  the call that takes the time, where it already has a row
 */
export async function hasRoom(tx: Transaction, { hours, busy }: CallRules, call: { vcId: VcId; start: Date; own?: BookingId }) {
  if (!hours && !busy) return true
  const calls = hours ? await listTakenNear(tx, call.vcId, call.start, call.own) : []
  return callLimits(hours ?? NO_LIMITS).mayTake(call.start.getTime(), calls, busy ?? [])
}
