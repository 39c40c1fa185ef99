import * as v from 'valibot'
import { IntroAnswer } from '#shared/admin/intros.ts'
import { ProjectStatus } from '#shared/admin/projects.ts'
import { ReviewStatus } from '#shared/applications/contract.ts'
import { BookingSide } from '#shared/bookings/contract.ts'
import { BookingId, OrderId, ProjectId, VcId } from '#shared/ids.ts'
import { Cents, formatCents } from '#shared/money.ts'
import { BANK_TIME } from '#shared/refunds/guarantee.ts'
import { ReplyChoice, replyLabels } from '#shared/replies/contract.ts'
import type { Notice } from './contract.ts'

/** The document of the reader's device that knows the name in a notice: of the other side of a call, a founder, an order. */
export type NameOf =
  | { in: 'bookings' | 'requestsReceived' | 'orders' | 'tickets'; id: string }
  | { in: 'investors'; id: VcId }
  | { in: 'ownProject'; id: ProjectId }

/** `at`: an instant that is shown after the line, in the reader's time zone. */
export type NoticeText = { title: string; line: string; at?: string }

type Kind<Facts extends v.GenericSchema> = {
  facts: Facts
  /** A screen of the app, as an address within it. */
  path: (facts: v.InferOutput<Facts>) => string
  nameOf?: (facts: v.InferOutput<Facts>) => NameOf
  /** @param name  undefined while the device does not have it */
  text: (facts: v.InferOutput<Facts>, name: string | undefined) => NoticeText
}

/** How a notice is shown, apart from the name. */
type Reading = { path: string; nameOf: NameOf | undefined; textWith: (name: string | undefined) => NoticeText }

/** `read`: undefined for facts that only another build knows. */
const kind = <Facts extends v.GenericSchema>({ facts, path, nameOf, text }: Kind<Facts>) => ({
  facts,
  read(given: unknown): Reading | undefined {
    const parsed = v.safeParse(facts, given)
    if (!parsed.success) return undefined
    const { output } = parsed
    return { path: path(output), nameOf: nameOf?.(output), textWith: (name) => text(output, name) }
  },
})

const callFacts = { bookingId: BookingId, role: BookingSide }
const callPlace = {
  path: ({ bookingId }: { bookingId: BookingId }) => `/calls#call-${bookingId}`,
  nameOf: ({ bookingId }: { bookingId: BookingId }): NameOf => ({ in: 'bookings', id: bookingId }),
}
const withName = (name: string | undefined) => (name ? `with ${name} ` : '')
/** The other side of a call, as the subject of a sentence. */
const otherSide = (role: BookingSide, name: string | undefined) => name ?? (role === 'founder' ? 'The investor' : 'The founder')

const order = v.object({ orderId: OrderId, amount: Cents })
const orderPlace = {
  path: ({ orderId }: { orderId: OrderId }) => `/receipt/${orderId}`,
  nameOf: ({ orderId }: { orderId: OrderId }): NameOf => ({ in: 'orders', id: orderId }),
}
const titled = (name: string | undefined) => (name ? `${name}. ` : '')

const ACTIVITY = '/profile?tab=activity'
const LISTING = '/profile?tab=investor'
/** What our team changed of a listing. */
const ListingChange = v.picklist(['text', 'contact', 'pause', 'resume'])
const EARNINGS = () => '/earnings'

/**
 * Every kind of notice. A kind that was released keeps its name and the facts that it requires: notices are kept for months, and
 * an installed app may be older than the server.
 *
 * No notice: what the reader has just done (a receipt, a request that arrived), codes, links and warnings about a sign-in, which
 * belong in the mailbox, follow-ups, which the user has set, and the work of admins, which has its queues.
 */
