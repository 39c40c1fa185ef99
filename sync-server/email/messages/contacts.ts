import type { MailMessage } from '#server/email/mail-message.ts'
import { hello } from '#server/email/mail-parts.ts'

/** Names the contact but contains no details, which require a sign-in. */
export const followUpDue = (name: string, link: string): MailMessage => ({
  subject: `Follow up with ${name}`,
  paragraphs: [
    hello(null),
    `This is your reminder to contact ${name} today.`,
    { label: 'Open the contact', url: link },
    'It also works offline.',
  ],
})
