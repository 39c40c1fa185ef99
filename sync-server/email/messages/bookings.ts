import type { MailMessage, Paragraph } from '#server/email/mail-message.ts'
import { hello } from '#server/email/mail-parts.ts'
import type { BookingSide } from '#shared/bookings/contract.ts'
import { isSameClock, momentIn, spanIn } from '#shared/bookings/format-time.ts'
import { type Action, FREE_CANCELLATION_HOURS, type RefundOutcome } from '#shared/bookings/rules.ts'
import { slotAt } from '#shared/bookings/slots.ts'
import { type Cents, formatCents } from '#shared/money.ts'
import { BANK_TIME } from '#shared/refunds/guarantee.ts'
import { cleanLine, cut } from '#shared/text.ts'
import { adminUrl } from './admin.ts'

/** The facts of a call that a message contains; `role` is the reader's side. */
export type CallFacts = {
  role: BookingSide
  counterpart: string
  company: string | null
  start: string
  end: string
  ownZone: string
  otherZone: string
  meetingLink: string | null
  /** The actions that the reader may take when the message is written. */
  openActions: readonly Action[]
  /** The reader may propose another time when the message is written. */
  canPropose: boolean
  /** In the founder's message: until when a cancellation refunds the price; null once that is over. */
  freeUntil: string | null
  /** In the founder's message: when contact and meeting link are released. Null once they are released. */
  contactFrom: string | null
  /** This call granted the contact. */
  isContactKept: boolean
  amount: Cents | null
  message: string | null
  /** In the investor's message about a booking: where to reply without signing in. */
  replyLink: string | null
  /** Page where the reader sees and changes the call; null for a reader without an account. */
  page: string | null
}

const MAX_NAME_LENGTH = 80
const MAX_TEXT_LENGTH = 2000

const line = (text: string | null, most = MAX_NAME_LENGTH) => cut(cleanLine(text ?? ''), most)
const nameOf = ({ counterpart, company }: CallFacts) => {
  const [name, of] = [line(counterpart), line(company)]
  return of && of !== name ? `${name}, ${of}` : name
}

/** In the reader's time zone, and in the other one where its local time differs. */
const times = ({ ownZone, otherZone, ...span }: CallFacts): Paragraph[] => [
  spanIn(ownZone, span),
  ...(isSameClock(ownZone, otherZone, span.start) ? [] : [`For the other side: ${spanIn(otherZone, span)}`]),
]

/** Where to join. The founder is the one who knows the other side's address by then. */
const link = ({ role, counterpart, meetingLink, contactFrom, page }: CallFacts): Paragraph[] => {
  if (meetingLink) return [{ label: 'Join', url: meetingLink }]
  if (contactFrom !== null) return []
  const name = line(counterpart)
  if (role === 'founder') return [`${name} has not added a video link yet. Write to them to agree on one.`]
  return page
    ? [`Your listing has no video link. Add one, so that ${name} knows where to join.`]
    : [`There is no video link yet. ${name} gets your address and can write to you.`]
}
const page = (facts: CallFacts, label = 'See or change the call'): Paragraph[] => (facts.page ? [{ label, url: facts.page }] : [])
const words = (label: string, text: string | null): Paragraph[] => {
  const said = line(text, MAX_TEXT_LENGTH)
  return said ? [`${label}: ${said}`] : []
}
/** What an investor with an account may do until the call begins. */
const INVESTOR_MAY = 'You can propose another time in the app. Cancel at any time before it starts. The founder gets a refund.'
const CALENDAR = 'The attached file adds the event to your calendar.'

const callMail = (subject: string, ...paragraphs: Paragraph[]): MailMessage => ({
  subject,
  paragraphs: [hello(null), ...paragraphs],
})

export const callBooked = (facts: CallFacts): MailMessage =>
  callMail(
    `Your call with ${nameOf(facts)} is booked`,
    facts.role === 'founder'
      ? `Your call with ${nameOf(facts)} is booked.`
      : `${nameOf(facts)} has paid for a call with you${facts.amount === null ? '' : ` (${formatCents(facts.amount)})`}.`,
    ...times(facts),
    ...link(facts),
    ...words('Message', facts.role === 'investor' ? facts.message : null),
    CALENDAR,
    ...founderTerms(facts),
    ...replyTo(facts),
    facts.role === 'founder'
      ? `${facts.openActions.includes('reschedule') ? `You can move it until ${FREE_CANCELLATION_HOURS} hours before it starts. ` : facts.canPropose ? 'You can propose another time in the app. ' : ''}If the investor cancels it, you get a full refund.`
      : facts.page
        ? `Can’t make it? ${INVESTOR_MAY}`
        : 'Can’t make it? Tell us through the support form in the app. We cancel the call and refund the founder.',
    ...page(facts),
  )

