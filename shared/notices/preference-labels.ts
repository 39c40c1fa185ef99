import type { MailGroup, NoticeSwitch } from './preferences.ts'

/** A group, as a user reads it, and what belongs to it. */
export const groupTexts: Record<MailGroup, { label: string; about: string }> = {
  replies: { label: 'Replies from investors', about: 'An investor replies to you or confirms a call.' },
  sales: { label: 'Founders who reach you', about: 'A founder unlocks your contact, asks for an introduction or rates a call.' },
  calls: { label: 'Changes to calls', about: 'A call is booked, moved, cancelled, declined or disputed.' },
  reminders: { label: 'Call reminders', about: 'A day and a quarter of an hour before a call.' },
  digest: { label: 'Your week', about: 'On Mondays: the follow-ups and calls of the week. Only by email.' },
  money: { label: 'Refunds and payouts', about: 'Money that comes back to you or is paid out.' },
  team: {
    label: 'Decisions by Latchkey',
    about: 'Your application, your project, your claim, your reports and your support requests.',
  },
}

/** `Replies from investors, by email` */
export function switchLabel(which: NoticeSwitch): string {
  const [group, channel] = which.split(':') as [MailGroup, 'push' | 'mail']
  return `${groupTexts[group].label}, ${channel === 'push' ? 'as notifications' : 'by email'}`
}
