import type { Transaction } from '#server/db.ts'
import { queueMail } from '#server/email/outbox.ts'
import { formatCents } from '#shared/money.ts'
import type { Order } from './queries.ts'

/** The buyer's receipt, once per order. Without an address there is none: the history keeps it. */
export async function queueReceipt(tx: Transaction, order: Order, to: string | undefined, paidAt: Date) {
  if (to === undefined) return
  const { title } = order.snapshot
  const paragraphs = [
    'Thank you for your purchase.',
    `${title}: ${formatCents(order.amount)} (${order.currency.toUpperCase()}), paid on ${paidAt.toISOString().slice(0, 10)}.`,
    `Order ${order.id}`,
    'What you unlocked is under Contacts in the app, also without a connection.',
    'Something is wrong with it? Tell us within 7 days and you get your money back.',
  ]
  await queueMail(tx, { to, template: 'receipt', orderId: order.id, letter: { subject: `Your receipt: ${title}`, paragraphs } })
}

/** Tells the buyer that their money goes back by itself, and why. */
export async function queueReturned(tx: Transaction, order: Order, to: string | undefined, reason: string) {
  if (to === undefined) return
  const paragraphs = [
    `Your payment of ${formatCents(order.amount)} for ${order.snapshot.title} is being refunded in full.`,
    reason,
    `Order ${order.id}`,
  ]
  const letter = { subject: 'Your payment is being refunded', paragraphs }
  await queueMail(tx, { to, template: 'returned', orderId: order.id, letter })
}
