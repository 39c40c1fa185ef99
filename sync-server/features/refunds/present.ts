import type { Queryable } from '#server/database/client.ts'
import type { OrderId } from '#shared/ids.ts'
import type { RefundEntry } from '#shared/refunds/contract.ts'
import { listRequestsOf, type RequestRow } from './queries.ts'

/** A request as its buyer sees it, without texts that a rule or an admin has entered. */
export const presentRefund = (request: RequestRow): RefundEntry => ({
  ...presentWhole(request),
  ...(request.origin === 'team' && { reason: '' }),
  ...(takesComplaint(request) && { mayAdd: true }),
})

/** A rule or an admin has created the request, not the buyer. The guarantee period is checked separately. */
export const takesComplaint = ({ origin, status }: RequestRow) =>
  origin === 'team' && (status === 'requested' || status === 'rejected')

/** The same for admins. */
export const presentWhole = (request: RequestRow): RefundEntry => ({
  id: request.id,
  status: request.status,
  reason: request.reason,
  note: request.note,
  requestedAt: request.requestedAt.toISOString(),
  replyDueAt: request.replyDueAt.toISOString(),
  refundDueAt: request.refundDueAt.toISOString(),
  refundedAt: request.refundedAt?.toISOString() ?? null,
})

/** The requests of some orders, for their buyers' devices. */
export async function listRefundsOf(db: Queryable, orderIds: OrderId[]): Promise<Map<OrderId, RefundEntry>> {
  if (orderIds.length === 0) return new Map()
  return new Map((await listRequestsOf(db, orderIds)).map((request) => [request.orderId, presentRefund(request)]))
}
