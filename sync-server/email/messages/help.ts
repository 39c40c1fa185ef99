import type { MailMessage } from '#server/email/letter.ts'
import { cleanLine, cut } from '#shared/text.ts'

const LONGEST_NAME = 80

type Answer = { name: string | null; ticketNumber: string; text: string; isClosed: boolean; link: string }

/**
 * To whoever wrote to us. Of their own words it repeats none: the address was typed by somebody, and
 * a letter to it says nothing that the team has not written.
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
