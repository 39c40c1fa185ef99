import { callMoved } from '#server/email/messages/calls.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import { CALL_MS } from '#shared/bookings/slots.ts'
import type { BookingId, PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { act, type CallDeps } from './act.ts'
import { updateCall } from './call-queries.ts'
import { reminderMarks } from './reminders.ts'
import { tellSides } from './tell.ts'

/**
 * Moves a call to another hour that its investor offers. Who else wants that hour at the same moment is decided by
 * the database: no two calls of one investor overlap.
 *
 * @throws Problem `bookings.slot-taken`
 */
export const moveCall = (deps: CallDeps, principalId: PrincipalId | undefined, id: BookingId, start: Date): Promise<Booking> =>
  act(deps, principalId, id, {
    action: 'reschedule',
    isDone: ({ call, role }) =>
      role === 'founder' && call.status === 'confirmed' && call.meetingDateTime.getTime() === start.getTime(),
    async carryOut({ tx, call, now }) {
      if (!(await deps.isOffered(tx, call, start, now))) throw new Problem('bookings.slot-taken')
      const before = { start: call.meetingDateTime.toISOString(), end: call.endsAt.toISOString() }
      await updateCall(tx, call.id, {
        meetingDateTime: start,
        endsAt: new Date(start.getTime() + CALL_MS),
        sequence: call.sequence + 1,
        updatedAt: now,
        ...reminderMarks(start, now),
      })
      await tellSides(tx, deps, call.id, {
        template: 'call-moved',
        write: (facts) => callMoved(facts, before),
        withCalendar: true,
      })
    },
  }).catch((error) => {
    throw isOverlap(error) ? new Problem('bookings.slot-taken') : error
  })

const EXCLUSION_VIOLATION = '23P01'
const isOverlap = (error: unknown) =>
  [error, (error as { cause?: unknown })?.cause].some((one) => (one as { code?: unknown })?.code === EXCLUSION_VIOLATION)
