import type { Queryable } from '#server/database/client.ts'
import { listDocumentsOf, presentDocument } from '#server/features/orders/documents/queries.ts'
import { listReceiptNumbers } from '#server/features/orders/receipts/queries.ts'
import type { PrivateSource } from '#server/sync/private/private-source.ts'
import type { OrderId } from '#shared/ids.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'
import type { RefundEntry } from '#shared/refunds/contract.ts'
import { listSettledOrders, type Order } from './queries.ts'

type ListRefunds = (db: Queryable, ids: OrderId[]) => Promise<Map<OrderId, RefundEntry>>

/** A buyer's history: orders that were paid or are processing. Unsuccessful attempts are not part of it. */
export const ordersSource =
  (listRefunds: ListRefunds): PrivateSource<OrderEntry> =>
  async (tx, principalId) => {
    const orders = await listSettledOrders(tx, principalId)
    const ids = orders.map(({ id }) => id)
    const [numbers, refunds, documents] = await Promise.all([
      listReceiptNumbers(tx, ids),
      listRefunds(tx, ids),
      listDocumentsOf(tx, ids),
    ])
    return orders.map((order) => ({
      ...presentOrder(order, numbers.get(order.id), refunds.get(order.id)),
      ...(documents.has(order.id) && { documents: documents.get(order.id)?.map(presentDocument) }),
    }))
  }

const presentOrder = (order: Order, receiptNumber?: number, refund?: RefundEntry): OrderEntry => ({
  id: order.id,
  kind: order.kind,
  targetId: order.targetId,
  title: order.snapshot.title,
  amount: order.amount,
  status: order.status,
  createdAt: order.createdAt.toISOString(),
  receiptNumber: receiptNumber ?? null,
  paidAt: order.paidAt?.toISOString() ?? null,
  ...(order.snapshot.replyDays !== undefined && { replyDays: order.snapshot.replyDays }),
  refund: refund ?? null,
})
