import { callMoved } from '#server/email/messages/bookings.ts'
import { queueEvent } from '#server/features/bookings/calendars/write-events.ts'
import { hasRoom, lockCallRules } from '#server/features/bookings/holds/call-limits.ts'
import { isOverlap } from '#server/features/bookings/holds/queries.ts'
import type { Booking, BookingSide } from '#shared/bookings/contract.ts'
import { contactDueAt, freeUntilOf } from '#shared/bookings/rules.ts'
import { CALL_MS } from '#shared/bookings/slots.ts'
import type { BookingId, PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { noticeCall, otherOf } from './call-notices.ts'
import { type NotifyDeps, notifyParticipants } from './notify-participants.ts'
import { type CallRow, updateCall } from './queries.ts'
import { reminderMarks } from './reminders.ts'
import {
  type ActDeps,
  type BookingTransition,
  type CallDeps,
  readBooking,
  type TransitionContext,
  transition,
} from './transition.ts'

/**
 * Moves a call to another slot that its investor offers. Concurrent requests for the slot are resolved by the database: no two
 * calls of one investor overlap (P16).
 *
 * @throws Problem `bookings.slot-taken`
 */
export async function moveCall(
  deps: ActDeps,
  principalId: PrincipalId | undefined,
  id: BookingId,
  start: Date,
): Promise<Booking> {
  const { role, vcId, start: before } = await readBooking(deps, principalId, id)
  const isAsking = principalId !== undefined && role === 'founder' && before !== start.toISOString()
  const isFree = isAsking && (await deps.isSlotAvailable(vcId, start, principalId, id))
  return transition(deps, principalId, id, moving(deps, start, isFree)).catch((error) => {
    throw isOverlap(error) ? new Problem('bookings.slot-taken') : error
  })
}

const moving = (deps: CallDeps, start: Date, isFree: boolean): BookingTransition => ({
  action: 'reschedule',
  isDone: ({ call, role }) =>
    role === 'founder' && call.status === 'confirmed' && call.meetingDateTime.getTime() === start.getTime(),
  async apply(context, { paidAt }) {
    if (!isFree) throw new Problem('bookings.slot-taken')
    await moveTo(context, paidAt, deps, start, 'founder')
  },
})

/**
 * The only path by which a call gets another time: its calendar entry changes, and both sides are notified.
 *
 * @param decidedBy  the founder who moved it, or the side that accepted a time which the other one had proposed
 * @throws Problem `bookings.slot-taken` where the investor's buffer, daily limit or external calendar leaves no room
 */
export async function moveTo(
  { tx, call, now }: Omit<TransitionContext, 'role'>,
  paidAt: Date | null,
  deps: NotifyDeps,
  start: Date,
  decidedBy: 'founder' | { accepted: BookingSide },
) {
  const rules = await lockCallRules(tx, call.vcId)
  if (!(await hasRoom(tx, rules, { vcId: call.vcId, start, own: call.id }))) throw new Problem('bookings.slot-taken')
  const before = { start: call.meetingDateTime.toISOString(), end: call.endsAt.toISOString() }
  await updateCall(tx, call.id, {
    freeUntil: freeUntilAfter(call, start, paidAt, now),
    meetingDateTime: start,
    endsAt: new Date(start.getTime() + CALL_MS),
    sequence: call.sequence + 1,
    updatedAt: now,
    ...reminderMarks(start, now),
  })
  await queueEvent(tx, { ...call, sequence: call.sequence + 1 })
  const mover = decidedBy === 'founder' ? decidedBy : decidedBy.accepted
  await noticeCall(tx, call, {
    ...{ kind: 'call-moved', sides: [otherOf(mover)], occasion: call.sequence + 1, now },
    facts: { start: start.toISOString() },
  })
  await notifyParticipants(tx, deps, call.id, {
    template: 'call-moved',
    write: (facts) => callMoved(facts, before, decidedBy),
    withCalendar: true,
  })
}

/**
 * The end of free cancellation moves with a call until it has passed or its contact is handed over. After that it keeps its time:
 * free cancellation never restarts.
 */
function freeUntilAfter(call: CallRow, start: Date, paidAt: Date | null, now: Date): Date {
  const freeUntil = freeUntilOf({ start: call.meetingDateTime, freeUntil: call.freeUntil })
  if (call.contactGivenAt || freeUntil <= now) return freeUntil
  return contactDueAt(start, paidAt ?? call.createdAt)
}
