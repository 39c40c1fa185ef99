import { detachedRun, type JobRun } from '#server/jobs/run.ts'
import type { OrderId } from '#shared/ids.ts'
import type { OrderDeps } from './deps.ts'
import { REFUND_JOB, refusalOf } from './fulfil.ts'
import { findOrder, noteOwed, OPEN_STATUSES, type Order, updateOrder } from './queries.ts'
import { settleOrder } from './settle.ts'

export { REFUND_JOB }

/** Cancels the intent of an order that we gave up; money that came all the same is settled (P15). */
export const CLOSE_JOB = 'orders.close'

export const orderOf = (payload: unknown) => (payload as { orderId: OrderId }).orderId

/** A card that does not take its money back three times never will: a person has to find another way. */
const MOST_RETURNS = 3

/**
 * Sends back what a refused order was paid. Each try has a key of its own, made of what became of the earlier ones, so that
 * the money goes back once and a key that is used up is not used again.
 *
 * @throws Error while the money is still here: the job comes again
 */
export async function returnMoney(deps: OrderDeps, id: OrderId, run: JobRun = detachedRun()) {
  const order = await findOrder(deps.db, id)
  if (!order?.piId || !refusalOf(order)) return
  if ((await sendBack(deps, { ...order, piId: order.piId }, `return:${id}`, run)) === 'given-up') return
  const settled = await settleOrder(deps, id)
  if (settled?.status === 'cancelled') throw new Error(`The payment of order ${id} is still here`)
}

/** Sends what is left of an order's payment; after three refunds that came back it asks for a person. */
async function sendBack(deps: OrderDeps, order: Order & { piId: string }, key: string, run: JobRun) {
  const intent = await deps.payments.readIntent(order.piId)
  const failed = intent?.refunds.filter(({ status }) => status === 'failed').length ?? 0
  const closed = intent?.cases.filter(({ status }) => status === 'won').length ?? 0
  if (failed >= MOST_RETURNS) {
    deps.log.error({ order: order.id, failed }, 'a payment that cannot be returned needs a person')
    await updateOrder(deps.db, order.id, { alertCode: 'return-failed', alertDetail: `${failed} refunds came back` })
    return 'given-up'
  }
  run.hold()
  const tries = failed + closed
  return (await deps.payments.refundIntent(order.piId, tries === 0 ? key : `${key}:${tries}`)) ? 'sent' : 'refused'
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

/**
 * Sends back what is left of an order, under a key of the order's own or of whoever asked for it: one key sends it once.
 *
 * @returns whether the money is on its way back now; the provider refuses while a dispute is open
 */
export async function refundOrder(
  deps: OrderDeps,
  { orderId: id, key }: RefundWork,
  run: JobRun = detachedRun(),
): Promise<boolean> {
  if (key === undefined) return payBack(deps, id, run)
  const order = await findOrder(deps.db, id)
  if (!order?.piId) return false
  run.hold()
  await deps.payments.refundIntent(order.piId, `refund:${key}`)
  return isBack(await settleOrder(deps, id))
}

/**
 * The same for money that its buyer was promised without having asked. The promise is noted first: should a dispute be open,
 * it is kept once that is won.
 *
 * @throws Error while the money is still here: the job comes again
 */
async function payBack(deps: OrderDeps, id: OrderId, run: JobRun): Promise<boolean> {
  await noteOwed(deps.db, id, deps.now())
  const order = await findOrder(deps.db, id)
  if (!order?.piId) return false
  if ((await sendBack(deps, { ...order, piId: order.piId }, `refund:${id}`, run)) === 'given-up') return false
  const settled = await settleOrder(deps, id)
  if (settled?.status === 'paid') throw new Error(`The price of order ${id} is still here`)
  return isBack(settled)
}

const isBack = (order: Order | undefined) => order?.status === 'refunded' || order?.status === 'revoked'

/** Without a `key` the order's buyer is owed the price; with one, somebody asked for it and follows it. */
export type RefundWork = { orderId: OrderId; key?: string }
export const refundOf = (payload: unknown) => payload as RefundWork
