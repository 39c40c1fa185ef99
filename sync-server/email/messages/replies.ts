import type { MailMessage } from '#server/email/mail-message.ts'
import { hello } from '#server/email/mail-parts.ts'
import { type Reply, replyLabels } from '#shared/replies/contract.ts'
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
