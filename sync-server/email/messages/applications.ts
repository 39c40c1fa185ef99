import type { MailMessage } from '#server/email/mail-message.ts'
import { hello } from '#server/email/mail-parts.ts'
import { BREACH_HOURS } from '#shared/admin/sla.ts'
import { cut } from '#shared/text.ts'

const MAX_NAME_LENGTH = 60

type Applicant = { name: string | null; fund: string }

/** To an unverified address nothing is written that a stranger may have typed. */
export const applicationReceived = (applicant: Applicant | undefined, base: string): MailMessage => ({
  subject: 'We have your application',
  paragraphs: [
    hello(applicant?.name ?? null),
    `Thank you for applying${applicant ? ` with ${cut(applicant.fund, MAX_NAME_LENGTH)}` : ''}. Our team reviews every application and emails you the decision within ${BREACH_HOURS} hours.`,
    'Until then your application is private.',
    { label: 'View status', url: `${base}/profile?tab=investor` },
  ],
})

type ChangedListing = {
  name: string | null
  what: 'text' | 'contact' | 'pause' | 'resume'
  /** What was changed; without values, because a mail is read on more than one device. */
  fields: readonly string[]
  base: string
}

const changes: Record<ChangedListing['what'], { subject: string; text: string }> = {
  text: { subject: 'Our team changed your listing', text: 'Our team changed your listing. Founders see it already.' },
  contact: {
    subject: 'Our team changed your contact details',
    text: 'Our team changed the contact details of your listing. Founders who unlocked your contact see them already.',
  },
  pause: {
    subject: 'Our team paused your listing',
    text: 'Our team paused your listing: founders can’t unlock your contact or book a call. You can resume it on your profile.',
  },
  resume: { subject: 'Our team resumed your listing', text: 'Founders can unlock your contact and book calls again.' },
}

/** To the investor: an admin changed the listing in their place. */
export const listingChanged = ({ name, what, fields, base }: ChangedListing): MailMessage => ({
  subject: changes[what].subject,
  paragraphs: [
    hello(name),
    changes[what].text,
    ...(fields.length > 0 ? [`Changed: ${fields.join(', ')}.`] : []),
    { label: 'Open your profile', url: `${base}/profile?tab=investor` },
    'If you think this is a mistake, please contact support.',
    { label: 'Contact support', url: `${base}/support` },
  ],
})
