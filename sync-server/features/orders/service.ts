import type { Transaction } from '#server/db.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import type { OrderBook } from '#server/payments/order-book.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { OrderDeps } from './deps.ts'
import {
  findOrder,
  findOrderOfIntent,
  listClashing,
  listOpenOrders,
  moveOrders,
  type Order,
  saveIntent,
  updateOrder,
} from './queries.ts'
import { CLOSE_JOB, closeOrder } from './return-money.ts'
import { settleOrder } from './settle.ts'

/** @throws Problem `not-found` for an unknown payment and for somebody else's alike (P6) */
export async function findOwnOrder({ db }: OrderDeps, principalId: PrincipalId, piId: string): Promise<Order> {
  const order = await findOrderOfIntent(db, piId)
  if (order?.principalId !== principalId) throw new Problem('not-found')
  return order
}

/** What the payment side needs of orders: the inbox and the reconciler know them by this alone. */
export const createOrderBook = (deps: OrderDeps): OrderBook => ({
  async findByIntent(piId) {
    return (await findOrderOfIntent(deps.db, piId))?.id
  },
  async adopt(orderId, piId) {
    const order = await findOrder(deps.db, orderId)
    if (order && order.piId === null) await saveIntent(deps.db, orderId, order.attempt, piId)
    return order !== undefined
  },
  async settle(orderId) {
    return (await settleOrder(deps, orderId))?.status
  },
  listOpen: (madeBefore) => listOpenOrders(deps.db, madeBefore),
  close: (orderId) => closeOrder(deps, orderId),
  async alert(orderId, alert) {
    await updateOrder(deps.db, orderId, { alert })
  },
})

/** A guest's purchases become the account's. Where both were buying the same thing, the guest's try is given up. */
export async function moveOwnedOrders(tx: Transaction, from: PrincipalId, to: PrincipalId) {
  for (const { id } of await listClashing(tx, from, to)) {
    await updateOrder(tx, id, { status: 'cancelled' })
    await enqueueJob(tx, { kind: CLOSE_JOB, key: id, payload: { orderId: id } })
  }
  await moveOrders(tx, from, to)
}