export const noticeKinds = {
  // What happens to a founder's purchases and requests.
  reply: kind({
    facts: v.object({ vcId: VcId, choice: ReplyChoice, isBought: v.boolean() }),
    path: ({ vcId, isBought }) => (isBought ? `/contacts/${vcId}` : `/vc/${vcId}`),
    nameOf: ({ vcId }) => ({ in: 'investors', id: vcId }),
    text: ({ choice }, name) => ({ title: `${name ?? 'An investor'} replied`, line: `${replyLabels[choice]}.` }),
  }),
  'no-reply': kind({
    facts: v.object({ vcId: VcId, orderId: OrderId, until: v.string() }),
    path: orderPlace.path,
    nameOf: ({ vcId }) => ({ in: 'investors', id: vcId }),
    text: ({ until }, name) => ({
      title: `No reply from ${name ?? 'an investor'} yet`,
      line: 'If they did not write to you either, you can ask for your money back. The guarantee ends on',
      at: until,
    }),
  }),
  intro: kind({
    facts: v.object({ vcId: VcId, answer: IntroAnswer }),
    path: ({ vcId }) => `/vc/${vcId}`,
    nameOf: ({ vcId }) => ({ in: 'investors', id: vcId }),
    text: ({ answer }, name) => introText(answer, name ?? 'the investor'),
  }),
  'call-contact': kind({
    facts: v.object({ ...callFacts, vcId: VcId }),
    ...callPlace,
    path: ({ vcId }) => `/contacts/${vcId}`,
    text: (_, name) => ({
      title: name ? `${name}’s contact is released` : 'A contact is released',
      line: 'Free cancellation has ended. The contact and the meeting link are on this device.',
    }),
  }),

  // What happens to an investor's listing.
  sale: kind({
    facts: v.object({ requestId: v.string(), amount: Cents }),
    path: () => ACTIVITY,
    nameOf: ({ requestId }) => ({ in: 'requestsReceived', id: requestId }),
    text: ({ amount }, name) => ({
      title: `${name ?? 'A founder'} unlocked your contact`,
      line: `They paid ${formatCents(amount)}, and can read your reply.`,
    }),
  }),
  request: kind({
    facts: v.object({ requestId: v.string() }),
    path: () => ACTIVITY,
    nameOf: ({ requestId }) => ({ in: 'requestsReceived', id: requestId }),
    text: (_, name) => ({ title: `${name ?? 'A founder'} asks for an introduction`, line: 'You can reply with one tap.' }),
  }),
  'sale-reversed': kind({
    facts: order,
    path: EARNINGS,
    text: ({ amount }) => ({
      title: 'A sale was reversed',
      line: `The founder’s ${formatCents(amount)} were returned, and your share with them.`,
    }),
  }),
  'sale-disputed': kind({
    facts: order,
    path: EARNINGS,
    text: ({ amount }) => ({
      title: 'A payment is disputed',
      line: `A bank disputes a founder’s ${formatCents(amount)}. Your share waits for its decision.`,
    }),
  }),

  // Calls, for the side that did not act; for both where neither did.
  'call-booked': kind({
    facts: v.object({ ...callFacts, start: v.string() }),
    ...callPlace,
    text: ({ role, start }, name) => ({ title: `${otherSide(role, name)} booked a call`, line: 'It takes place on', at: start }),
  }),
  'call-moved': kind({
    facts: v.object({ ...callFacts, start: v.string() }),
    ...callPlace,
    text: ({ role, start }, name) => ({
      title: `${otherSide(role, name)} moved your call`,
      line: 'It now takes place on',
      at: start,
    }),
  }),
  'call-proposed': kind({
    facts: v.object(callFacts),
    ...callPlace,
    text: ({ role }, name) => ({
      title: `${otherSide(role, name)} proposes another time`,
      line: 'Accept one of the times, or keep the call as it is.',
    }),
  }),
  'call-proposal-declined': kind({
    facts: v.object(callFacts),
    ...callPlace,
    text: ({ role }, name) => ({ title: `${otherSide(role, name)} declined your proposal`, line: 'The call stays as it is.' }),
  }),
  'call-cancelled': kind({
    facts: v.object({ ...callFacts, isReturned: v.boolean(), by: v.picklist(['side', 'system', 'money']) }),
    ...callPlace,
    text: ({ role, isReturned, by }, name) => ({
      title: by === 'side' ? `${otherSide(role, name)} cancelled your call` : `Your call ${withName(name)}is cancelled`,
      line: endLine(role, isReturned, by),
    }),
  }),
  'call-declined': kind({
    facts: v.object({ ...callFacts, isReturned: v.boolean() }),
    ...callPlace,
    text: ({ role, isReturned }, name) => ({
      title: `${otherSide(role, name)} declined your call`,
      line: endLine(role, isReturned, 'side'),
    }),
  }),
  'call-restored': kind({
    facts: v.object({ ...callFacts, start: v.string() }),
    ...callPlace,
    text: ({ start }, name) => ({
      title: `Your call ${withName(name)}takes place after all`,
      line: 'It takes place on',
      at: start,
    }),
  }),
  'call-soon': kind({
    facts: v.object({ ...callFacts, start: v.string() }),
    ...callPlace,
    text: ({ start }, name) => ({ title: `Your call ${withName(name)}is coming up`, line: 'It takes place on', at: start }),
  }),
  'call-missing': kind({
    facts: v.object(callFacts),
    ...callPlace,
    text: ({ role }, name) => ({
      title: `${otherSide(role, name)} reports that you did not come`,
      line: 'If that is wrong, say so at the call. No money has moved.',
    }),
  }),

  'call-contested': kind({
    facts: v.object(callFacts),
    ...callPlace,
    text: ({ role }, name) => ({
      title: `${otherSide(role, name)} contests your report`,
      line: 'Our team decides. No money moves until then.',
    }),
  }),
  'call-decided': kind({
    facts: v.object({ ...callFacts, isReturned: v.boolean() }),
    ...callPlace,
    text: ({ isReturned }, name) => ({
      title: `We decided about your call${name ? ` with ${name}` : ''}`,
      line: isReturned
        ? 'The founder gets a refund, and your share is returned.'
        : 'The founder gets no refund. You keep your share.',
    }),
  }),

  'call-conflict': kind({
    facts: v.object({ ...callFacts, start: v.string() }),
    ...callPlace,
    text: ({ start }, name) => ({
      title: `Your calendar has an event during your call${name ? ` with ${name}` : ''}`,
      line: 'The call stays as it is. Propose another time if you cannot come. It takes place on',
      at: start,
    }),
  }),
  'calendar-unread': kind({
    facts: v.object({ since: v.string() }),
    path: () => LISTING,
    text: ({ since }) => ({
      title: 'We can’t read your calendar',
      line: 'Founders are offered times by what it said before. Please check the connection. It first failed on',
      at: since,
    }),
  }),

  'call-rated': kind({
    // Without the stars, which are erased with the account that gave them.
    facts: v.object(callFacts),
    ...callPlace,
    text: ({ role }, name) => ({ title: `${otherSide(role, name)} rated your call`, line: 'The rating is with the call.' }),
  }),

  'call-replied': kind({
    facts: v.object(callFacts),
    ...callPlace,
    text: ({ role }, name) => ({
      title: `${otherSide(role, name)} confirmed your call`,
      line: 'What they say is with the call.',
    }),
  }),

  // Money.
  'refund-approved': kind({
    facts: order,
    ...orderPlace,
    text: ({ amount }, name) => ({
      title: 'Your refund was approved',
      line: `${titled(name)}${formatCents(amount)} are on their way to your card.`,
    }),
  }),
  'refund-declined': kind({
    facts: order,
    ...orderPlace,
    text: (_, name) => ({ title: 'Your refund was declined', line: `${titled(name)}The reason is with the receipt.` }),
  }),
  'refund-paid': kind({
    facts: order,
    ...orderPlace,
    text: ({ amount }, name) => ({
      title: `${formatCents(amount)} returned to your card`,
      line: `${titled(name)}${BANK_TIME}`,
    }),
  }),
  'payment-returned': kind({
    facts: order,
    nameOf: orderPlace.nameOf,
    path: () => ACTIVITY,
    text: ({ amount }, name) => ({
      title: 'Your payment is being returned',
      line: `${titled(name)}It could not be delivered, so ${formatCents(amount)} go back to your card.`,
    }),
  }),
  'payout-sending': kind({
    facts: v.object({ amount: Cents }),
    path: EARNINGS,
    text: ({ amount }) => ({ title: `A payout of ${formatCents(amount)} is on its way`, line: 'Its transfer has been started.' }),
  }),
  'payout-paid': kind({
    facts: v.object({ amount: Cents }),
    path: EARNINGS,
    text: ({ amount }) => ({
      title: `${formatCents(amount)} paid out`,
      line: 'The reference of the transfer is in your earnings.',
    }),
  }),
  'payout-details-needed': kind({
    facts: v.object({ amount: Cents }),
    path: EARNINGS,
    text: ({ amount }) => ({ title: 'Where should we pay you?', line: `${formatCents(amount)} wait for your payout details.` }),
  }),

  // Decisions and answers of the team.
  application: kind({
    facts: v.object({ status: ReviewStatus }),
    path: () => LISTING,
    text: ({ status }) => applicationTexts[status],
  }),
  'claim-ended': kind({
    facts: v.object({}),
    path: () => LISTING,
    text: () => ({ title: 'Your claim to a profile has ended', line: 'The profile was removed from Latchkey.' }),
  }),
  'listing-changed': kind({
    facts: v.object({ what: ListingChange }),
    path: () => LISTING,
    text: ({ what }) => listingChangeTexts[what],
  }),
  project: kind({
    facts: v.object({ projectId: ProjectId, status: ProjectStatus, isPublished: v.boolean() }),
    path: ({ projectId, isPublished }) => (isPublished ? `/project/${projectId}` : '/profile?tab=project'),
    nameOf: ({ projectId }) => ({ in: 'ownProject', id: projectId }),
    text: ({ status }, name) => projectText(status, name ?? 'Your project'),
  }),
  'report-decided': kind({
    facts: v.object({ projectId: ProjectId, isRemoved: v.boolean() }),
    path: ({ projectId, isRemoved }) => (isRemoved ? '/scout' : `/project/${projectId}`),
    text: ({ isRemoved }) => ({
      title: 'We looked into your report',
      line: isRemoved
        ? 'The project is no longer on Latchkey. Thank you.'
        : 'We found no reason to take the project off. Thank you.',
    }),
  }),
  'profile-request': kind({
    facts: v.object({ vcId: VcId, request: v.picklist(['claim', 'remove']), isApproved: v.boolean() }),
    path: ({ vcId, request, isApproved }) => (request === 'remove' && isApproved ? '/vcs' : `/vc/${vcId}`),
    text: ({ request, isApproved }) => profileRequestText(request, isApproved),
  }),
  'ticket-answered': kind({
    facts: v.object({ ticketId: v.string(), about: v.picklist(['support', 'feedback']) }),
    path: ({ about }) => (about === 'support' ? '/support' : '/requests'),
    nameOf: ({ ticketId }) => ({ in: 'tickets', id: ticketId }),
    text: (_, name) => ({ title: 'We replied to your message', line: name ?? 'Open it to read our reply.' }),
  }),
}

