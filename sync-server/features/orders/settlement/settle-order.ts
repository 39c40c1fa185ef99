import type { Transaction } from '#server/database/client.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import {
  changeOrder,
  findOrder,
  findWithVersion,
  lockIfUnchanged,
  OPEN_STATUSES,
  type Order,
} from '#server/features/orders/queries.ts'
import type { OrderId } from '#shared/ids.ts'
import type { OrderAlert } from '#shared/orders/alert.ts'
import type { OrderStatus } from '#shared/orders/contract.ts'
import { fulfil } from './fulfil-order.ts'
import { findMismatch, statusFromProvider } from './order-status.ts'
import { type PaymentState, readPayment } from './read-payment.ts'

/**
 * Other nodes may settle the same order concurrently. Only a change of the order repeats the read, so few repetitions are needed.
 */
const MAX_ATTEMPTS = 20

/**
 * Sets an order to the provider's current state. Webhook, confirm endpoint and reconciler all call this, and none of their data
 * is trusted.
 *
 * The provider is called without a row lock. When the row has changed in between, the reply may be the older one, so it is
 * discarded and the read is repeated: stale data never overwrites fresh data. A read that changes nothing writes nothing.
 */
export const settleOrder = (deps: OrderDeps, id: OrderId): Promise<Order | undefined> =>
  deps.looks.share(id, () => readAndApply(deps, id))

/**
 * The same for a browser that polls its payment. After two reads within seconds of an unpaid order, or four within a minute of a
 * paid one, it gets the result of a running read, or else the stored order: an update of the payment settles it in any case.
 */
export async function settleForCaller(deps: OrderDeps, { id, paidAt }: Pick<Order, 'id' | 'paidAt'>): Promise<Order | undefined> {
  if (await deps.looks.isDue(id, paidAt !== null)) return settleOrder(deps, id)
  return deps.looks.join(id) ?? findOrder(deps.db, id)
}

async function readAndApply(deps: OrderDeps, id: OrderId): Promise<Order | undefined> {
  for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
    const seen = await findWithVersion(deps.db, id)
    if (!seen) return undefined
    const { piId, sessionId, status } = seen.order
    if (!piId && !sessionId && !OPEN_STATUSES.includes(status)) return seen.order
    const state = await readPayment(deps, seen.order)
    const isPaid = state !== 'look-again' && 'intent' in state && state.intent?.status === 'succeeded'
    if (isPaid && status !== 'paid') await deps.fulfilments[seen.order.kind]?.prepare?.(seen.order)
    const settled = state === 'look-again' ? undefined : await apply(deps, seen, state)
    if (settled) return settled
  }
  throw new Error(`Order ${id} changed during all ${MAX_ATTEMPTS} attempts to settle it`)
}

async function apply(deps: OrderDeps, seen: { order: Order; stamp: string }, state: PaymentState) {
  const { order, stamp } = seen
  return deps.db.transaction(async (tx) => {
    // If the attempt was just saved, the row has a new stamp, and the next read succeeds.
    const locked = await lockIfUnchanged(tx, order.id, stamp)
    if (!locked) return undefined
    if ('notAttempted' in state) return writeUnpaid(tx, locked, state.notAttempted)
    const { intent } = state
    if (!intent) return flagForReview(deps, tx, locked, 'payment-unknown')
    const status = statusFromProvider(intent)
    if (intent.status === 'succeeded') {
      const mismatch = findMismatch(intent, locked, deps.isLiveMode)
      if (mismatch) return flagForReview(deps, tx, locked, 'payment-mismatch', mismatch)
      return fulfil(tx, deps, locked, intent, status)
    }
    return writeUnpaid(tx, locked, status)
  })
}

const DECIDED: OrderStatus[] = ['cancelled', 'expired']

/**
 * The state of an order without a payment. For an order that was cancelled here while the provider still reports it as open, only
 * a payment reopens it. The alert of a cancelled payment is cleared: otherwise it would hide those that need review.
 */
function writeUnpaid(tx: Transaction, locked: Order, status: OrderStatus) {
  const isAnswered = DECIDED.includes(status) && (locked.alertCode === 'unresolved' || locked.alertCode === 'payment-unknown')
  return changeOrder(tx, locked, {
    ...(OPEN_STATUSES.includes(locked.status) && { status }),
    ...(isAnswered && { alertCode: null, alertDetail: null }),
  })
}

/** Marks the order for manual review: nothing is granted and nothing is lost. */
function flagForReview(deps: OrderDeps, tx: Transaction, order: Order, alertCode: OrderAlert, alertDetail: string | null = null) {
  deps.log.error({ order: order.id, alert: alertCode, detail: alertDetail }, 'order requires manual review')
  return changeOrder(tx, order, { alertCode, alertDetail })
}
