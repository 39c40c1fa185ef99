import type { MailMessage } from '#server/email/mail-message.ts'
import { dayOf, hello } from '#server/email/mail-parts.ts'
import { cleanLine, cut } from '#shared/text.ts'

const MAX_NAME_LENGTH = 60
const named = (name: string) => cut(cleanLine(name), MAX_NAME_LENGTH)

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

/** An admin gave the contact without a purchase. */
export const contactGiven = (reader: string | null, investor: string, base: string): MailMessage => ({
  subject: `You can read the contact of ${named(investor)}`,
  paragraphs: [
    hello(reader),
    `Our team gave you the contact of ${named(investor)}. You paid nothing for it.`,
    { label: 'Open your contacts', url: `${base}/contacts` },
  ],
})

/** An admin took it back. What it is called in the list of purchases, such as `Contact of Grace Hopper`. */
export const contactTakenBack = (reader: string | null, title: string, base: string): MailMessage => ({
  subject: 'You no longer have access to a contact',
  paragraphs: [
    hello(reader),
    `Our team ended your access to this purchase: ${named(title)}. It leaves your devices the next time they connect.`,
    'This is not a refund. If we refund you, you get a separate email.',
    'If you think this is a mistake, please contact support.',
    { label: 'Contact support', url: `${base}/support` },
  ],
})

export type DigestLine = { name: string; at: Date }

type Digest = {
  firstName: string | null
  now: Date
  due: DigestLine[]
  /** Follow-ups that are not listed. */
  more: number
  calls: DigestLine[]
  link: string
}

const followUps = (count: number) => (count === 1 ? '1 follow-up' : `${count} follow-ups`)

/** Names contacts but contains no details, which require a sign-in. Days are in UTC. */
export function weeklyDigest({ firstName, now, due, more, calls, link }: Digest): MailMessage {
  const dueLine = ({ name, at }: DigestLine) => `${named(name)}: ${at < now ? 'was due on' : 'due on'} ${dayOf(at)}`
  return {
    subject: `Your week: ${followUps(due.length + more)}`,
    paragraphs: [
      hello(firstName),
      'These people wait for a message from you this week.',
      ...due.map(dueLine),
      ...(more > 0 ? [`And ${followUps(more)} more.`] : []),
      ...calls.map(({ name, at }) => `Call with ${named(name)} on ${dayOf(at)}`),
      { label: 'Open your contacts', url: link },
    ],
  }
}
