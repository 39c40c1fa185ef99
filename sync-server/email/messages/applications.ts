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
