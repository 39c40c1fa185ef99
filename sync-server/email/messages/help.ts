import type { MailMessage } from '#server/email/mail-message.ts'
import { hello } from '#server/email/mail-parts.ts'

type Received = { ticketNumber: string; hours: number; link: string }

/** To the author, when a ticket arrives. Contains no text of the ticket: the address is not verified. */
export const ticketReceived = ({ ticketNumber, hours, link }: Received): MailMessage => ({
  subject: `We received your message ${ticketNumber}`,
  paragraphs: [
    hello(null),
    `We received your message and reply within ${hours} hours, in the app and by email.`,
    { label: `Open ${ticketNumber}`, url: link },
    'If you didn’t write to us, ignore this email.',
  ],
})

type Answer = { name: string | null; ticketNumber: string; text: string; isClosed: boolean; link: string }

/**
 * To the author of a ticket. The message does not quote the ticket: the author's address is not verified, so the message contains
 * only text that an admin has written.
 */
export const ticketAnswered = ({ name, ticketNumber, text, isClosed, link }: Answer): MailMessage => ({
  subject: `Our answer to ${ticketNumber}`,
  paragraphs: [
    hello(name),
    ...text.split(/\n+/),
    isClosed ? 'We’ve closed this ticket. Reply in the app to reopen it.' : 'You can reply in the app.',
    { label: `Open ${ticketNumber}`, url: link },
  ],
})
