import type { Transaction } from '#server/database/client.ts'
import { askForDoubled } from '#server/features/orders/settlement/doubled.ts'
import { CLOSE_JOB, closeOrder } from '#server/features/orders/settlement/refund-jobs.ts'
import { settleOrder } from '#server/features/orders/settlement/settle-order.ts'
import { endStray } from '#server/features/orders/settlement/stray-payments.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import type { OrderPort } from '#server/payments/order-port.ts'
import type { PrincipalId } from '#shared/ids.ts'
import type { OrderKind } from '#shared/orders/contract.ts'
import { Problem } from '#shared/problem.ts'
import type { OrderDeps } from './deps.ts'
import {
  findOrder,
  findOrderOfPayment,
  hasOtherPaid,
  hasPaid,
  listClashing,
  listOpenFor,
  listOpenOrders,
  listOrdersOfSlot,
  moveOrders,
  type Order,
  saveCheckout,
  saveIntent,
  setAlert,
  updateOrder,
} from './queries.ts'

export type { Order }

/** @throws Problem `not-found`, both for an unknown payment and for one of another principal (P6) */
export async function findOwnOrder({ db }: OrderDeps, principalId: PrincipalId, piId: string): Promise<Order> {
  const order = await findOrderOfPayment(db, piId)
  if (order?.principalId !== principalId) throw new Problem('not-found')
  return order
}

/** The order of an intent or a checkout, of any owner. */
export const findOrderOf = ({ db }: OrderDeps, paymentId: string) => findOrderOfPayment(db, paymentId)

/** By order id, for features that store data about it. */
export const readOrder = findOrder

/** The attempts to pay for one slot, of any buyer. */
export const findOrdersOfSlot = listOrdersOfSlot

/** Whether the target is also paid for by another order: then it does not depend on this order's payment (P12). */
export const isPaidByAnotherOrder = hasOtherPaid

/** Whether a target is paid for by an order of the given kinds. */
export const hasPaidOrder = hasPaid

/** Closes open orders of the given kinds for one target. @returns each order in its new state: it may be paid or processing */
export async function cancelCompetingOrders(deps: OrderDeps, kinds: OrderKind[], targetId: string): Promise<Order[]> {
  const closed: Order[] = []
  for (const { id } of await listOpenFor(deps.db, kinds, targetId)) {
    // Settling first creates the payment if there is none yet: only an existing payment can be cancelled permanently.
    const settled = await settleOrder(deps, id)
    if (settled?.status === 'pending' || settled?.status === 'failed') {
      // A payment is in progress: the next iteration reads its result.
      await closeOrder(deps, id).catch((error) => deps.log.warn({ err: error, order: id }, 'competing order not cancelled yet'))
    }
    const left = await findOrder(deps.db, id)
    if (left) closed.push(left)
  }
  return closed
}

/** The interface of orders for the payment side: the webhook inbox and the reconciler use only this. */
export const createOrderPort = (
  deps: OrderDeps,
): Omit<OrderPort, 'recordWarnings' | 'recordCardFailure' | 'refuseBlockedCard'> => ({
  async find(paymentId) {
    return (await findOrderOfPayment(deps.db, paymentId))?.id
  },
  async findUnpaid(paymentId, madeBefore) {
    const order = await findOrderOfPayment(deps.db, paymentId)
    return order && order.paidAt === null && order.createdAt < madeBefore ? order.id : undefined
  },
  async adopt(orderId, { kind, id }) {
    const order = await findOrder(deps.db, orderId)
    if (!order) return 'unknown'
    await (kind === 'checkout' ? saveCheckout : saveIntent)(deps.db, orderId, order.attempt, id)
    return (await findOrderOfPayment(deps.db, id))?.id === orderId ? 'adopted' : 'stray'
  },
  endStray: (orderId, piId) => endStray(deps, orderId, piId),
  async settle(orderId) {
    return (await settleOrder(deps, orderId))?.status
  },
  listOpen: (page) => listOpenOrders(deps.db, page),
  close: (orderId) => closeOrder(deps, orderId),
  async alert(orderId, alertCode) {
    await setAlert(deps.db, orderId, alertCode)
  },
})

/**
 * Transfers a guest's purchases to the account. Where both were buying the same target, the guest's attempt is abandoned; where
 * both have paid for it, a refund request for the later payment is created for an admin.
 */
export async function moveOwnedOrders(tx: Transaction, from: PrincipalId, to: PrincipalId) {
  for (const { id } of await listClashing(tx, from, to)) {
    await updateOrder(tx, id, { status: 'cancelled' })
    await enqueueJob(tx, { kind: CLOSE_JOB, key: id, payload: { orderId: id } })
  }
  const moved = await moveOrders(tx, from, to)
  const paid = moved.flatMap(({ id, status }) => (status === 'paid' ? [id] : []))
  await askForDoubled(tx, paid, to)
}
