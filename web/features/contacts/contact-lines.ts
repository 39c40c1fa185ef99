import type { Contact } from '#shared/contacts/contract.ts'
import { mailtoUrl, safeUrl, telegramUrl } from '#shared/url.ts'

/** One contact detail: the displayed value, the copied value, and the link target where it is safe. */
export type ContactLine = {
  kind: 'email' | 'telegram' | 'meeting' | 'linkedin' | 'x' | 'website'
  label: string
  value: string
  href: string | undefined
}

/** Details of a contact, the most direct first; missing ones are left out. */
export function contactLines(contact: Contact): ContactLine[] {
  const { email, telegram, meetingLink, linkedinUrl, twitterUrl, website } = contact
  return [
    line('email', 'Email', email, email ? mailtoUrl(email) : undefined),
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

/** A link for display: without its scheme, `www.` and a trailing slash. */
export const displayLink = (value: string) => value.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