/** The link opens a page with a button, because scanners of mailboxes open links. */
const replyTo = ({ replyLink, counterpart }: CallFacts): Paragraph[] =>
  replyLink === null
    ? []
    : [
        `Tell ${line(counterpart)} that you will be there, with a line if you like. The link works once, until the call begins.`,
        { label: 'Confirm the call', url: replyLink },
      ]

/** To the founder, when the investor has confirmed the call. */
export const callReplied = (facts: CallFacts, text: string): MailMessage =>
  callMail(
    `${nameOf(facts)} confirmed your call`,
    `${nameOf(facts)} will be there.`,
    ...words('Message', text),
    ...times(facts),
    ...link(facts),
    ...page(facts),
  )

/** When the contact is released, and until when the price is refunded. */
function founderTerms({ role, ownZone, freeUntil, contactFrom }: CallFacts): Paragraph[] {
  if (role !== 'founder' || freeUntil === null) return []
  const until = momentIn(ownZone, freeUntil)
  if (contactFrom === null) return [`You can cancel it for a full refund until ${until}.`]
  return [
    `You can cancel it for a full refund until ${until}. You then get the meeting link and the contact, in the app and by email.`,
    'To get them now, choose “Show the contact now” on the call. If you cancel after that, you get no refund.',
  ]
}

/** To the founder, once free cancellation has ended. */
export const callContact = (facts: CallFacts): MailMessage =>
  callMail(
    `The contact for your call with ${nameOf(facts)}`,
    `The contact of ${nameOf(facts)} is now under Contacts in the app. If you cancel now, you get no refund.`,
    ...times(facts),
    ...link(facts),
    CALENDAR,
    ...page(facts),
  )

/** @param decidedBy  the founder who moved it, or the side that accepted a time which the other one had proposed */
export const callMoved = (
  facts: CallFacts,
  before: { start: string; end: string },
  decidedBy: 'founder' | { accepted: BookingSide },
): MailMessage =>
  callMail(
    `Your call with ${nameOf(facts)} was moved`,
    `${movedWords(facts, decidedBy)} New time:`,
    ...times(facts),
    `Previous time: ${spanIn(facts.ownZone, before)}`,
    ...link(facts),
    ...(facts.contactFrom === null ? [] : founderTerms(facts)),
    CALENDAR,
    ...page(facts),
  )

function movedWords(facts: CallFacts, decidedBy: 'founder' | { accepted: BookingSide }): string {
  const name = nameOf(facts)
  if (decidedBy === 'founder') return `${facts.role === 'founder' ? 'You have' : 'The founder has'} moved your call with ${name}.`
  return decidedBy.accepted === facts.role
    ? `You accepted a time that ${name} proposed.`
    : `${name} accepted a time that you proposed.`
}

/** To the side that has not made the proposal. */
export const timesProposed = (
  facts: CallFacts,
  { times, note }: { times: readonly string[]; note: string | null },
): MailMessage =>
  callMail(
    `${nameOf(facts)} proposes another time for your call`,
    `${nameOf(facts)} proposes another time for your call. Accept one of these times, or decline. Until you accept one, the call stays as it is.`,
    ...times.map((start) => spanIn(facts.ownZone, slotAt(Date.parse(start)))),
    ...words('Message', note),
    `Current time: ${spanIn(facts.ownZone, facts)}`,
    'Proposed times are not reserved. If one is taken before you accept, you can choose another.',
    ...page(facts, 'Answer in the app'),
  )

/** To the side whose proposal was declined. */
export const proposalDeclined = (facts: CallFacts): MailMessage =>
  callMail(
    `${nameOf(facts)} declined the times that you proposed`,
    `${nameOf(facts)} declined the times that you proposed. Your call has not changed:`,
    ...times(facts),
    ...(facts.canPropose ? ['You can propose other times in the app.'] : []),
    ...page(facts),
  )

/** After a message that the call was cancelled. */
export const callStandsAgain = (facts: CallFacts): MailMessage =>
  callMail(
    `Your call with ${nameOf(facts)} is on again`,
    `We told you that your call with ${nameOf(facts)} was cancelled because its payment was returned. The payment is valid again, so the call takes place as booked:`,
    ...times(facts),
    ...link(facts),
    CALENDAR,
    ...founderTerms(facts),
    ...(facts.role === 'investor' && facts.page ? [`Can’t make it any more? ${INVESTOR_MAY}`] : []),
    ...page(facts),
  )

export type Ending = {
  kind: 'cancelled' | 'declined'
  /** Who ended it; `system` when a side has left Latchkey, `money` when its payment was refunded or reversed. */
  by: BookingSide | 'system' | 'money'
  refund: RefundOutcome
  reason: string | null
}

