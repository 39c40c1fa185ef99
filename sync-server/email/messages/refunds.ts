import type { MailMessage } from '#server/email/mail-message.ts'
import { dayOf, hello } from '#server/email/mail-parts.ts'
import { type Cents, formatCents } from '#shared/money.ts'
import { BANK_TIME } from '#shared/refunds/guarantee.ts'
import { cleanLine, cut } from '#shared/text.ts'

type Bought = { id: string; amount: Cents; snapshot: { title: string } }

const named = ({ amount, snapshot }: Bought) => `${formatCents(amount)} for ${cut(cleanLine(snapshot.title), 120)}`
const order = ({ id }: Bought) => `Order ${id}`
const words = (note: string | null) => (note ? note.split(/\n+/) : [])

/** To the buyer, when the request arrives: the dates are those that the buyer's devices show. */
export const refundRequested = (
  name: string | null,
  bought: Bought,
  due: { replyDueAt: Date; refundDueAt: Date },
): MailMessage => ({
  subject: 'We received your refund request',
  paragraphs: [
    hello(name),
    `We received your request for a refund of ${named(bought)}.`,
    `We reply by ${dayOf(due.replyDueAt)}. If we approve it, the full amount is refunded to the card by ${dayOf(due.refundDueAt)}.`,
    order(bought),
  ],
})

/** To the buyer: the refund, its date, and what is revoked with it. */
export const refundApproved = (
  name: string | null,
  bought: Bought,
  refund: { note: string | null; refundDueAt: Date },
): MailMessage => ({
  subject: 'Your refund was approved',
  paragraphs: [
    hello(name),
    `We will refund ${named(bought)} to your card by ${dayOf(refund.refundDueAt)}.`,
    ...words(refund.note),
    'You lose access once the refund is issued.',
    order(bought),
  ],
})

export const refundDeclined = (name: string | null, bought: Bought, reason: string): MailMessage => ({
  subject: 'About your refund request',
  paragraphs: [
    hello(name),
    `We reviewed your refund request for ${named(bought)} and declined it.`,
    'Reason:',
    ...words(reason),
    'You keep your purchase. If you think this is wrong, contact us through the support form in the app.',
    order(bought),
  ],
})

/** To the buyer, once the money was sent. `approval`: the decision, where it is not mailed on its own. */
export const refundArrived = (name: string | null, bought: Bought, approval?: { note: string | null }): MailMessage => ({
  subject: 'Your refund was sent',
  paragraphs: [
    hello(name),
    `${named(bought)} was refunded to your card. ${BANK_TIME}`,
    ...(approval ? [...words(approval.note), 'You no longer have access to this purchase.'] : []),
    order(bought),
  ],
})
