import type { Booking } from '#shared/bookings/contract.ts'
import { type Action, isPaidBack } from '#shared/bookings/rules.ts'
import { formatCents } from '#shared/money.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

export const priceOf = ({ amount }: Booking) => (amount === null ? 'the price' : formatCents(amount))
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** How a call stands, in one word. */
export function standingOf({ status, start, end, noShowBy }: Booking, now: number): { word: string; tone: BadgeTone } {
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
      return { word: 'Taken back', tone: 'red' }
    case 'confirmed':
      if (noShowBy) return { word: 'Reported', tone: 'red' }
      if (now < Date.parse(start)) return { word: 'Confirmed', tone: 'plain' }
      return now < Date.parse(end) ? { word: 'Now', tone: 'brass' } : { word: 'Over', tone: 'plain' }
  }
}

/** What has become of a call that does not simply take place, and of its money; nothing for one that does. */
export function accountOf(call: Booking): string | undefined {
  const { status, noShowBy, role, counterpart, endReason } = call
  if (status === 'disputed') return 'Its payment is disputed. Until that is settled the call does not take place.'
  if (status === 'confirmed') {
    if (!noShowBy) return undefined
    return noShowBy === role
      ? `${counterpart.name} told us that you did not come. Was it otherwise? Please write to support.`
      : `You told us that ${counterpart.name} did not come. Our team looks at it and writes to you.`
  }
  const words = endReason && call.endedBy !== role ? ` “${endReason}”` : ''
  return [`${enderOf(call)}.${words}`, moneyOf(call)].filter(Boolean).join(' ')
}

function enderOf({ status, endedBy, role, counterpart }: Booking): string {
  const did = status === 'declined' ? 'declined' : 'cancelled'
  if (endedBy === role) return `You ${did} it`
  if (endedBy === 'founder' || endedBy === 'investor') return `${counterpart.name} ${did} it`
  return 'It was called off'
}

function moneyOf(call: Booking): string {
  const { role, refund } = call
  if (role === 'investor') {
    return refund === 'none'
      ? 'It was less than 24 hours before its start, so the price stays with you.'
      : 'The founder gets the price back.'
  }
  if (refund === 'due') return `${capital(priceOf(call))} is on its way back to your card.`
  if (refund === 'returned') return `${capital(priceOf(call))} has been refunded in full.`
  return `It was less than 24 hours before its start, so ${priceOf(call)} is not paid back. You keep the contact.`
}

/** What is asked before something is done, and what it means for the money. */
export type Question = {
  title: string
  text: string
  /** The button that does it, and while it does. */
  action: string
  busy: string
  done: string
  /** What it is called where one says why. */
  reason: string
  /** What the person agreed to: the server asks again once it is no longer so. */
  paidBack?: boolean
}

export function questionOf(action: Exclude<Action, 'reschedule'>, call: Booking, now: number): Question {
  const { counterpart, role, start } = call
  const { name } = counterpart
  const price = priceOf(call)
  if (action === 'no-show') {
    return {
      title: 'Did nobody come?',
      text: `Tell us that ${name} did not come to this call. ${name} and our team hear of it. No money moves before the team has decided.`,
      action: 'Tell the team',
      busy: 'Telling…',
      done: 'The team has been told',
      reason: 'What should the team know?',
    }
  }
  if (role === 'investor') {
    const goesBack = `${name} gets ${price} back in full, so your share of it goes too.`
    const decline = action === 'decline'
    return {
      title: decline ? 'Decline this call?' : 'Cancel this call?',
      text: `${goesBack} The hour is free again, and ${name} hears of it at once.`,
      action: decline ? 'Decline and pay back' : 'Cancel and pay back',
      busy: decline ? 'Declining…' : 'Cancelling…',
      done: decline ? 'Call declined' : 'Call cancelled',
      reason: `A word to ${name}`,
      paidBack: true,
    }
  }
  const paidBack = isPaidBack(role, new Date(start), new Date(now))
  return {
    title: 'Cancel this call?',
    text: paidBack
      ? `You get ${price} back in full, on the card you paid with. With the money the contact of ${name} goes back as well.`
      : `It starts in less than 24 hours, so ${price} is not paid back. You keep the contact of ${name}.`,
    action: paidBack ? 'Cancel and get it back' : 'Cancel without a refund',
    busy: 'Cancelling…',
    done: 'Call cancelled',
    reason: `A word to ${name}`,
    paidBack,
  }
}
