import * as v from 'valibot'
import type { Transaction } from '#server/database/client.ts'
import { queueMail } from '#server/email/outbox.ts'
import type { Order } from '#server/features/orders/queries.ts'
import { Email, PLACEHOLDER_EMAIL } from '#shared/accounts/contract.ts'
import { formatCents } from '#shared/money.ts'
import type { OrderKind } from '#shared/orders/contract.ts'
import { receiptLabel } from '#shared/orders/receipt.ts'
import { GUARANTEE_DAYS, REFUND_PROMISE } from '#shared/refunds/guarantee.ts'

const CONTACTS = 'Find your purchase under Contacts in the app, also offline.'
const CALL =
  'Find your call and its calendar entry in the app. You get the contact when free cancellation ends. The call shows when.'
const MARKETPLACE = 'Your project is now public on the Scout marketplace.'

const WHERE_IT_IS: Record<OrderKind, string> = {
  vc_unlock: CONTACTS,
  vc_contact: CONTACTS,
  decision_maker: CONTACTS,
  meeting: CALL,
  scout_publish: MARKETPLACE,
  project_visibility: MARKETPLACE,
}

/** The address of a receipt: never the placeholder that means "no address". */
export function receiptOf(email: string | null | undefined): { receiptEmail?: string } {
  const parsed = v.safeParse(Email, email)
  return parsed.success && parsed.output !== PLACEHOLDER_EMAIL ? { receiptEmail: parsed.output } : {}
}

/** Queues the buyer's receipt, once per order. Without an address no receipt is mailed: the history contains it. */
export async function queueReceipt(
  tx: Transaction,
  order: Order,
  to: string | undefined,
  issued: { number: number; paidAt: Date },
) {
  if (to === undefined) return
  const { title } = order.snapshot
  const paragraphs = [
    'Thank you for your purchase.',
    `${title}: ${formatCents(order.amount)} (${order.currency.toUpperCase()}), paid on ${issued.paidAt.toISOString().slice(0, 10)}.`,
    `Receipt ${receiptLabel(issued.number)}, order ${order.id}`,
    WHERE_IT_IS[order.kind],
    `Something wrong? Tell us in the app within ${GUARANTEE_DAYS} days. ${REFUND_PROMISE}`,
  ]
  await queueMail(tx, { to, template: 'receipt', orderId: order.id, message: { subject: `Your receipt: ${title}`, paragraphs } })
}

/** Notifies the buyer of an automatic refund and its reason. */
export async function queueReturned(tx: Transaction, order: Order, to: string | undefined, reason: string) {
  if (to === undefined) return
  const paragraphs = [
    `Your payment of ${formatCents(order.amount)} for ${order.snapshot.title} is being refunded in full.`,
    reason,
    `Order ${order.id}`,
  ]
  const message = { subject: 'Your payment is being refunded', paragraphs }
  await queueMail(tx, { to, template: 'returned', orderId: order.id, message })
}
