import type { PrivateSource } from '#server/sync/private-source.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'
import { listSettledOrders, type Order } from './queries.ts'
import { listReceiptNumbers } from './receipt-queries.ts'

/** A buyer's history: what was paid, or is about to be. A try that came to nothing is none of it. */
export const ordersSource: PrivateSource<OrderEntry> = async (tx, principalId) => {
  const orders = await listSettledOrders(tx, principalId)
  const numbers = await listReceiptNumbers(
    tx,
    orders.map(({ id }) => id),
  )
  return orders.map((order) => presentOrder(order, numbers.get(order.id)))
}

const presentOrder = (order: Order, receiptNumber: number | undefined): OrderEntry => ({
  id: order.id,
  kind: order.kind,
  targetId: order.targetId,
  title: order.snapshot.title,
  amount: order.amount,
  status: order.status,
  createdAt: order.createdAt.toISOString(),
  receiptNumber: receiptNumber ?? null,
})
