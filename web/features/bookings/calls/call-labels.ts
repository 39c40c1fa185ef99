import type { Booking } from '#shared/bookings/contract.ts'
import { momentIn } from '#shared/bookings/format-time.ts'
import { type Action, contactDueAt, freeUntilOf, GRACE_MINUTES, isPaidBack, isShortNotice } from '#shared/bookings/rules.ts'
import { formatCents } from '#shared/money.ts'
import { GUARANTEE_DAYS } from '#shared/refunds/guarantee.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

export const priceOf = ({ amount }: Booking) => (amount === null ? 'the price' : formatCents(amount))
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The status of a call, in one word. */
export function callStatusLabel({ status, start, end, noShowBy }: Booking, now: number): { word: string; tone: BadgeTone } {
  switch (status) {
    case 'cancelled':
      return { word: 'Cancelled', tone: 'plain' }
    case 'declined':
      return { word: 'Declined', tone: 'plain' }
    case 'refunded':
      return { word: 'Refunded', tone: 'plain' }
    case 'disputed':
      return { word: 'In dispute', tone: 'red' }
    case 'revoked':
      return { word: 'Revoked', tone: 'red' }
    case 'confirmed':
      if (noShowBy) return { word: 'Reported', tone: 'red' }
      if (now < Date.parse(start)) return { word: 'Confirmed', tone: 'plain' }
      return now < Date.parse(end) ? { word: 'Now', tone: 'brass' } : { word: 'Over', tone: 'plain' }
  }
}

/** Whether the participant who was reported missing may still contest it. Data from an older server has no deadline. */
export const isContestable = ({ role, noShowBy, contestedAt, contestUntil }: Booking, now: number): boolean =>
  noShowBy === role && !contestedAt && (!contestUntil || now < Date.parse(contestUntil))

/** What happened to a call that does not take place normally, and to its money; `undefined` for any other call. */
export function accountOf(call: Booking, now: number): string | undefined {
  const { status, noShowBy, role, counterpart, endReason } = call
  if (status === 'disputed') return 'The payment is disputed. The call is on hold until the dispute is resolved.'
  if (status === 'confirmed') {
    if (!noShowBy) return undefined
    if (noShowBy === role && call.contestedAt) {
      return `${counterpart.name} reported you as a no-show. You contested it. Our team reviews both reports.`
    }
    const contestHint = isContestable(call, now) ? ' Is this wrong? Contest it within 7 days of the report.' : ''
    return noShowBy === role
      ? `${counterpart.name} reported you as a no-show.${contestHint}`
      : `You reported ${counterpart.name} as a no-show. Our team reviews it and emails you.`
  }
  const words = endReason && call.endedBy !== role ? ` “${endReason}”` : ''
  return [`${endedByText(call)}.${words}`, moneyOf(call)].filter(Boolean).join(' ')
}

function endedByText({ status, endedBy, role, counterpart }: Booking): string {
  const did = status === 'declined' ? 'declined' : 'cancelled'
  if (endedBy === role) return `You ${did} it`
  if (endedBy === 'founder' || endedBy === 'investor') return `${counterpart.name} ${did} it`
  return 'It was cancelled'
}

function moneyOf(call: Booking): string {
  const { role, refund, isRefundAsked } = call
  if (role === 'investor') {
    if (refund === 'none' && isRefundAsked) return 'Our team decides whether the founder gets a refund.'
    return refund === 'none' ? 'It was cancelled late, so you keep your share.' : 'The founder gets a refund.'
  }
  if (refund === 'due') return `${capital(priceOf(call))} is being refunded to your card.`
  if (refund === 'returned') return `${capital(priceOf(call))} has been refunded in full.`
  if (isRefundAsked) return 'You had three refunds within a year, so our team reviews this refund and emails you.'
  return `Free cancellation had ended, so ${priceOf(call)} is not refunded. You keep the contact.`
}

/**
 * Deadline for a founder to cancel with a full refund: the server's value, or the rule for calls made before the server sent one.
 */
const freeUntil = ({ freeUntil: deadline, start }: Booking) =>
  freeUntilOf({ start: new Date(start), freeUntil: deadline ? new Date(deadline) : null })

/** Text about the contact before it arrives; `undefined` once it has arrived. */
export const contactWords = ({ contactFrom, counterpart }: Booking, zone: string): string | undefined =>
  contactFrom
    ? `You get the contact of ${counterpart.name} and the meeting link on ${momentIn(zone, contactFrom)}. Until then you can cancel for a full refund.`
    : undefined

const INVESTOR_CANCELS = 'If the investor cancels or declines, you get a full refund.'

/** Terms of cancelling and moving, for a payment made now. The mail about the call repeats them. @param start ISO instant of the chosen slot; `now` in milliseconds */
export function termsOf(start: string, now: number, zone: string): string {
  const [at, paidAt] = [new Date(start), new Date(now)]
  if (isShortNotice(at, paidAt)) {
    return `This call starts soon. You can cancel it for a full refund within ${GRACE_MINUTES} minutes of paying. Then you get the contact and the meeting link, and it can no longer be moved or cancelled for a refund. If it doesn’t take place, the ${GUARANTEE_DAYS}-day guarantee applies. ${INVESTOR_CANCELS}`
  }
  const from = momentIn(zone, contactDueAt(at, paidAt).toISOString())
  return `You get the contact and the meeting link on ${from}, or sooner if you choose. Until then you can move the call to another free time, or cancel for a full refund. ${INVESTOR_CANCELS}`
}

/** Confirmation before an action, and its consequences for the money. */
export type Question = {
  title: string
  text: string
  /** Label of the confirmation button, and its label while busy. */
  action: string
  busy: string
  done: string
  /** Label of the field for a reason. */
  reason: string
  /** The refund that the user agreed to. The server asks for confirmation again when it no longer applies. */
  paidBack?: boolean
}

export function questionOf(action: Exclude<Action, 'reschedule'>, call: Booking, now: number): Question {
  const { counterpart, role, contactFrom } = call
  const { name } = counterpart
  const price = priceOf(call)
  if (action === 'no-show') {
    return {
      title: 'Report a no-show?',
      text: `Report that ${name} did not join this call. ${name} and our team are notified. No money moves until our team decides.`,
      action: 'Send report',
      busy: 'Sending…',
      done: 'Report sent',
      reason: 'What happened?',
    }
  }
  if (role === 'investor') {
    const refundNote = `${name} gets a full refund of ${price}, and you lose your share.`
    const decline = action === 'decline'
    return {
      title: decline ? 'Decline this call?' : 'Cancel this call?',
      text: `${refundNote} The slot reopens and ${name} is notified.`,
      action: decline ? 'Decline and refund' : 'Cancel and refund',
      busy: decline ? 'Declining…' : 'Cancelling…',
      done: decline ? 'Call declined' : 'Call cancelled',
      reason: `Message to ${name}`,
      paidBack: true,
    }
  }
  const paidBack = isPaidBack(role, freeUntil(call), new Date(now))
  return {
    title: 'Cancel this call?',
    text: paidBack
      ? `You get a full refund of ${price} to your card.${contactFrom ? '' : ` You also lose the contact of ${name}.`} After three refunds within a year, our team decides first.`
      : `Free cancellation has ended, so ${price} is not refunded. You keep the contact of ${name}.`,
    action: paidBack ? 'Cancel and refund' : 'Cancel without a refund',
    busy: 'Cancelling…',
    done: 'Call cancelled',
    reason: `Message to ${name}`,
    paidBack,
  }
}
