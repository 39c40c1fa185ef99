import type { MailMessage } from '#server/email/letter.ts'
import { cleanLine, cut } from '#shared/text.ts'

const LONGEST_NAME = 80

type Answer = { name: string | null; ticketNumber: string; text: string; isClosed: boolean; link: string }

/**
 * To the author of a ticket. The message does not quote the ticket: the author's address is not verified, so the message contains
 * only text that an admin has written.
 */
export const ticketAnswered = ({ name, ticketNumber, text, isClosed, link }: Answer): MailMessage => ({
  subject: `Our answer to ${ticketNumber}`,
  paragraphs: [
    `Hello ${cut(cleanLine(name ?? ''), LONGEST_NAME) || 'there'},`,
    ...text.split(/\n+/),
    isClosed
      ? 'We take it that this is settled. If it is not, write on in the app and it is open again.'
      : 'You can write on in the app.',
    { label: `Open ${ticketNumber}`, url: link },
  ],
})