export type NoticeKind = keyof typeof noticeKinds
export type NoticeFacts = { [Name in NoticeKind]: v.InferOutput<(typeof noticeKinds)[Name]['facts']> }

function endLine(role: BookingSide, isReturned: boolean, by: 'side' | 'system' | 'money'): string {
  if (by === 'money') return 'Its payment was returned.'
  const why = by === 'system' ? 'The other side has left Latchkey. ' : ''
  if (role === 'investor') return `${why}The time is free again.`
  return `${why}${isReturned ? `The price returns to your card. ${BANK_TIME}` : 'The price is not returned.'}`
}

function introText(answer: IntroAnswer, investor: string): NoticeText {
  switch (answer) {
    case 'forwarded':
      return { title: 'We forwarded your request', line: `We wrote to ${investor} about you.` }
    case 'declined':
      return { title: 'No introduction this time', line: `We could not arrange one to ${investor}. You were not charged.` }
    case 'new':
      return { title: 'Your introduction request is open again', line: `We are still working on one to ${investor}.` }
  }
}

const IS_MISTAKE = 'If this is wrong, please contact support.'
const listingChangeTexts: Record<v.InferOutput<typeof ListingChange>, NoticeText> = {
  text: { title: 'Our team changed your listing', line: IS_MISTAKE },
  contact: { title: 'Our team changed your contact details', line: IS_MISTAKE },
  pause: { title: 'Our team paused your listing', line: 'You can resume it. Calls that are booked take place.' },
  resume: { title: 'Our team resumed your listing', line: 'Founders can unlock your contact again.' },
}

