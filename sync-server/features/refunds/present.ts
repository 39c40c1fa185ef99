import type { Queryable } from '#server/database/client.ts'
import type { OrderId } from '#shared/ids.ts'
import type { RefundEntry } from '#shared/refunds/contract.ts'
import { listRequestsOf, type RequestRow } from './queries.ts'

/** A wish as its buyer reads it: what a rule or the team put before the team is none of the buyer's words. */
export const presentRefund = (request: RequestRow): RefundEntry => ({
  ...presentWhole(request),
  ...(request.origin === 'team' && { reason: '' }),
  ...(takesComplaint(request) && { mayAdd: true }),
})

/** A rule or the team has asked, and the buyer has not. Whether the guarantee still runs is asked beside it, by the clock. */
export const takesComplaint = ({ origin, status }: RequestRow) =>
  origin === 'team' && (status === 'requested' || status === 'rejected')

/** The same for the team. */
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

/** The wishes about some orders, for their buyers' devices. */
export async function listRefundsOf(db: Queryable, orderIds: OrderId[]): Promise<Map<OrderId, RefundEntry>> {
  if (orderIds.length === 0) return new Map()
  return new Map((await listRequestsOf(db, orderIds)).map((request) => [request.orderId, presentRefund(request)]))
}
