import type { MailMessage } from '#server/email/mail-message.ts'

export const confirmNewsletter = (link: string): MailMessage => ({
  subject: 'Please confirm your early access',
  paragraphs: [
    'Hello,',
    'Somebody asked us to write to this address about early access and early bird deals. We do so only once you say yes.',
    { label: 'Yes, or no longer', url: link },
    'The same link takes you off the list at any time. If this was not you, ignore this message, and we stay silent.',
  ],
})
