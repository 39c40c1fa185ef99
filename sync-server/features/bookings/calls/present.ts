import { withLatePart } from '#server/sync/private/doc-version.ts'
import { joinableLink } from '#shared/bookings/call-link.ts'
import type { Booking, BookingSide, BookingStatus } from '#shared/bookings/contract.ts'
import { actionsOf, contestUntilOf, freeUntilOf, hasReported, refundOf } from '#shared/bookings/rules.ts'
import { UTC } from '#shared/bookings/time-zone.ts'
import { calendarOf } from './ics.ts'
import type { PaidCall } from './queries.ts'

const FORMER_FOUNDER = 'A founder'
const FORMER_INVESTOR = 'Former investor'

/**
 * A call as one of its sides sees it. The contact details of the other side are included only while the call is confirmed: a
 * refunded or disputed call reveals no address. The founder's copy contains no data of the investor before the contact is handed
 * over, unless the founder has bought the contact separately.
 */
export function presentCall(
  { call, orderStatus, paidAt, holdsContact, hasInvestorAccount, investorId }: PaidCall,
  role: BookingSide,
  organizer: string,
): Booking {
  const status = statusOf(call.status)
  const start = call.meetingDateTime.toISOString()
  const end = call.endsAt.toISOString()
  const isStanding = status === 'confirmed'
  const isFounder = role === 'founder'
  const bookedAt = paidAt ?? call.createdAt
  const isGiven = call.contactGivenAt !== null || holdsContact
  const isOpen = isStanding && (!isFounder || isGiven)
  const freeUntil = freeUntilOf({ start: call.meetingDateTime, freeUntil: call.freeUntil }).toISOString()
  const contactFrom = isStanding && !isGiven ? freeUntil : null
  const counterpart = isFounder
    ? { name: call.vcName || FORMER_INVESTOR, company: null, email: isOpen ? call.vcEmail : null }
    : { name: call.founderName || FORMER_FOUNDER, company: call.founderCompany, email: isStanding ? call.founderEmail : null }
  const zones = { founderTimeZone: call.founderTimeZone ?? UTC, vcTimeZone: call.vcTimeZone ?? UTC }
  // Calls of earlier releases have the scheduler's page as their link.
  const meetingLink = isOpen ? joinableLink(call.meetingLink) : null
  const endedAt = call.cancelledAt?.toISOString() ?? null
  const booking = {
    id: call.id,
    role,
    vcId: investorId,
    vcName: call.vcName || FORMER_INVESTOR,
    counterpart,
    start,
    end,
    ...zones,
    meetingLink,
    status,
    message: call.meetingDescription,
    amount: call.amount,
    orderId: isFounder ? call.orderId : null,
    isGeneratedSlot: call.isGeneratedSlot,
    endedBy: call.endedBy,
    endReason: call.endReason,
    endedAt,
    refund: refundOf({ status, endedBy: call.endedBy, start, endedAt, outcome: call.refundOutcome }, orderStatus === 'refunded'),
    ...(call.refundOutcome === 'asked' && { isRefundAsked: true }),
    ...(isFounder && { freeUntil, contactFrom }),
    noShowBy: call.noShowBy,
    ...(call.noShowBy && { contestedAt: call.contestedAt?.toISOString() ?? null }),
    ...(call.noShowBy === role &&
      call.noShowReportedAt &&
      !call.contestedAt && { contestUntil: contestUntilOf(call.noShowReportedAt).toISOString() }),
    actions: actionsOf({ role, status, start: call.meetingDateTime, bookedAt, hasReported: hasReported(role, call) }),
    ...(isStanding && { canPropose: !isFounder || hasInvestorAccount }),
    ...proposalOf(call),
    ...ratingOf(call),
    ...replyOf(call),
    createdAt: bookedAt.toISOString(),
  }
  const madeOf = {
    id: call.id,
    start,
    end,
    timeZone: isFounder ? zones.founderTimeZone : zones.vcTimeZone,
    counterpart: counterpart.name,
    email: isFounder ? call.founderEmail : call.vcEmail,
    meetingLink,
    linkFrom: isFounder ? contactFrom : null,
    sequence: call.sequence,
    isStanding,
    changedAt: call.updatedAt,
  }
  return withLatePart(booking, 'ics', { madeOf: { ...madeOf, organizer }, make: () => calendarOf(madeOf, organizer) })
}

function proposalOf({ status, proposedBy, proposedTimes, proposedAt, proposalNote }: PaidCall['call']) {
  if (status !== 'confirmed' || !proposedBy || !proposedTimes || !proposedAt) return {}
  return { proposal: { by: proposedBy, times: proposedTimes, note: proposalNote, at: proposedAt.toISOString() } }
}

/** A call whose investor has left is not rated. */
function ratingOf({ vcName, rating, ratingText, ratedAt }: PaidCall['call']) {
  if (vcName === null) return {}
  return { rating: rating && ratedAt ? { stars: rating, text: ratingText ?? '', ratedAt: ratedAt.toISOString() } : null }
}

function replyOf({ vcName, replyText, repliedAt }: PaidCall['call']) {
  if (vcName === null) return {}
  return { reply: repliedAt ? { text: replyText ?? '', repliedAt: repliedAt.toISOString() } : null }
}

/** Holds are never read as calls. */
function statusOf(status: PaidCall['call']['status']): BookingStatus {
  if (status === 'held' || status === 'expired') throw new Error('A hold is not a call')
  return status
}
