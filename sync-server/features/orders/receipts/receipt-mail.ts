import * as v from 'valibot'
import type { Transaction } from '#server/database/client.ts'
import { type Issued, paymentReturned, receipt } from '#server/email/messages/orders.ts'
import { queueMail } from '#server/email/outbox.ts'
import type { Order } from '#server/features/orders/queries.ts'
import { Email, PLACEHOLDER_EMAIL } from '#shared/accounts/contract.ts'

/** The address of a receipt: never the placeholder that means "no address". */
export function receiptOf(email: string | null | undefined): { receiptEmail?: string } {
  const parsed = v.safeParse(Email, email)
  return parsed.success && parsed.output !== PLACEHOLDER_EMAIL ? { receiptEmail: parsed.output } : {}
}

/** Queues the buyer's receipt, once per order. Without an address no receipt is mailed: the history contains it. */
export async function queueReceipt(tx: Transaction, order: Order, to: string | undefined, issued: Issued) {
  if (to === undefined) return
  await queueMail(tx, { to, template: 'receipt', orderId: order.id, message: receipt(order, issued) })
}

/** Notifies the buyer of an automatic refund and its reason. */
export async function queueReturned(tx: Transaction, order: Order, to: string | undefined, reason: string) {
  if (to === undefined) return
  await queueMail(tx, { to, template: 'returned', orderId: order.id, message: paymentReturned(order, reason) })
}
