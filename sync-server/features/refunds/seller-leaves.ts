import type { Transaction } from '#server/db.ts'
import { CLOSE_JOB, REFUND_JOB } from '#server/features/orders/return-money.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import { ASK_FOR_MONEY } from './job-kinds.ts'
import { listRecentSales, listUnpaidSales } from './sale-queries.ts'

const PAID_OUT = 'The investor has left, and the contact is gone. The share of this sale was paid out before.'

/**
 * What becomes of the sales of those who leave: what is being paid for is closed, and who may still complain gets the price
 * back. Where the seller was paid already, the team decides: nobody can be asked for it any more. Calls to come are cancelled
 * before; a call that took place is never paid back by itself, its founder may report it.
 */
export async function endSalesOf(tx: Transaction, targets: string[], now: Date) {
  for (const { id } of await listUnpaidSales(tx, targets))
    await enqueueJob(tx, { kind: CLOSE_JOB, key: id, payload: { orderId: id } })
  for (const { id, is_paid_out } of await listRecentSales(tx, targets, now)) {
    const payload = is_paid_out ? { orderId: id, reason: PAID_OUT, origin: 'team' } : { orderId: id }
    await enqueueJob(tx, { kind: is_paid_out ? ASK_FOR_MONEY : REFUND_JOB, key: id, payload })
  }
}
