import { contestUntilOf, MISSING_WITHIN_MS } from '#shared/bookings/rules.ts'
import type { OrderKind } from '#shared/orders/contract.ts'
import { guaranteeEnds } from './guarantee.ts'

/**
 * The facts that determine a buyer's rights. Instants in milliseconds since the epoch. `missedAt`: when the investor reported the
 * founder as a no-show, which the founder may contest.
 */
export type Bought = { kind: OrderKind; paidAt: number; call?: { endsAt: number; missedAt?: number | undefined } | undefined }

/**
 * The first instant at which the buyer of a purchase can no longer claim a refund: the guarantee is over, a call can no longer be
 * reported as missed, and a report against the buyer can no longer be contested. The seller's share is on hold until then. The
 * server has the same rule in SQL (`buyer-rights.ts`).
 *
 * @returns milliseconds since the epoch; undefined for a meeting without a call
 */
export function rightsEnd({ kind, paidAt, call }: Bought): number | undefined {
  const guarantee = guaranteeEnds(new Date(paidAt)).getTime() + 1
  if (kind !== 'meeting') return guarantee
  if (!call) return undefined
  const contest = call.missedAt === undefined ? 0 : contestUntilOf(new Date(call.missedAt)).getTime()
  return Math.max(guarantee, call.endsAt + MISSING_WITHIN_MS, contest)
}
