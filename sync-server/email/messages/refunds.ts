import type { MailMessage } from '#server/email/mail-message.ts'
import { type Cents, formatCents } from '#shared/money.ts'
import { cleanLine, cut } from '#shared/text.ts'

type Bought = { id: string; amount: Cents; snapshot: { title: string } }

const hello = (name: string | null) => `Hello ${cut(cleanLine(name ?? ''), 80) || 'there'},`
const named = ({ amount, snapshot }: Bought) => `${formatCents(amount)} for ${cut(cleanLine(snapshot.title), 120)}`
const order = ({ id }: Bought) => `Order ${id}`
const words = (note: string | null) => (note ? note.split(/\n+/) : [])
const day = (instant: Date) =>
  instant.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** To the buyer: the refund, its date, and what is revoked with it. */
export const refundApproved = (
  name: string | null,
  bought: Bought,
  refund: { note: string | null; refundDueAt: Date },
): MailMessage => ({
  subject: 'Your refund was approved',
  paragraphs: [
    hello(name),
    `We are sending back ${named(bought)}, to the card it came from, by ${day(refund.refundDueAt)}.`,
    ...words(refund.note),
    'What you bought with it leaves your devices when the money goes.',
    order(bought),
  ],
})

export const refundDeclined = (name: string | null, bought: Bought, reason: string): MailMessage => ({
  subject: 'About your request for a refund',
  paragraphs: [
    hello(name),
    `We looked at your request to have back ${named(bought)}, and decline it.`,
    'Why:',
    ...words(reason),
    'What you bought stays yours. If you think that this is wrong, please write to us with the support form of the app.',
    order(bought),
  ],
})

export const refundArrived = (name: string | null, bought: Bought): MailMessage => ({
  subject: 'Your money is on its way back',
  paragraphs: [
    hello(name),
    `${named(bought)} went back to the card it came from. Banks take up to 10 days to show it.`,
    order(bought),
  ],
})
