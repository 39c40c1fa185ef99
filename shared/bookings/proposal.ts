import type { ProblemCode } from '#shared/problem.ts'
import type { Booking, BookingSide, BookingStatus, CallProposal } from './contract.ts'

/** The most times that one proposal contains. */
export const MAX_PROPOSED_TIMES = 3

/** Whether a side may propose other times for its call. @param now  milliseconds since the epoch */
export const canProposeTimes = ({ status, start, canPropose }: Pick<Booking, 'status' | 'start' | 'canPropose'>, now: number) =>
  canPropose === true && status === 'confirmed' && now < Date.parse(start)

/** The proposal that may still be answered or withdrawn. @param now  milliseconds since the epoch */
export const openProposalOf = (
  { status, start, proposal }: Pick<Booking, 'status' | 'start' | 'proposal'>,
  now: number,
): CallProposal | undefined => (status === 'confirmed' && now < Date.parse(start) ? proposal : undefined)

/** `time` and `at` identify what the side has seen: the time that it accepts, the proposal that it declines or withdraws. */
export type ProposalStep = { step: 'propose' } | { step: 'accept'; time: string } | { step: 'decline' | 'withdraw'; at: string }

type Facts = { role: BookingSide; status: BookingStatus; start: string; canPropose: boolean; proposal: CallProposal | undefined }

/**
 * The reason why a side may not take a step now; `undefined` when it may. A side proposes and withdraws, the other one accepts and
 * declines: a step of the other side is `not-found`.
 */
export function proposalRefusal(step: ProposalStep, facts: Facts, now: Date): ProblemCode | undefined {
  const { role, status, start, canPropose, proposal } = facts
  if (status !== 'confirmed') return 'bookings.ended'
  if (now.getTime() >= Date.parse(start)) return 'bookings.begun'
  if (step.step === 'propose') return canPropose ? undefined : 'bookings.cannot-answer'
  if (!proposal) return 'bookings.proposal-ended'
  if ((proposal.by === role) !== (step.step === 'withdraw')) return 'not-found'
  const isSeen = step.step === 'accept' ? proposal.times.includes(step.time) : proposal.at === step.at
  return isSeen ? undefined : 'bookings.proposal-ended'
}
