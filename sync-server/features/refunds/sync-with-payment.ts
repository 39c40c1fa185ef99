import type { Transaction } from '#server/database/client.ts'
import { refundArrived } from '#server/email/messages/refunds.ts'
import { queueMail } from '#server/email/outbox.ts'
import type { PaymentSubscriber } from '#server/features/orders/settlement/fulfilment.ts'
import type { Intent } from '#server/payments/payments-port.ts'
import { findRecipient } from './find-recipient.ts'
import { findRequestOf, type OrderRow, saveDispute, updateRequest } from './queries.ts'

const BOUNCED = "The card's bank did not take the refund: the money is with us again. Approve it once more to try again."

const WON = 'The dispute was won after all: the money is with us again. Approve it once more to give it back.'

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
    if (status === 'refunded') await notifyBuyer(tx, order)
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

async function notifyBuyer(tx: Transaction, order: OrderRow) {
  const to = await findRecipient(tx, order)
  if (to) await queueMail(tx, { to: to.email, template: 'refund-arrived', message: refundArrived(to.name, order) })
}
