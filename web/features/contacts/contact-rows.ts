import type { Contact } from '#shared/contacts/contract.ts'
import { safeUrl, telegramUrl } from '#shared/url.ts'

/** One way to reach somebody: what is shown, what is copied, and where a tap leads, if it is safe to lead there. */
export type ContactLine = {
  kind: 'email' | 'telegram' | 'meeting' | 'linkedin' | 'x' | 'website'
  label: string
  value: string
  href: string | undefined
}

/** The ways to reach a contact, the most direct first; those that were not given are left out. */
export function contactLines(contact: Contact): ContactLine[] {
  const { email, telegram, meetingLink, linkedinUrl, twitterUrl, website } = contact
  return [
    line('email', 'Email', email, email ? `mailto:${encodeURIComponent(email).replace('%40', '@')}` : undefined),
    line('telegram', 'Telegram', telegram, telegramUrl(telegram)),
    line('meeting', 'Meeting link', meetingLink, safeUrl(meetingLink)),
    line('linkedin', 'LinkedIn', linkedinUrl, safeUrl(linkedinUrl)),
    line('x', 'X', twitterUrl, safeUrl(twitterUrl)),
    line('website', 'Website', website, safeUrl(website)),
  ].filter((found) => found !== undefined)
}

function line(kind: ContactLine['kind'], label: string, value: string | null, href: string | undefined): ContactLine | undefined {
  return value ? { kind, label, value, href } : undefined
}

/** A link as people read it: without its scheme, `www.` and a last slash. */
export const readable = (value: string) => value.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
