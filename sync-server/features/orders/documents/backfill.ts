import type { OrderDeps } from '#server/features/orders/deps.ts'
import { detachedRun, type JobRun } from '#server/jobs/run.ts'
import { issueDocuments } from './issue-documents.ts'
import { listUndocumented, lockOrder } from './queries.ts'

export const ISSUE_DOCUMENTS_JOB = 'orders.issue-documents'
export const ISSUE_DOCUMENTS_SECONDS = 60 * 60

const PAGE = 100

/**
 * Issues the documents of purchases that have none yet, in the order of their payment, each in its own transaction. The date of
 * issue is today. An order that fails does not hold up the others, and is tried again in the next run.
 */
export const issueMissing =
  ({ db, log, now, isLiveMode }: Pick<OrderDeps, 'db' | 'log' | 'now' | 'isLiveMode'>) =>
  async (_payload: unknown, run: JobRun = detachedRun()) => {
    let after: Awaited<ReturnType<typeof listUndocumented>>[number] | undefined
    for (;;) {
      const page = await listUndocumented(db, { isLiveMode, after, limit: PAGE })
      for (const { order_id: id } of page) {
        run.requireLease()
        try {
          await db.transaction(async (tx) => {
            const order = await lockOrder(tx, id)
            if (order) await issueDocuments(tx, order, now())
          })
        } catch (error) {
          log.error({ err: error, order: id }, 'the documents of an order were not issued')
        }
      }
      after = page.at(-1)
      if (page.length < PAGE) return
    }
  }
