import type { MailMessage, Paragraph } from '#server/email/mail-message.ts'
import type { BookingSide } from '#shared/bookings/contract.ts'
import { isSameClock, momentIn, spanIn } from '#shared/bookings/format-time.ts'
import type { Action, RefundOutcome } from '#shared/bookings/rules.ts'
import { type Cents, formatCents } from '#shared/money.ts'
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
  /** In the founder's message: until when a cancellation refunds the price; null once that is over. */
  freeUntil: string | null
  /** In the founder's message: when contact and meeting link are released. Null once they are released. */
  contactFrom: string | null
  /** This call granted the contact. */
  isContactKept: boolean
  amount: Cents | null
  message: string | null
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
const link = ({ meetingLink }: CallFacts): Paragraph[] => (meetingLink ? [{ label: 'Where you meet', url: meetingLink }] : [])
const page = (facts: CallFacts, label = 'See or change the call'): Paragraph[] => (facts.page ? [{ label, url: facts.page }] : [])
const words = (label: string, text: string | null): Paragraph[] => {
  const said = line(text, MAX_TEXT_LENGTH)
  return said ? [`${label}: ${said}`] : []
}
const CALENDAR = 'The file with this message puts it into your calendar.'

const callMail = (subject: string, ...paragraphs: Paragraph[]): MailMessage => ({
  subject,
  paragraphs: ['Hello,', ...paragraphs],
})

export const callBooked = (facts: CallFacts): MailMessage =>
  callMail(
    `Your call with ${nameOf(facts)} is booked`,
    facts.role === 'founder'
      ? `Your call with ${nameOf(facts)} is booked.`
      : `${nameOf(facts)} has paid for a call with you${facts.amount === null ? '' : ` (${formatCents(facts.amount)})`}.`,
    ...times(facts),
    ...link(facts),
    ...words('They write', facts.role === 'investor' ? facts.message : null),
    CALENDAR,
    ...founderTerms(facts),
    facts.role === 'founder'
      ? `${facts.openActions.includes('reschedule') ? 'Until 24 hours before it starts you may move it. ' : ''}If the investor cancels it, you get your money back.`
      : facts.page
        ? 'Does the hour not suit you? Cancel at any time before it starts: the founder gets their money back.'
        : 'Does the hour not suit you? Please answer with the support form of the app, and we call it off and pay the founder back.',
    ...page(facts),
  )

/** When the contact is released, and until when the price is refunded. */
function founderTerms({ role, ownZone, freeUntil, contactFrom }: CallFacts): Paragraph[] {
  if (role !== 'founder' || freeUntil === null) return []
  const until = momentIn(ownZone, freeUntil)
  if (contactFrom === null) return [`You may cancel it for a full refund until ${until}.`]
  return [
    `You may cancel it for a full refund until ${until}. At that moment you get the meeting link and the contact, in the app and by mail.`,
    'Do you want them now? Choose “Show the contact now” beside the call. After that a cancellation by you returns nothing.',
  ]
}

/** To the founder, once free cancellation has ended. */
export const callContact = (facts: CallFacts): MailMessage =>
  callMail(
    `The contact for your call with ${nameOf(facts)}`,
    `The contact of ${nameOf(facts)} is in the app now, under Contacts. A cancellation by you no longer returns the price.`,
    ...times(facts),
    ...link(facts),
    CALENDAR,
    ...page(facts),
  )

export const callMoved = (facts: CallFacts, before: { start: string; end: string }): MailMessage =>
  callMail(
    `Your call with ${nameOf(facts)} has another time`,
    `${facts.role === 'founder' ? 'You have' : 'The founder has'} moved your call with ${nameOf(facts)}. It takes place at:`,
    ...times(facts),
    `Before, it was at: ${spanIn(facts.ownZone, before)}`,
    ...link(facts),
    ...(facts.contactFrom === null ? [] : founderTerms(facts)),
    CALENDAR,
    ...page(facts),
  )

