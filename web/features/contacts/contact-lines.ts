import { type ChannelKind, channelLabels } from '#shared/contacts/channels.ts'
import type { ContactCard } from '#shared/people/contract.ts'
import { mailtoUrl, safeUrl, telegramUrl } from '#shared/url.ts'

/** One contact detail: the displayed value, the copied value, and the link target where it is safe. */
export type ContactLine = {
  kind: ChannelKind | 'phone'
  label: string
  value: string
  href: string | undefined
}

/** Details of a contact, the most direct first; missing ones are left out. */
export function contactLines(contact: ContactCard): ContactLine[] {
  const { email, telegram, meetingLink, linkedinUrl, twitterUrl, website } = contact
  return [
    line('email', email, email ? mailtoUrl(email) : undefined),
    line('telegram', telegram, telegramUrl(telegram)),
    line('meeting', meetingLink, safeUrl(meetingLink)),
    line('linkedin', linkedinUrl, safeUrl(linkedinUrl)),
    line('x', twitterUrl, safeUrl(twitterUrl)),
    line('website', website, safeUrl(website)),
  ].filter((found) => found !== undefined)
}

function line(kind: ChannelKind, value: string | null, href: string | undefined): ContactLine | undefined {
  return value ? { kind, label: channelLabels[kind], value, href } : undefined
}

/** A link for display: without its scheme, `www.` and a trailing slash. */
export const displayLink = (value: string) => value.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
