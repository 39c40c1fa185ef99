import type { OrderDeps } from '#server/features/orders/deps.ts'
import { findOrder, noteOwed, OPEN_STATUSES, type Order, updateOrder } from '#server/features/orders/queries.ts'
import { detachedRun, type JobRun } from '#server/jobs/run.ts'
import type { DisputeCase } from '#server/payments/payments-port.ts'
import type { OrderId } from '#shared/ids.ts'
import { REFUND_JOB, undeliverableReason } from './fulfil-order.ts'
import { settleOrder } from './settle-order.ts'

export { REFUND_JOB }

/** Cancels the intent of an abandoned order; a payment that arrives nevertheless is settled (P15). */
export const CLOSE_JOB = 'orders.close'

export const orderOf = (payload: unknown) => (payload as { orderId: OrderId }).orderId

/** A card that has rejected three refunds will reject all. */
const MAX_REFUND_ATTEMPTS = 3

/**
 * Refunds the payment of an undeliverable order.
 *
 * @throws Error while the money is still here and the refund may still succeed: the job is retried
 */
export async function refundUndeliverable(deps: OrderDeps, id: OrderId, run: JobRun = detachedRun()) {
  const order = await findOrder(deps.db, id)
  if (!order?.piId || !undeliverableReason(order)) return
  await sendBack(deps, { ...order, piId: order.piId }, `return:${id}`, run)
}

type PaidOrder = Order & { piId: string }

/**
 * Refunds the rest of an order's payment and settles the order. The idempotency key of each attempt is derived from the result of
 * the earlier ones, so that the money is refunded once and a consumed key is not reused.
 *
 * The order is marked for manual review after three failed refunds, and when the provider rejects the refund although no dispute
 * is open, for example because a dispute about a part of the amount is lost. An update of the payment starts another attempt.
 *
 * @returns the order after the attempt
 * @throws Error while the money is still here and the refund may still succeed
 */
async function sendBack(deps: OrderDeps, order: PaidOrder, key: string, run: JobRun) {
  const before = await deps.payments.readIntent(order.piId)
  const failed = before?.refunds.filter(({ status }) => status === 'failed').length ?? 0
  if (failed >= MAX_REFUND_ATTEMPTS) return requestManualReview(deps, order, `${failed} refunds were returned`)
  run.requireLease()
  const tries = failed + (before?.cases.filter(({ status }) => status === 'won').length ?? 0)
  const isSent = await deps.payments.refundIntent(order.piId, tries === 0 ? key : `${key}:${tries}`)
  const settled = await settleOrder(deps, order.id)
  if (settled?.status !== 'cancelled' && settled?.status !== 'paid') return settled
  const after = isSent ? undefined : await deps.payments.readIntent(order.piId)
  if (before && after && isStuck(before.cases, after.cases))
    return requestManualReview(deps, order, 'the provider refuses the refund')
  throw new Error(`Order ${order.id} is not refunded yet`)
}

/** Whether a rejection was not caused by a dispute that was open at the time: then waiting changes nothing. */
const isStuck = (before: DisputeCase[], after: DisputeCase[]) =>
  !after.some(({ status }) => status === 'open') && fingerprint(before) === fingerprint(after)

const fingerprint = (cases: DisputeCase[]) =>
  cases
    .map(({ id, status }) => `${id}:${status}`)
    .sort()
    .join()

async function requestManualReview({ db, log }: OrderDeps, { id }: Order, alertDetail: string) {
  log.error({ order: id, detail: alertDetail }, 'refund failed, order requires manual review')
  return updateOrder(db, id, { alertCode: 'return-failed', alertDetail })
}

/** @throws Error while the provider is still processing the payment: the job is retried */
export async function closeOrder(deps: OrderDeps, id: OrderId) {
  const order = await findOrder(deps.db, id)
  const isCancelled = order && (await cancel(deps, order))
  if (isCancelled === undefined) return
  const settled = await settleOrder(deps, id)
  const isUndecided = settled && !settled.paidAt && !isCancelled
  if (isUndecided && (settled.status === 'cancelled' || OPEN_STATUSES.includes(settled.status))) {
    throw new Error(`The payment of order ${id} is still undecided`)
  }
}

/** @returns `undefined` when nothing exists at the provider yet */
function cancel({ payments }: OrderDeps, { piId, sessionId }: Order): Promise<boolean> | undefined {
  // A payment started on the provider's page ends with the page.
  if (sessionId) return payments.closeCheckout(sessionId)
  return piId === null ? undefined : payments.cancelIntent(piId)
}

/**
 * Refunds the rest of an order, under an idempotency key of the order or of the requester: one key refunds once.
 *
 * @returns whether the refund is under way; the provider rejects it while a dispute is open
 */
export async function refundOrder(
  deps: OrderDeps,
  { orderId: id, key }: RefundWork,
  run: JobRun = detachedRun(),
): Promise<boolean> {
  if (key === undefined) return payBack(deps, id, run)
  const order = await findOrder(deps.db, id)
  if (!order?.piId) return false
  run.requireLease()
  await deps.payments.refundIntent(order.piId, `refund:${key}`)
  return isBack(await settleOrder(deps, id))
}

/**
 * The same for a refund that the buyer was promised without a request. The promise is recorded first: if a dispute is open, it is
 * kept once the dispute is won.
 *
 * @throws Error while the money is still here: the job is retried
 */
async function payBack(deps: OrderDeps, id: OrderId, run: JobRun): Promise<boolean> {
  await noteOwed(deps.db, id, deps.now())
  const order = await findOrder(deps.db, id)
  if (!order?.piId) return false
  return isBack(await sendBack(deps, { ...order, piId: order.piId }, `refund:${id}`, run))
}

const isBack = (order: Order | undefined) => order?.status === 'refunded' || order?.status === 'revoked'

/** Without a `key` the order's buyer is owed the price; with one, a requester tracks the refund. */
export type RefundWork = { orderId: OrderId; key?: string }
export const refundOf = (payload: unknown) => payload as RefundWork
