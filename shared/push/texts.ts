import type { NoticeKind } from '#shared/notices/kinds.ts'

/** The sentence of a notification, by kind, without a name, an amount or a time. A missing kind does not compile. */
const pushTexts: Record<NoticeKind, string> = {
  reply: 'An investor replied',
  'no-reply': 'An investor has not replied yet',
  intro: 'News about your introduction request',
  'call-contact': 'A contact is released',
  sale: 'A founder unlocked your contact',
  request: 'A founder asks for an introduction',
  'sale-reversed': 'A sale was reversed',
  'sale-disputed': 'A payment is disputed',
  'call-booked': 'A call was booked',
  'call-moved': 'A call was moved',
  'call-proposed': 'Another time is proposed for a call',
  'call-proposal-declined': 'Your proposal for a call was declined',
  'call-cancelled': 'A call was cancelled',
  'call-declined': 'A call was declined',
  'call-restored': 'A call takes place after all',
  'call-soon': 'A call is coming up',
  'call-replied': 'An investor replied about a call',
  'call-missing': 'You were reported as missing from a call',
  'call-contested': 'Your report about a call is contested',
  'call-decided': 'A decision about a call',
  'call-conflict': 'Your calendar has an event during a call',
  'calendar-unread': 'Your calendar cannot be read',
  'call-rated': 'A call was rated',
  'refund-approved': 'Your refund was approved',
  'refund-declined': 'Your refund was declined',
  'refund-paid': 'Your money was returned',
  'payment-returned': 'Your payment is being returned',
  'payout-sending': 'A payout is on its way',
  'payout-paid': 'A payout was made',
  'payout-details-needed': 'Your payout details are needed',
  application: 'News about your application',
  'claim-ended': 'Your claim to a profile has ended',
  'listing-changed': 'Our team changed your listing',
  project: 'News about your project',
  'report-decided': 'We looked into your report',
  'profile-request': 'News about your request for a profile',
  'ticket-answered': 'We replied to your message',
}

/** @param kind  a kind that only a newer server knows has a general sentence: a push that shows nothing is not allowed */
export const pushTextOf = (kind: string): string =>
  Object.hasOwn(pushTexts, kind) ? pushTexts[kind as NoticeKind] : 'Something has happened on Latchkey'
