import { callEnded, type Ending } from '#server/email/messages/calls.ts'
import { REFUND_JOB } from '#server/features/orders/return-money.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import type { EndCall } from '#shared/bookings/calls.ts'
import type { BookingSide } from '#shared/bookings/contract.ts'
import { isPaidBack } from '#shared/bookings/rules.ts'
import type { BookingId, PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { type Acting, act, type CallDeps } from './act.ts'
import { updateCall } from './call-queries.ts'
import { type TellDeps, tellSides } from './tell.ts'

/** Calls a call off. Who does it, and when, decides whether the founder is paid back. */
export const cancelCall = (deps: CallDeps, principalId: PrincipalId | undefined, id: BookingId, asked: EndCall) =>
  act(deps, principalId, id, {
    action: 'cancel',
    isDone: ({ call, role }) => call.status === 'cancelled' && call.endedBy === role,
    async carryOut(acting) {
      const { call, role, now } = acting
      const paidBack = isPaidBack(role, call.meetingDateTime, now)
      if (asked?.paidBack && !paidBack) throw new Problem('bookings.no-refund-now')
      await endCall(acting, deps, { kind: 'cancelled', by: role, isPaidBack: paidBack, reason: asked?.reason ?? null })
    },
  })

/** The hour does not suit the investor: they say so soon after the booking, and the founder is paid back. */
export const declineCall = (deps: CallDeps, principalId: PrincipalId | undefined, id: BookingId, asked: EndCall) =>
  act(deps, principalId, id, {
    action: 'decline',
    isDone: ({ call, role }) => role === 'investor' && call.status === 'declined',
    carryOut: (acting) =>
      endCall(acting, deps, { kind: 'declined', by: 'investor', isPaidBack: true, reason: asked?.reason ?? null }),
  })

/** The one way in which a call ends: its hour is free again, both sides hear of it, and the money goes where it belongs. */
export async function endCall({ tx, call, now }: Omit<Acting, 'role'>, deps: TellDeps, ending: Ending, sides?: BookingSide[]) {
  await updateCall(tx, call.id, {
    status: ending.kind,
    cancelledAt: now,
    endedBy: ending.by === 'money' ? 'system' : ending.by,
    endReason: ending.reason || null,
    sequence: call.sequence + 1,
    updatedAt: now,
  })
  // What was never paid for is nobody's call, and nobody waits for it.
  if (call.status === 'held') return
  if (ending.isPaidBack && call.orderId) {
    await enqueueJob(tx, { kind: REFUND_JOB, key: call.orderId, payload: { orderId: call.orderId } })
  }
  const template = `call-${ending.kind}`
  await tellSides(tx, deps, call.id, {
    template,
    write: (facts) => callEnded(facts, ending),
    withCalendar: true,
    ...(sides && { sides }),
  })
}
