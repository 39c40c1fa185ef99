import type { PrivateSource } from '#server/sync/private-source.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'
import { listSettledOrders, type Order } from './queries.ts'

/** A buyer's history: what was paid, or is about to be. A try that came to nothing is none of it. */
export const ordersSource: PrivateSource<OrderEntry> = async (tx, principalId) =>
  (await listSettledOrders(tx, principalId)).map(presentOrder)

const presentOrder = (order: Order): OrderEntry => ({
  id: order.id,
  kind: order.kind,
  targetId: order.targetId,
  title: order.snapshot.title,
  amount: order.amount,
  status: order.status,
  createdAt: order.createdAt.toISOString(),
})
