import type { OrderStatus } from '#shared/orders/contract.ts'
import { guaranteeEnds } from './guarantee.ts'

export type RefundRefusal = 'refunds.too-late' | 'refunds.dispute-open' | 'refunds.not-refundable'

/**
 * Why a refund cannot be requested (any more), or `undefined` when it can.
 *
 * The device calls it to show the button or explain its absence; only the server's result counts.
 */
export function refundRefusal(order: { status: OrderStatus; paidAt: Date | null }, now: Date): RefundRefusal | undefined {
  if (order.status === 'disputed') return 'refunds.dispute-open'
  if (order.status !== 'paid' || order.paidAt === null) return 'refunds.not-refundable'
  return now > guaranteeEnds(order.paidAt) ? 'refunds.too-late' : undefined
}