/** After a message that the call was cancelled. */
export const callStandsAgain = (facts: CallFacts): MailMessage =>
  callMail(
    `Your call with ${nameOf(facts)} takes place after all`,
    `We wrote that your call with ${nameOf(facts)} is cancelled, because its payment went back. The payment has come back to us, so the call takes place as it was booked:`,
    ...times(facts),
    ...link(facts),
    CALENDAR,
    ...founderTerms(facts),
    ...(facts.role === 'investor' && facts.page
      ? ['Does the hour not suit you any more? Cancel at any time before it starts: the founder gets their money back.']
      : []),
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
    money: 'This call will not take place, because its payment went back:',
    founder: `${who} ${kind} this call:`,
    investor: `${who} ${kind} this call:`,
  }
  return callMail(
    kind === 'declined' ? `Your call with ${nameOf(facts)} was declined` : `Your call with ${nameOf(facts)} is cancelled`,
    whose[by],
    ...times(facts),
    ...words('They write', by === facts.role ? null : reason),
    moneyWords(facts, refund),
    'The file with this message takes it out of your calendar.',
    ...page(facts, 'See your calls'),
  )
}

function moneyWords({ role, amount, isContactKept }: CallFacts, refund: RefundOutcome): string {
  const sum = amount === null ? 'The price' : formatCents(amount)
  if (role === 'investor') {
    if (refund === 'asked') return 'Our team decides whether the founder gets the price back.'
    return refund === 'due' ? 'The founder gets the price back.' : 'It was called off late, so the price stays with you.'
  }
  if (refund === 'asked') {
    return 'You have had three refunds within a year, so our team decides about the price and writes to you.'
  }
  if (refund === 'none') return `Free cancellation had ended, so ${sum} is not paid back. You keep the contact.`
  const goesBack = `${sum} goes back to your card in full. Your bank may take 5 to 10 business days to show it.`
  return isContactKept ? `${goesBack} With the money the contact goes back as well.` : goesBack
}

export const callTomorrow = (facts: CallFacts): MailMessage =>
  callMail(
    `Tomorrow: your call with ${nameOf(facts)}`,
    'Your call is a day away.',
    ...times(facts),
    ...link(facts),
    ...page(facts),
  )

export const callSoon = (facts: CallFacts): MailMessage =>
  callMail(
    `In 15 minutes: your call with ${nameOf(facts)}`,
    'Your call begins in a quarter of an hour.',
    ...times(facts),
    ...link(facts),
    ...page(facts),
  )

/** To the side that was reported as a no-show. */
export const reportedMissing = (facts: CallFacts): MailMessage =>
  callMail(
    `Your call with ${nameOf(facts)}: were you there?`,
    `${nameOf(facts)} tells us that you did not come to this call:`,
    ...times(facts),
    facts.page
      ? 'If it was otherwise, please say so beside the call in the app within 7 days. Our team reads it before anything is decided.'
      : 'If it was otherwise, please write to us within 7 days with the support form of the app. Our team looks at it before anything is decided.',
    ...page(facts),
  )

/** To the admins: the side that was reported as a no-show contests the report. */
export const reportContested = (
  call: { id: string; orderId: string | null; side: BookingSide; name: string; reason: string; start: string; end: string },
  base: string,
): MailMessage =>
  callMail(
    `A report is contested: the ${call.side} says they came`,
    `${line(call.name)} was reported missing at a call, and says otherwise.`,
    spanIn('UTC', call),
    `Call ${call.id}${call.orderId ? `, order ${call.orderId}` : ''}`,
    ...words('They write', call.reason),
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
    `Missing at a call: the ${call.missing}`,
    `The ${call.missing} was reported missing.`,
    `Investor: ${line(call.investor)}. Founder: ${line(call.founder)}.`,
    spanIn('UTC', call),
    `Call ${call.id}${call.orderId ? `, order ${call.orderId}` : ''}`,
    ...words('They write', call.reason),
    call.missing === 'investor'
      ? 'The founder may be owed the price.'
      : 'The price stays with the investor unless you decide otherwise.',
    { label: 'Open the refund requests', url: adminUrl(base, 'refunds') },
  )
