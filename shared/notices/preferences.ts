import * as v from 'valibot'
import type { NoticeKind } from './kinds.ts'

/** What a user chooses for together. Each kind of notice belongs to one group. */
export const noticeGroups = ['replies', 'sales', 'calls', 'reminders', 'money', 'team'] as const
export type NoticeGroup = (typeof noticeGroups)[number]

/** The group of each kind. A missing kind does not compile. */
const groups: Record<NoticeKind, NoticeGroup> = {
  reply: 'replies',
  'no-reply': 'replies',
  intro: 'replies',
  'call-replied': 'replies',
  sale: 'sales',
  request: 'sales',
  'call-rated': 'sales',
  'call-booked': 'calls',
  'call-moved': 'calls',
  'call-proposed': 'calls',
  'call-proposal-declined': 'calls',
  'call-cancelled': 'calls',
  'call-declined': 'calls',
  'call-restored': 'calls',
  'call-missing': 'calls',
  'call-contact': 'calls',
  'call-conflict': 'calls',
  'call-contested': 'calls',
  'call-decided': 'calls',
  'calendar-unread': 'calls',
  'call-soon': 'reminders',
  'sale-reversed': 'money',
  'sale-disputed': 'money',
  'refund-approved': 'money',
  'refund-declined': 'money',
  'refund-paid': 'money',
  'payment-returned': 'money',
  'payout-sending': 'money',
  'payout-paid': 'money',
  'payout-details-needed': 'money',
  application: 'team',
  'claim-ended': 'team',
  'listing-changed': 'team',
  project: 'team',
  'profile-request': 'team',
  'report-decided': 'team',
  'ticket-answered': 'team',
}

/** @param kind  undefined for one that only another build knows */
export const groupOf = (kind: string): NoticeGroup | undefined =>
  Object.hasOwn(groups, kind) ? groups[kind as NoticeKind] : undefined

/** A mail of its own, which is about no single notice. */
export type MailGroup = NoticeGroup | 'digest'

/**
 * Groups with mails that can be switched off: news that is in the app as well. Every other mail is sent: it is a document of a
 * purchase or a payout, changes what was agreed, or protects the account.
 */
export const optionalMails = ['replies', 'sales', 'reminders', 'digest'] as const satisfies MailGroup[]
export type OptionalMail = (typeof optionalMails)[number]

/** `group:channel`. A user has every one that is not switched off. */
const pushSwitches = noticeGroups.map((group) => `${group}:push` as const)
const mailSwitches = optionalMails.map((group) => `${group}:mail` as const)
export const NoticeSwitch = v.picklist([...pushSwitches, ...mailSwitches])
export type NoticeSwitch = v.InferOutput<typeof NoticeSwitch>

/** Mutation `notice.prefer`: what of the news reaches the user outside the app, on every device. */
export const PreferNotices = v.object({ which: NoticeSwitch, isOn: v.boolean() })
export type PreferNotices = v.InferOutput<typeof PreferNotices>

/** The switches that are off after a change, in a fixed order. Those that only another build knows are kept. */
export function switchedOff(off: readonly string[], { which, isOn }: PreferNotices): string[] {
  const others = off.filter((one) => one !== which)
  return (isOn ? others : [...others, which]).sort()
}
