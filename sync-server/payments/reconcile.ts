import type { Log } from '#server/log.ts'
import { type InboxDeps, requeueEvents } from './inbox.ts'

export const RECONCILE_JOB = 'payments.reconcile'
export const RECONCILE_SECONDS = 5 * 60

const MINUTE_MS = 60_000
/** A younger order is probably being paid right now; the webhook and the browser look after it. */
const LEAVE_ALONE_MS = 5 * MINUTE_MS
const UNRESOLVED_MS = 24 * 60 * MINUTE_MS

export type ReconcileDeps = InboxDeps & { log: Log; now: () => Date }

/**
 * L1: asks the provider about every order that can still be paid, however old, so that
 * a purchase is completed even when every webhook was lost. The first round after a
 * start leaves none alone: the process before us may have died between payment and grant.
 */
export function createReconciler({ db, book, log, now }: ReconcileDeps) {
  let isFirstRound = true

  return async () => {
    const leaveAlone = isFirstRound ? -MINUTE_MS : LEAVE_ALONE_MS
    isFirstRound = false
    await requeueEvents(db)
    for (const order of await book.listOpen(new Date(now().getTime() - leaveAlone))) {
      const isOverdue = now().getTime() - order.createdAt.getTime() > UNRESOLVED_MS
      try {
        const status = await book.settle(order.id)
        // Nobody has paid for a day: the intent goes, so that it never can be paid by surprise.
        if (isOverdue && (status === 'pending' || status === 'failed')) await book.close(order.id)
        if (isOverdue && status === 'processing') await book.alert(order.id, 'unresolved for more than 24 hours')
      } catch (error) {
        // One order that cannot be settled must not keep the others waiting; it comes round again.
        log.error({ err: error, order: order.id }, 'an order could not be reconciled')
        if (isOverdue) await book.alert(order.id, 'unresolved for more than 24 hours')
      }
    }
  }
}
