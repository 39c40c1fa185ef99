import type { Transaction } from '#server/database/client.ts'
import { refundArrived } from '#server/email/messages/refunds.ts'
import { queueMail, withdrawMail } from '#server/email/outbox.ts'
import { withdrawNotice, writeNotice } from '#server/features/notices/service.ts'
import { readCreditNote } from '#server/features/orders/documents/issue-documents.ts'
import type { PaymentSubscriber } from '#server/features/orders/settlement/fulfilment.ts'
import type { Intent } from '#server/payments/payments-port.ts'
import { findRecipient } from './find-recipient.ts'
import { approvalMailId, findRequestOf, type OrderRow, type RequestRow, saveDispute, updateRequest } from './queries.ts'

const BOUNCED = 'The bank rejected the refund. Approve it again to retry.'

const WON = 'The dispute was won after all. Approve again to refund.'

/**
 * Synchronises refund requests and disputes with the provider's state of the payment. The caller has locked the order's row.
 * Idempotent, like all payment subscribers: only a change leaves a trace.
 */
export const followRefunds: PaymentSubscriber = async (tx, { order, intent, status, now }) => {
  let hasChanged = false
  for (const { dueAt, moved: _, ...dispute } of intent.cases) {
    hasChanged = (await saveDispute(tx, { ...dispute, orderId: order.id, dueAt: dueAt ?? null })) || hasChanged
  }
  const request = await findRequestOf(tx, order.id)
  if (!request) return hasChanged
  // Also for a lost dispute: the bank has refunded the buyer.
  const isBack = status === 'refunded' || status === 'revoked'
  if (isBack) {
    if (request.status === 'refunded') return hasChanged
    await updateRequest(tx, request.id, { status: 'refunded', refundedAt: now, alert: null })
    if (status === 'refunded') await notifyBuyer(tx, order, request, now)
    return true
  }
  const failedRefunds = countFailed(intent)
  const hasBounced = failedRefunds > request.failedRefunds
  const isHereAgain = request.status === 'refunded' || (request.status === 'approved' && hasBounced)
  if (!isHereAgain) return hasChanged
  const alert = hasBounced ? BOUNCED : WON
  await updateRequest(tx, request.id, { status: 'failed', alert, refundedAt: null, failedRefunds })
  return true
}

const countFailed = ({ refunds }: Intent) => refunds.filter(({ status }) => status === 'failed').length

/** One mail and one notice where the refund is as fast as its approval: the mail about the approval is withdrawn if it still waits. */
async function notifyBuyer(tx: Transaction, order: OrderRow, request: RequestRow, now: Date) {
  const decision = `${request.id}:${request.attempt}`
  await withdrawNotice(tx, 'refund-approved', decision)
  const facts = { orderId: order.id, amount: order.amount }
  await writeNotice(tx, { principalId: order.principalId }, { kind: 'refund-paid', subject: decision, facts, now })
  const approval = (await withdrawMail(tx, approvalMailId(request))) ? { note: request.note } : undefined
  const to = await findRecipient(tx, order)
  if (!to) return
  const message = refundArrived(to.name, order, approval)
  const attachment = await readCreditNote(tx, order.id)
  await queueMail(tx, { to: to.email, template: 'refund-arrived', message, ...(attachment && { attachment }) })
}
