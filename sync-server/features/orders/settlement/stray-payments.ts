import type { OrderDeps } from '#server/features/orders/deps.ts'
import { findBuyer, findOrder } from '#server/features/orders/queries.ts'
import { queueReturned, recipientOf } from '#server/features/orders/receipts/receipt-mail.ts'
import type { Intent } from '#server/payments/payments-port.ts'
import type { OrderId } from '#shared/ids.ts'

const REASON = 'You had already paid for this purchase.'

/**
 * Ends a payment that carries an order's id but is not the order's: it is cancelled where possible, or refunded if it was paid.
 * The idempotency key of each attempt is derived from the number of failed refunds.
 *
 * @throws Error while its money is still here: the event is retried, and the ledger check reports one that is pending for a day
 */
export async function endStray(deps: OrderDeps, orderId: OrderId, piId: string) {
  const intent = await deps.payments.readIntent(piId)
  if (!intent || intent.status === 'canceled') return
  if (intent.status !== 'succeeded') {
    if (await deps.payments.cancelIntent(piId)) return
    throw new Error(`Payment ${piId} is still undecided`)
  }
  if (isReturned(intent)) return
  deps.log.error({ order: orderId, payment: piId }, 'refunding stray payment')
  await notifyBuyer(deps, orderId, intent)
  const failed = intent.refunds.filter(({ status }) => status === 'failed').length
  await deps.payments.refundIntent(piId, failed === 0 ? `stray:${piId}` : `stray:${piId}:${failed}`)
  const after = await deps.payments.readIntent(piId)
  if (!after || !isReturned(after)) throw new Error(`Payment ${piId} is not refunded yet`)
}

/** Once per order: the mail is unique per order and template. */
const notifyBuyer = (deps: OrderDeps, orderId: OrderId, { amountReceived }: Intent) =>
  deps.db.transaction(async (tx) => {
    const order = await findOrder(tx, orderId)
    if (!order) return
    const recipient = recipientOf(order, await findBuyer(tx, order.principalId))
    await queueReturned(tx, { ...order, amount: amountReceived }, recipient, { reason: REASON, now: deps.now() })
  })

/** Nothing of the payment is left, because of refunds or a lost dispute. */
export function isReturned({ refunds, cases, amountReceived }: Intent): boolean {
  const returned = refunds.reduce((sum, { status, amount }) => sum + (status === 'failed' ? 0 : amount), 0)
  return returned + cases.reduce((sum, { taken }) => sum + taken, 0) >= amountReceived
}
