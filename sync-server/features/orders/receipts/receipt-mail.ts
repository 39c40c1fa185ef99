import * as v from 'valibot'
import type { Transaction } from '#server/database/client.ts'
import { type Issued, paymentReturned, receipt } from '#server/email/messages/orders.ts'
import { queueMail } from '#server/email/outbox.ts'
import { writeNotice } from '#server/features/notices/service.ts'
import { documentFile } from '#server/features/orders/documents/document-html.ts'
import { type DocumentRow, presentDocument } from '#server/features/orders/documents/queries.ts'
import type { Order } from '#server/features/orders/queries.ts'
import { Email, PLACEHOLDER_EMAIL } from '#shared/accounts/contract.ts'

/** The address of a receipt: never the placeholder that means "no address". */
export function receiptOf(email: string | null | undefined): { receiptEmail?: string } {
  const parsed = v.safeParse(Email, email)
  return parsed.success && parsed.output !== PLACEHOLDER_EMAIL ? { receiptEmail: parsed.output } : {}
}

export type Recipient = { email: string; name: string | null }

/** The recipient of mails about an order; `undefined` without an address. */
export function recipientOf(
  { snapshot }: Order,
  buyer: { email: string; firstName: string | null } | undefined,
): Recipient | undefined {
  const email = snapshot.receiptEmail ?? buyer?.email
  return email === undefined ? undefined : { email, name: buyer?.firstName ?? null }
}

/** Queues the buyer's receipt, once per order. Without an address no receipt is mailed: the history contains it. */
export async function queueReceipt(tx: Transaction, order: Order, to: Recipient | undefined, { documents, ...issued }: Paid) {
  if (to === undefined) return
  const [invoice] = documents.map(presentDocument)
  const message = receipt(order, { ...issued, name: to.name, ...(invoice && { invoice: invoice.number }) })
  const attachment = invoice && documentFile(invoice)
  await queueMail(tx, { to: to.email, template: 'receipt', orderId: order.id, message, ...(attachment && { attachment }) })
}
/** `documents`: those of the order; the first one is the invoice of the payment. */
type Paid = Omit<Issued, 'name' | 'invoice'> & { documents: DocumentRow[] }

/** Notifies the buyer of an automatic refund, by mail with its reason. */
export async function queueReturned(tx: Transaction, order: Order, to: Recipient | undefined, { reason, now }: Returned) {
  const facts = { orderId: order.id, amount: order.amount }
  await writeNotice(tx, { principalId: order.principalId }, { kind: 'payment-returned', subject: order.id, facts, now })
  if (to === undefined) return
  const message = paymentReturned(to.name, order, reason)
  await queueMail(tx, { to: to.email, template: 'returned', orderId: order.id, message })
}
type Returned = { reason: string; now: Date }