const applicationTexts: Record<ReviewStatus, NoticeText> = {
  approved: { title: 'Your application was approved', line: 'You are verified and listed. Founders can now find you.' },
  rejected: { title: 'Your application was not approved', line: 'The reason is at your listing. You can apply again.' },
  revoked: { title: 'Your verification was revoked', line: 'You are no longer listed. The reason is at your listing.' },
  pending: { title: 'Your application is under review again', line: 'We tell you here once it is decided.' },
}

function projectText(status: ProjectStatus, project: string): NoticeText {
  switch (status) {
    case 'verified':
      return { title: `${project} was verified`, line: 'It has its mark on the marketplace.' }
    case 'rejected':
      return { title: `${project} was taken off`, line: 'We could not verify it. The reason is at your project.' }
    case 'under review':
      return { title: `${project} is under review again`, line: 'We tell you here once it is decided.' }
  }
}

function profileRequestText(request: 'claim' | 'remove', isApproved: boolean): NoticeText {
  if (!isApproved) return { title: 'We declined your request about a profile', line: 'Our email says why.' }
  return request === 'remove'
    ? { title: 'A profile was removed', line: 'As you asked, it is no longer on Latchkey.' }
    : { title: 'Your claim was accepted', line: 'The link in our email makes the profile yours.' }
}

/** A notice of a kind that this build knows. */
export type ReadableNotice = Notice & Reading

/** Whether a notice that this build can show was not read yet. */
export const isUnread = (notice: Notice): boolean => !notice.isRead && readNotice(notice) !== undefined

/** @returns undefined for a kind, or for facts, that only another build knows */
export function readNotice(notice: Notice): ReadableNotice | undefined {
  if (!Object.hasOwn(noticeKinds, notice.kind)) return undefined
  const reading = noticeKinds[notice.kind as NoticeKind].read(notice.facts)
  return reading && { ...notice, ...reading }
}
