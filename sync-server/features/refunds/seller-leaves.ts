import type { Transaction } from '#server/database/client.ts'
import { CLOSE_JOB, REFUND_JOB } from '#server/features/orders/settlement/refund-jobs.ts'
import { enqueueJobs } from '#server/jobs/queue.ts'
import { ASK_FOR_MONEY } from './job-kinds.ts'
import { listRecentSales, listUnpaidSales } from './sale-queries.ts'

const PAID_OUT = 'The investor left and the contact was removed. The share of this sale is already paid out.'

/**
 * Ends the sales of departing sellers: unpaid orders are closed, and buyers who may still complain are refunded. Where the share
 * was already paid out, an admin decides: it can no longer be recovered from the seller. Future calls are cancelled before; a
 * call that took place is never refunded automatically, its founder may report it.
 */
export async function endSalesOf(tx: Transaction, targets: string[], now: Date) {
  const unpaid = (await listUnpaidSales(tx, targets)).map(({ id }) => ({ kind: CLOSE_JOB, key: id, payload: { orderId: id } }))
  const recent = (await listRecentSales(tx, targets, now)).map(({ id, is_paid_out }) =>
    is_paid_out
      ? { kind: ASK_FOR_MONEY, key: id, payload: { orderId: id, reason: PAID_OUT, origin: 'team' } }
      : { kind: REFUND_JOB, key: id, payload: { orderId: id } },
  )
  await enqueueJobs(tx, [...unpaid, ...recent])
}
