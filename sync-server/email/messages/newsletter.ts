import type { MailMessage } from '#server/email/mail-message.ts'
import { hello } from '#server/email/mail-parts.ts'

export const confirmNewsletter = (link: string): MailMessage => ({
  subject: 'Please confirm your early access',
  paragraphs: [
    hello(null),
    'Someone signed up this address for early access and early bird deals. Confirm, and we’ll email you.',
    { label: 'Confirm or unsubscribe', url: link },
    'You can unsubscribe with the same link at any time. If this wasn’t you, ignore this email and you won’t hear from us.',
  ],
})
