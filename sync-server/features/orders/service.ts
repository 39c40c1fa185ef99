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

/** @throws Problem `not-found` for an unknown payment and for somebody else's alike (P6) */
export async function findOwnOrder({ db }: OrderDeps, principalId: PrincipalId, piId: string): Promise<Order> {
  const order = await findOrderOfPayment(db, piId)
  if (order?.principalId !== principalId) throw new Problem('not-found')
  return order
}

/** The order of an intent or a checkout, whosever it is. */
export const findOrderOf = ({ db }: OrderDeps, paymentId: string) => findOrderOfPayment(db, paymentId)

/** By its own id, for features that keep something about it. */
export const readOrder = findOrder

/** The tries to pay for one slot, whoever's. */
export const findOrdersOfSlot = listOrdersOfSlot

/** Whether the same thing is paid by another order as well: then this one's money is not what it stands on (P12). */
export const isPaidByAnotherOrder = hasOtherPaid

/** Whether money stands for a thing by an order of any of some kinds. */
export const hasPaidOrder = hasPaid

/** Closes what is open of some kinds for one thing. @returns each order as it is then: it may be paid, or on its way */
export async function cancelCompetingOrders(deps: OrderDeps, kinds: OrderKind[], targetId: string): Promise<Order[]> {
  const given: Order[] = []
  for (const { id } of await listOpenFor(deps.db, kinds, targetId)) {
    // First it gets its payment, should it have none yet: only what exists can be cancelled for good.
    const settled = await settleOrder(deps, id)
    if (settled?.status === 'pending' || settled?.status === 'failed') {
      // Somebody pays at this very moment: the next look sees what became of it.
      await closeOrder(deps, id).catch((error) => deps.log.warn({ err: error, order: id }, 'an order could not be given up yet'))
    }
    const left = await findOrder(deps.db, id)
    if (left) given.push(left)
  }
  return given
}

const isCheckout = (paymentId: string) => paymentId.startsWith('cs_')

/** What the payment side needs of orders: the inbox and the reconciler know them by this alone. */
export const createOrderPort = (deps: OrderDeps): Omit<OrderPort, 'recordWarnings' | 'recordCardFailure'> => ({
  async find(paymentId) {
    return (await findOrderOfPayment(deps.db, paymentId))?.id
  },
  async findUnpaid(paymentId, madeBefore) {
    const order = await findOrderOfPayment(deps.db, paymentId)
    return order && order.paidAt === null && order.createdAt < madeBefore ? order.id : undefined
  },
  async adopt(orderId, paymentId) {
    const order = await findOrder(deps.db, orderId)
    if (!order) return 'unknown'
    await (isCheckout(paymentId) ? saveCheckout : saveIntent)(deps.db, orderId, order.attempt, paymentId)
    return (await findOrderOfPayment(deps.db, paymentId))?.id === orderId ? 'adopted' : 'stray'
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
 * A guest's purchases become the account's. Where both were buying the same thing, the guest's try is given up; where both have
 * paid for it, the later payment is put before the team.
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
