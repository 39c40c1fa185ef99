import type { Transaction } from '#server/database/client.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import type { OrderId, PrincipalId } from '#shared/ids.ts'
import { CAP_DAYS, isOverCap } from '#shared/refunds/cap.ts'
import { ASK_FOR_MONEY } from './job-kinds.ts'
import { countGiven, deleteGiven, insertGiven, lockBuyer } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type BuyerOrder = { orderId: OrderId; principalId: PrincipalId }

/**
 * Whether the buyer of an order has already had the year's refunds, under any principal. Decisions about one buyer are serialised
 * until the transaction ends, so that no refund exceeds the cap unnoticed.
 */
export async function hasHadRefunds(tx: Transaction, { orderId, principalId }: BuyerOrder, now: Date): Promise<boolean> {
  await lockBuyer(tx, orderId, principalId)
  const since = new Date(now.getTime() - CAP_DAYS * DAY_MS)
  return isOverCap(await countGiven(tx, { orderId, principalId, since }))
}

/** Counts a refund towards the cap, once. */
export const noteGiven = (tx: Transaction, buyerOrder: BuyerOrder, now: Date) => insertGiven(tx, { ...buyerOrder, givenAt: now })

/** A refund that never arrived does not count. */
export const takeBackGiven = (tx: Transaction, orderId: OrderId) => deleteGiven(tx, orderId)

/**
 * Decides on the refund of an order that its buyer cancels in time.
 *
 * @returns `due` when the caller must refund it; `asked` when the cap is reached: then a request for an admin is created
 */
export async function refundOrAskAdmin(
  tx: Transaction,
  { reason, now, ...buyerOrder }: BuyerOrder & { reason: string; now: Date },
): Promise<'due' | 'asked'> {
  if (await hasHadRefunds(tx, buyerOrder, now)) {
    const { orderId } = buyerOrder
    await enqueueJob(tx, { kind: ASK_FOR_MONEY, key: orderId, payload: { orderId, reason } })
    return 'asked'
  }
  await noteGiven(tx, buyerOrder, now)
  return 'due'
}
