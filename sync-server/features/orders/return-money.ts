import type { OrderId } from '#shared/ids.ts'
import type { OrderDeps } from './deps.ts'
import { refusalOf } from './fulfil.ts'
import { findOrder, OPEN_STATUSES, type Order } from './queries.ts'
import { settleOrder } from './settle.ts'

/** Cancels the intent of an order that we gave up; money that came all the same is settled (P15). */
export const CLOSE_JOB = 'orders.close'

export const orderOf = (payload: unknown) => (payload as { orderId: OrderId }).orderId

/** A card that does not take its money back three times never will: a person has to find another way. */
const MOST_RETURNS = 3

/**
 * Sends back what a refused order was paid, under a key of its own so that it goes back once. A refund that
 * failed has used its key up: the next try has another one.
 *
 * @throws Error while the money is still here: the job comes again
 */
export async function returnMoney(deps: OrderDeps, id: OrderId) {
  const order = await findOrder(deps.db, id)
  if (!order?.piId || !refusalOf(order)) return
  const intent = await deps.payments.readIntent(order.piId)
  const failed = intent?.refunds.filter(({ status }) => status === 'failed').length ?? 0
  if (failed >= MOST_RETURNS) return deps.log.error({ order: id, failed }, 'a payment that cannot be returned needs a person')
  await deps.payments.refundIntent(order.piId, failed === 0 ? `return:${id}` : `return:${id}:${failed}`)
  const settled = await settleOrder(deps, id)
  if (settled?.status === 'cancelled') throw new Error(`The payment of order ${id} is still here`)
}

/** @throws Error while the provider still works on the payment: the job comes again */
export async function closeOrder(deps: OrderDeps, id: OrderId) {
  const order = await findOrder(deps.db, id)
  const isCancelled = order && (await cancel(deps, order))
  if (isCancelled === undefined) return
  const settled = await settleOrder(deps, id)
  const isUndecided = settled && !settled.paidAt && !isCancelled
  if (isUndecided && (settled.status === 'cancelled' || OPEN_STATUSES.includes(settled.status))) {
    throw new Error(`The payment of order ${id} is not decided yet`)
  }
}

/** @returns nothing when there is nothing at the provider yet */
function cancel({ payments }: OrderDeps, { piId, sessionId }: Order): Promise<boolean> | undefined {
  // What was begun on the provider's page ends with the page.
  if (sessionId) return payments.closeCheckout(sessionId)
  return piId === null ? undefined : payments.cancelIntent(piId)
}

/** Sends back what is left of an order that is no longer delivered. */
export const REFUND_JOB = 'orders.refund'

/**
 * Under a key of the order's own, or of whoever asked for it: one key sends the money back once.
 *
 * @returns whether the money is on its way back now; the provider refuses while a dispute is open
 */
export async function refundOrder(deps: OrderDeps, { orderId: id, key = id }: RefundWork): Promise<boolean> {
  const order = await findOrder(deps.db, id)
  if (!order?.piId) return false
  await deps.payments.refundIntent(order.piId, `refund:${key}`)
  const status = (await settleOrder(deps, id))?.status
  return status === 'refunded' || status === 'revoked'
}

export type RefundWork = { orderId: OrderId; key?: string }
export const refundOf = (payload: unknown) => payload as RefundWork
