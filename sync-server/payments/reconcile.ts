import { detachedRun, type JobRun, LeaseLost } from '#server/jobs/run.ts'
import type { Log } from '#server/log.ts'
import type { OrderId } from '#shared/ids.ts'
import { PAID_EVENTS } from './event-types.ts'
import type { OpenOrder } from './order-port.ts'
import { type InboxDeps, requeueEvents } from './webhook-inbox.ts'

export const RECONCILE_JOB = 'payments.reconcile'
export const RECONCILE_SECONDS = 5 * 60

const MINUTE_MS = 60_000
/** A younger order is probably being paid at the moment; the webhook and the browser handle it. */
const GRACE_PERIOD_MS = 5 * MINUTE_MS
const UNRESOLVED_MS = 24 * 60 * MINUTE_MS
/** How far back the provider's list of paid events is read: two runs, and a margin for its clock. */
const PAID_LOOK_BACK_MS = 12 * MINUTE_MS
const FIRST_PAID_LOOK_BACK_MS = UNRESOLVED_MS

const PAGE = 100
/** After this time the run ends, lets other work run first, and continues from its stored progress. */
const DEADLINE_MS = 60_000

export type ReconcileDeps = InboxDeps & {
  log: Log
  now: () => Date
  /** Maximum duration of one run, by the process's own clock. */
  deadlineMs?: number
}

/** `madeBefore` in milliseconds; `after` is the last order that was reconciled. */
type Progress = { madeBefore: number; after: Pick<OpenOrder, 'id' | 'at'> }

/**
 * L1: reads the provider's state of every order that can still be paid, of any age, so that a purchase is completed even when
 * every webhook was lost. The first run after a start includes young orders: the previous process may have died between payment
 * and grant.
 *
 * 1. Orders that the provider lists as recently paid: they do not wait behind the other open orders.
 * 2. Every open order, oldest first, in pages, until the deadline; the next run continues after the last one.
 */
export function createReconciler(deps: ReconcileDeps) {
  const { db, orders, log, now, deadlineMs = DEADLINE_MS } = deps
  let isFirstRound = true

  return async (_payload: unknown = {}, run: JobRun = detachedRun()): Promise<'continue' | undefined> => {
    const endsAt = performance.now() + deadlineMs
    const stored = run.progress as Progress | undefined
    const isFirst = isFirstRound
    isFirstRound = false
    if (!stored) await requeueEvents(db)
    const madeBefore = stored?.madeBefore ?? now().getTime() - (isFirst ? -MINUTE_MS : GRACE_PERIOD_MS)
    const lookBackMs = isFirst ? FIRST_PAID_LOOK_BACK_MS : PAID_LOOK_BACK_MS
    const paid = { since: new Date(now().getTime() - lookBackMs), madeBefore: new Date(madeBefore) }
    await settlePaid(deps, run, paid).catch((error) => {
      // The list only decides which orders come first. The key may lack the permission to read it, or one event of it may be
      // unreadable.
      if (error instanceof LeaseLost) throw error
      log.error({ err: error }, 'listing of recently paid orders failed')
    })
    let after = stored?.after
    for (;;) {
      const page = await orders.listOpen({ madeBefore: new Date(madeBefore), after, limit: PAGE })
      for (const order of page) {
        run.requireLease()
        await reconcileOne(deps, order)
        after = { id: order.id, at: order.at }
        if (performance.now() < endsAt) continue
        await run.saveProgress({ madeBefore, after } satisfies Progress)
        log.warn({ after: order.id }, 'not all open orders reconciled yet')
        return 'continue'
      }
      if (page.length < PAGE) return undefined
    }
  }
}

async function reconcileOne({ orders, log, now }: ReconcileDeps, order: OpenOrder) {
  const isOverdue = now().getTime() - order.createdAt.getTime() > UNRESOLVED_MS
  try {
    const status = await orders.settle(order.id)
    // Unpaid for a day: the intent is cancelled, so that it cannot be paid later by surprise.
    if (isOverdue && (status === 'pending' || status === 'failed')) await orders.close(order.id)
    if (isOverdue && status === 'processing') await orders.alert(order.id, 'unresolved')
  } catch (error) {
    // One order that fails to settle must not block the others; it is retried in the next run.
    log.error({ err: error, order: order.id }, 'order reconciliation failed')
    if (isOverdue) await orders.alert(order.id, 'unresolved')
  }
}

/** One list call returns the provider's paid events: orders among them that are still recorded as unpaid are settled first. */
async function settlePaid({ payments, orders, log }: ReconcileDeps, run: JobRun, { since, madeBefore }: Span) {
  const seen = new Set<OrderId>()
  for await (const { objectId } of payments.listEvents(since, { types: PAID_EVENTS })) {
    const id = objectId === undefined ? undefined : await orders.findUnpaid(objectId, madeBefore)
    if (!id || seen.has(id)) continue
    seen.add(id)
    run.requireLease()
    await orders.settle(id).catch((error) => log.error({ err: error, order: id }, 'settlement of paid order failed'))
  }
}

type Span = { since: Date; madeBefore: Date }
