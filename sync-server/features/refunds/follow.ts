import type { Transaction } from '#server/db.ts'
import { refundArrived } from '#server/email/messages/refunds.ts'
import { queueMail } from '#server/email/outbox.ts'
import type { Follower } from '#server/features/orders/fulfilment.ts'
import type { Intent } from '#server/payments/payments.ts'
import { findRecipient } from './buyer.ts'
import { findRequestOf, type OrderRow, saveDispute, updateRequest } from './queries.ts'

const BOUNCED = "The card's bank did not take the refund: the money is with us again. Approve it once more to try again."

/**
 * Keeps refund requests and disputes in step with what the provider says of the money. The caller holds the order's row;
 * like everything that follows money it may run again and again, and only a change leaves a trace.
 */
export const followRefunds: Follower = async (tx, { order, intent, status, now }) => {
  for (const { dueAt, ...dispute } of intent.cases) {
    await saveDispute(tx, { ...dispute, orderId: order.id, dueAt: dueAt ?? null })
  }
  const request = await findRequestOf(tx, order.id)
  if (!request) return
  // Also by a lost dispute: the bank has given the buyer the money.
  const isBack = status === 'refunded' || status === 'revoked'
  if (isBack) {
    if (request.status === 'refunded') return
    await updateRequest(tx, request.id, { status: 'refunded', refundedAt: now, alert: null })
    if (status === 'refunded') await tell(tx, order)
    return
  }
  const failedRefunds = countFailed(intent)
  const hasBounced = request.status === 'refunded' || (request.status === 'approved' && failedRefunds > request.failedRefunds)
  if (hasBounced) await updateRequest(tx, request.id, { status: 'failed', alert: BOUNCED, refundedAt: null, failedRefunds })
}

const countFailed = ({ refunds }: Intent) => refunds.filter(({ status }) => status === 'failed').length

async function tell(tx: Transaction, order: OrderRow) {
  const to = await findRecipient(tx, order)
  if (to) await queueMail(tx, { to: to.email, template: 'refund-arrived', letter: refundArrived(to.name, order) })
}
