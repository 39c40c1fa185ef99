import { proposalDeclined, timesProposed } from '#server/email/messages/bookings.ts'
import { isOverlap } from '#server/features/bookings/holds/queries.ts'
import type { ProposeTimes } from '#shared/bookings/call-actions.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import { type ProposalStep, proposalRefusal } from '#shared/bookings/proposal.ts'
import type { BookingId, PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { noticeCall, otherOf } from './call-notices.ts'
import { notifyParticipants } from './notify-participants.ts'
import { presentCall } from './present.ts'
import { type PaidCall, updateCall } from './queries.ts'
import { moveTo } from './reschedule-call.ts'
import { type ActDeps, readBooking, type TransitionContext, withCall } from './transition.ts'

type Caller = PrincipalId | undefined

/**
 * Proposes other times for a call, among those that its investor offers now. The call stays as it is, and no slot is held. The
 * proposal replaces an open one of either side, and the other side is notified.
 *
 * @throws Problem `bookings.slot-taken`, `bookings.cannot-answer`, `bookings.begun`, `bookings.ended`
 */
export async function proposeTimes(deps: ActDeps, principalId: Caller, id: BookingId, input: ProposeTimes): Promise<Booking> {
  const { times } = input
  const note = input.note || null
  const seen = await readBooking(deps, principalId, id)
  const offered = principalId ? await Promise.all(times.map((start) => isOffered(deps, principalId, seen, start))) : []
  return withCall(deps, principalId, id, async (context, paid) => {
    const { tx, role, now } = context
    const { proposal } = presentedTo(context, paid, deps)
    if (proposal?.by === role && proposal.note === note && proposal.times.join() === times.join()) return
    refuse({ step: 'propose' }, context, paid, deps)
    if (!offered.every(Boolean)) throw new Problem('bookings.slot-taken')
    await updateCall(tx, id, { proposedBy: role, proposedTimes: times, proposalNote: note, proposedAt: now, updatedAt: now })
    const change = { sides: [otherOf(role)], occasion: now.toISOString(), now }
    await noticeCall(tx, context.call, { ...change, kind: 'call-proposed', facts: {} })
    await notifyParticipants(tx, deps, id, {
      template: 'call-times-proposed',
      write: (facts) => timesProposed(facts, { times, note }),
      withCalendar: false,
      sides: [otherOf(role)],
    })
  })
}

/**
 * Moves the call to a time that the other side has proposed. Two sides have agreed, so the founder's deadline does not apply. A
 * time that has been taken in between is refused, and the proposal stays open. It is idempotent.
 *
 * @throws Problem `bookings.slot-taken`, `bookings.proposal-ended`, `bookings.begun`, `bookings.ended`; `not-found` for the side
 *   that made the proposal
 */
export async function acceptProposal(deps: ActDeps, principalId: Caller, id: BookingId, start: Date): Promise<Booking> {
  const time = start.toISOString()
  const seen = await readBooking(deps, principalId, id)
  const isAsking = principalId !== undefined && seen.proposal?.times.includes(time)
  const isFree = isAsking && (await isOffered(deps, principalId, seen, time))
  return withCall(deps, principalId, id, async (context, paid) => {
    const { call, role } = context
    if (call.status === 'confirmed' && call.meetingDateTime.getTime() === start.getTime()) return
    refuse({ step: 'accept', time }, context, paid, deps)
    if (!isFree) throw new Problem('bookings.slot-taken')
    await moveTo(context, paid.paidAt, deps, start, { accepted: role })
  }).catch((error) => {
    throw isOverlap(error) ? new Problem('bookings.slot-taken') : error
  })
}

/** Ends a proposal of the other side, and notifies it. The call stays as it is. */
export const declineProposal = (deps: ActDeps, principalId: Caller, id: BookingId, at: string): Promise<Booking> =>
  withCall(deps, principalId, id, async (context, paid) => {
    if (!(await endProposal('decline', at, context, paid, deps))) return
    const change = { sides: [otherOf(context.role)], occasion: at, now: context.now }
    await noticeCall(context.tx, context.call, { ...change, kind: 'call-proposal-declined', facts: {} })
    await notifyParticipants(context.tx, deps, id, {
      template: 'call-proposal-declined',
      write: proposalDeclined,
      withCalendar: false,
      sides: [otherOf(context.role)],
    })
  })

/** Ends a side's own proposal. The other side sees it in the app, and is not mailed: it has nothing to do. */
export const withdrawProposal = (deps: ActDeps, principalId: Caller, id: BookingId, at: string): Promise<Booking> =>
  withCall(deps, principalId, id, async (context, paid) => {
    await endProposal('withdraw', at, context, paid, deps)
  })

/** @returns whether it ended now: `false` when no proposal is open, so that a repetition does nothing */
async function endProposal(
  step: 'decline' | 'withdraw',
  at: string,
  context: TransitionContext,
  paid: PaidCall,
  deps: ActDeps,
): Promise<boolean> {
  if (!paid.call.proposedBy) return false
  refuse({ step, at }, context, paid, deps)
  const ended = { proposedBy: null, proposedTimes: null, proposalNote: null, proposedAt: null, updatedAt: context.now }
  await updateCall(context.tx, paid.call.id, ended)
  return true
}

/** A calendar may be read over the network, so no row is locked during the call. */
const isOffered = async (deps: ActDeps, principalId: PrincipalId, { id, vcId, start }: Booking, time: string) =>
  time !== start && deps.isSlotAvailable(vcId, new Date(time), principalId, id)

const presentedTo = ({ role }: TransitionContext, paid: PaidCall, { organizer }: ActDeps) => presentCall(paid, role, organizer)

function refuse(step: ProposalStep, context: TransitionContext, paid: PaidCall, deps: ActDeps) {
  const { role, status, start, canPropose = false, proposal } = presentedTo(context, paid, deps)
  const refused = proposalRefusal(step, { role, status, start, canPropose, proposal }, context.now)
  if (refused) throw new Problem(refused)
}