export function callEnded(facts: CallFacts, { kind, by, refund, reason }: Ending): MailMessage {
  const who = by === facts.role ? 'You have' : `${nameOf(facts)} has`
  const whose = {
    system: 'This call will not take place, because the other side has left Latchkey:',
    money: 'This call will not take place, because its payment was returned:',
    founder: `${who} ${kind} this call:`,
    investor: `${who} ${kind} this call:`,
  }
  return callMail(
    kind === 'declined' ? `Your call with ${nameOf(facts)} was declined` : `Your call with ${nameOf(facts)} is cancelled`,
    whose[by],
    ...times(facts),
    ...words('Message', by === facts.role ? null : reason),
    moneyWords(facts, refund),
    'The attached file removes the event from your calendar.',
    ...page(facts, 'See your calls'),
  )
}

function moneyWords({ role, amount, isContactKept }: CallFacts, refund: RefundOutcome): string {
  const sum = amount === null ? 'The price' : formatCents(amount)
  if (role === 'investor') {
    if (refund === 'asked') return 'Our team decides whether the founder gets a refund.'
    return refund === 'due' ? 'The founder gets a refund.' : 'It was cancelled late, so you keep your share.'
  }
  if (refund === 'asked') {
    return 'You had three refunds within a year, so our team reviews this refund and emails you.'
  }
  if (refund === 'none') return `Free cancellation had ended, so ${sum} is not refunded. You keep the contact.`
  const goesBack = `${sum} is refunded to your card in full. ${BANK_TIME}`
  return isContactKept ? `${goesBack} You also lose access to the contact.` : goesBack
}

export const callTomorrow = (facts: CallFacts): MailMessage =>
  callMail(`Tomorrow: your call with ${nameOf(facts)}`, 'Your call is tomorrow.', ...times(facts), ...link(facts), ...page(facts))

export const callSoon = (facts: CallFacts): MailMessage =>
  callMail(
    `In 15 minutes: your call with ${nameOf(facts)}`,
    'Your call starts in 15 minutes.',
    ...times(facts),
    ...link(facts),
    ...page(facts),
  )

/** To the side that was reported as a no-show. */
export const reportedMissing = (facts: CallFacts): MailMessage =>
  callMail(
    `${nameOf(facts)} reported you as a no-show`,
    `${nameOf(facts)} reported that you did not join this call:`,
    ...times(facts),
    facts.page
      ? 'If this is wrong, contest it on the call in the app within 7 days. Our team reviews both sides before deciding.'
      : 'If this is wrong, contact us within 7 days through the support form in the app. Our team reviews both sides before deciding.',
    ...page(facts),
  )

/** To the side whose report of a no-show is contested. */
export const contested = (facts: CallFacts): MailMessage =>
  callMail(
    `${nameOf(facts)} contests your report`,
    `You reported that ${nameOf(facts)} did not join this call, and ${nameOf(facts)} contests that:`,
    ...times(facts),
    'Our team reviews both sides. No money is moved until our team decides, and we email you then.',
    ...page(facts),
  )

/** To the investor of a call that was reported as a no-show, once an admin has decided about its price. */
export const reportDecided = (facts: CallFacts, isReturned: boolean): MailMessage =>
  callMail(
    `Our decision about your call with ${nameOf(facts)}`,
    `A no-show was reported for this call:`,
    ...times(facts),
    isReturned
      ? 'Our team has reviewed it. The founder gets a refund, so your share of the price is returned.'
      : 'Our team has reviewed it. The founder gets no refund, and you keep your share of the price.',
    ...page(facts, 'See the call'),
  )

/** To the admins: the side that was reported as a no-show contests the report. */
export const reportContested = (
  call: { id: string; orderId: string | null; side: BookingSide; name: string; reason: string; start: string; end: string },
  base: string,
): MailMessage =>
  callMail(
    `No-show contested by the ${call.side}`,
    `${line(call.name)} contests a no-show report.`,
    spanIn('UTC', call),
    `Call ${call.id}${call.orderId ? `, order ${call.orderId}` : ''}`,
    ...words('Message', call.reason),
    { label: 'Open the refund requests', url: adminUrl(base, 'refunds') },
  )

/** To the admins. */
export const missingReported = (
  call: {
    id: string
    orderId: string | null
    missing: BookingSide
    founder: string
    investor: string
    start: string
    end: string
    reason: string | null
  },
  base: string,
): MailMessage =>
  callMail(
    `No-show reported: the ${call.missing}`,
    `The ${call.missing} was reported as a no-show.`,
    `Investor: ${line(call.investor)}. Founder: ${line(call.founder)}.`,
    spanIn('UTC', call),
    `Call ${call.id}${call.orderId ? `, order ${call.orderId}` : ''}`,
    ...words('Message', call.reason),
    call.missing === 'investor'
      ? 'The founder may be due a refund.'
      : 'The investor keeps their share unless you decide otherwise.',
    { label: 'Open the refund requests', url: adminUrl(base, 'refunds') },
  )
