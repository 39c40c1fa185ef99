import type { Transaction } from '#server/database/client.ts'
import { callEnded, type Ending } from '#server/email/messages/bookings.ts'
import { queueEvent } from '#server/features/bookings/calendars/write-events.ts'
import { REFUND_JOB } from '#server/features/orders/settlement/refund-jobs.ts'
import { refundOrAskAdmin } from '#server/features/refunds/cap.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import type { EndCall } from '#shared/bookings/call-actions.ts'
import type { BookingSide } from '#shared/bookings/contract.ts'
import { freeUntilOf, isPaidBack, type RefundOutcome } from '#shared/bookings/rules.ts'
import type { BookingId, PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { BOTH_SIDES, noticeCall, otherOf } from './call-notices.ts'
import { handOver } from './hand-over-contact.ts'
import { type NotifyDeps, notifyParticipants } from './notify-participants.ts'
import { type CallRow, updateCall } from './queries.ts'
import { type ActDeps, type TransitionContext, transition } from './transition.ts'

/** Cancels a call. The cancelling side and the time decide whether the founder is refunded. */
export const cancelCall = (deps: ActDeps, principalId: PrincipalId | undefined, id: BookingId, input: EndCall) =>
  transition(deps, principalId, id, {
    action: 'cancel',
    isDone: ({ call, role }) => call.status === 'cancelled' && call.endedBy === role,
    async apply(context) {
      const { role } = context
      const refund = role === 'investor' ? 'due' : await refundOfBuyer(context, 'The call was cancelled in time.')
      if (input?.paidBack && refund === 'none') throw new Problem('bookings.no-refund-now')
      // The payment is final, so the contact is handed over, also when the job has not run yet.
      if (refund === 'none') await handOver(context.tx, context.call, context.now)
      await endCall(context, deps, { kind: 'cancelled', by: role, refund, reason: input?.reason ?? null })
    },
  })

/** The investor declines the time shortly after the booking, and the founder is refunded. */
export const declineCall = (deps: ActDeps, principalId: PrincipalId | undefined, id: BookingId, input: EndCall) =>
  transition(deps, principalId, id, {
    action: 'decline',
    isDone: ({ call, role }) => role === 'investor' && call.status === 'declined',
    apply: (context) =>
      endCall(context, deps, { kind: 'declined', by: 'investor', refund: 'due', reason: input?.reason ?? null }),
  })

/**
 * The refund for a founder who cancels a call or deletes the account now: the price until free cancellation ends, and nothing
 * later. It counts towards the year's refunds; above the cap an admin decides.
 */
export async function refundOfBuyer({ tx, call, now }: Omit<TransitionContext, 'role'>, reason: string): Promise<RefundOutcome> {
  if (hasEndedFree(call)) return 'none'
  const freeUntil = freeUntilOf({ start: call.meetingDateTime, freeUntil: call.freeUntil })
  if (!isPaidBack('founder', freeUntil, now)) return 'none'
  // A hold was never paid for, and a call created by a test or an import has no purchase.
  if (call.status === 'held' || !call.orderId) return 'due'
  return refundOrAskAdmin(tx, { orderId: call.orderId, principalId: call.principalId, reason, now })
}

/**
 * Handing over the contact ends free cancellation, regardless of this node's clock: the clock of the node that handed it over may
 * be ahead. A contact that an earlier release handed over with the payment ended nothing.
 */
const hasEndedFree = ({ contactGivenAt, freeUntil }: CallRow) =>
  contactGivenAt !== null && freeUntil !== null && freeUntil <= contactGivenAt

/** The only path by which a call ends: its slot becomes free, both sides are notified, and the refund is started where due. */
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
  // A hold that was never paid for is not a call, and no side is notified.
  if (call.status === 'held') return
  if (ending.refund === 'due' && call.orderId) {
    await enqueueJob(tx, { kind: REFUND_JOB, key: call.orderId, payload: { orderId: call.orderId } })
  }
  await queueEvent(tx, { ...call, sequence: call.sequence + 1 })
  await noticeEnd(tx, call, ending, sides, now)
  const template = `call-${ending.kind}`
  await notifyParticipants(tx, deps, call.id, {
    template,
    write: (facts) => callEnded(facts, ending),
    withCalendar: true,
    ...(sides && { sides }),
  })
}

/** The side that ended it knows. */
async function noticeEnd(
  tx: Transaction,
  call: CallRow,
  { kind, by, refund }: Ending,
  given: BookingSide[] | undefined,
  now: Date,
) {
  const isOfSide = by === 'founder' || by === 'investor'
  const sides = given ?? (isOfSide ? [otherOf(by)] : BOTH_SIDES)
  const change = { sides, occasion: call.sequence + 1, now }
  const isReturned = refund === 'due'
  if (kind === 'declined') await noticeCall(tx, call, { ...change, kind: 'call-declined', facts: { isReturned } })
  else await noticeCall(tx, call, { ...change, kind: 'call-cancelled', facts: { isReturned, by: isOfSide ? 'side' : by } })
}
