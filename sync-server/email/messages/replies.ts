import type { MailMessage } from '#server/email/mail-message.ts'
import { dayOf, hello } from '#server/email/mail-parts.ts'
import { type Reply, replyLabels } from '#shared/replies/contract.ts'
import { daysInWords } from '#shared/replies/reply-days.ts'
import { cleanLine, cut } from '#shared/text.ts'

const called = (name: string) => cut(cleanLine(name), 100)

type Given = { name: string | null; investor: string; reply: Reply; link: string }

/** To a founder whose unlock or request an investor has replied to. */
export const replyGiven = ({ name, investor, reply, link }: Given): MailMessage => ({
  subject: `${called(investor)} replied: ${replyLabels[reply.choice]}`,
  paragraphs: [
    hello(name),
    `${called(investor)} replied to you: ${replyLabels[reply.choice]}.`,
    ...(reply.text ? [`“${cleanLine(reply.text)}”`] : []),
    { label: 'Open the contact', url: link },
  ],
})

type Missing = { name: string | null; investor: string; days: number; until: Date; link: string }

/** To a founder whose purchase has no reply after the days for one. `until`: the last instant of the guarantee. */
export const noReply = ({ name, investor, days, until, link }: Missing): MailMessage => ({
  subject: `No reply from ${called(investor)} yet`,
  paragraphs: [
    hello(name),
    `You unlocked the contact of ${called(investor)} more than ${daysInWords(days)} ago, and they have not replied on Latchkey.`,
    `If they wrote to you directly, there is nothing to do. If not, you can ask for your money back until ${dayOf(until)}.`,
    { label: 'Ask for a refund', url: link },
  ],
})
