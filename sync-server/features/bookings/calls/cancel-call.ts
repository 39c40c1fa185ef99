import { callEnded, type Ending } from '#server/email/messages/calls.ts'
import { REFUND_JOB } from '#server/features/orders/settlement/refund-jobs.ts'
import { returnInTime } from '#server/features/refunds/cap.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import type { EndCall } from '#shared/bookings/call-actions.ts'
import type { BookingSide } from '#shared/bookings/contract.ts'
import { freeUntilOf, isPaidBack, type RefundOutcome } from '#shared/bookings/rules.ts'
import type { BookingId, PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { handOver } from './hand-over-contact.ts'
import { type NotifyDeps, notifyParticipants } from './notify-participants.ts'
import { type CallRow, updateCall } from './queries.ts'
import { type ActDeps, type TransitionContext, transition } from './transition.ts'

/** Calls a call off. Who does it, and when, decides whether the founder is paid back. */
export const cancelCall = (deps: ActDeps, principalId: PrincipalId | undefined, id: BookingId, asked: EndCall) =>
  transition(deps, principalId, id, {
    action: 'cancel',
    isDone: ({ call, role }) => call.status === 'cancelled' && call.endedBy === role,
    async apply(acting) {
      const { role } = acting
      const refund = role === 'investor' ? 'due' : await refundOfBuyer(acting, 'The call was cancelled in time.')
      if (asked?.paidBack && refund === 'none') throw new Problem('bookings.no-refund-now')
      // What is paid for for good is handed over, also when the job has not come by yet.
      if (refund === 'none') await handOver(acting.tx, acting.call, acting.now)
      await endCall(acting, deps, { kind: 'cancelled', by: role, refund, reason: asked?.reason ?? null })
    },
  })

/** The hour does not suit the investor: they say so soon after the booking, and the founder is paid back. */
export const declineCall = (deps: ActDeps, principalId: PrincipalId | undefined, id: BookingId, asked: EndCall) =>
  transition(deps, principalId, id, {
    action: 'decline',
    isDone: ({ call, role }) => role === 'investor' && call.status === 'declined',
    apply: (acting) => endCall(acting, deps, { kind: 'declined', by: 'investor', refund: 'due', reason: asked?.reason ?? null }),
  })

/**
 * What a founder gets back who cancels a call, or leaves, at this moment: the price until free cancellation ends, and nothing
 * later. It counts toward the year's refunds; past the cap the team decides.
 */
export async function refundOfBuyer({ tx, call, now }: Omit<TransitionContext, 'role'>, reason: string): Promise<RefundOutcome> {
  if (hasEndedFree(call)) return 'none'
  const freeUntil = freeUntilOf({ start: call.meetingDateTime, freeUntil: call.freeUntil })
  if (!isPaidBack('founder', freeUntil, now)) return 'none'
  // A hold was never paid for, and a call that a test or an import entered has no purchase.
  if (call.status === 'held' || !call.orderId) return 'due'
  return returnInTime(tx, { orderId: call.orderId, principalId: call.principalId, reason, now })
}

/**
 * Handing the contact over ends free cancellation, whatever the clock of this node says: the node that handed it over may be
 * ahead. A contact that was given with the payment, by an earlier release, ended nothing.
 */
const hasEndedFree = ({ contactGivenAt, freeUntil }: CallRow) =>
  contactGivenAt !== null && freeUntil !== null && freeUntil <= contactGivenAt

/** The one way in which a call ends: its hour is free again, both sides hear of it, and the money goes where it belongs. */
export async function endCall(
  { tx, call, now }: Omit<TransitionContext, 'role'>,
  deps: NotifyDeps,
  ending: Ending,
  sides?: BookingSide[],
) {
  await updateCall(tx, call.id, {
    status: ending.kind,
    cancelledAt: now,
    endedBy: ending.by === 'money' ? 'system' : ending.by,
    endReason: ending.reason || null,
    refundOutcome: ending.refund,
    sequence: call.sequence + 1,
    updatedAt: now,
    ...(call.status === 'held' && { holderKey: null, holderWideKey: null }),
  })
  // What was never paid for is nobody's call, and nobody waits for it.
  if (call.status === 'held') return
  if (ending.refund === 'due' && call.orderId) {
    await enqueueJob(tx, { kind: REFUND_JOB, key: call.orderId, payload: { orderId: call.orderId } })
  }
  const template = `call-${ending.kind}`
  await notifyParticipants(tx, deps, call.id, {
    template,
    write: (facts) => callEnded(facts, ending),
    withCalendar: true,
    ...(sides && { sides }),
  })
}
