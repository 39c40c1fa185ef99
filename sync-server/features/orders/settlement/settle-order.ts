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

/** Other nodes may settle the same order at once. Only a change of the order makes a look begin anew, so few do. */
const MAX_ATTEMPTS = 20

/**
 * Brings an order to what the provider says of it now. Webhook, confirm call and
 * reconciler all end here, and none of them is believed.
 *
 * The provider is asked without holding the row. When the row has changed
 * meanwhile, the answer may be the older one, so it is thrown away and asked for again:
 * stale news never overwrites fresh news. A look that changes nothing writes nothing.
 */
export const settleOrder = (deps: OrderDeps, id: OrderId): Promise<Order | undefined> =>
  deps.looks.share(id, () => look(deps, id))

/**
 * The same for a browser that asks how its payment stands. After two looks within seconds at an unpaid order, or four within a
 * minute at one that was paid, it gets the result of a look that is under way, else the order as it stands: news of the payment
 * settles it in any case.
 */
export async function settleForCaller(deps: OrderDeps, { id, paidAt }: Pick<Order, 'id' | 'paidAt'>): Promise<Order | undefined> {
  if (await deps.looks.isDue(id, paidAt !== null)) return settleOrder(deps, id)
  return deps.looks.join(id) ?? findOrder(deps.db, id)
}

async function look(deps: OrderDeps, id: OrderId): Promise<Order | undefined> {
  for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
    const seen = await findWithVersion(deps.db, id)
    if (!seen) return undefined
    const { piId, sessionId, status } = seen.order
    if (!piId && !sessionId && !OPEN_STATUSES.includes(status)) return seen.order
    const sight = await readPayment(deps, seen.order)
    const settled = sight === 'look-again' ? undefined : await apply(deps, seen, sight)
    if (settled) return settled
  }
  throw new Error(`The order ${id} changes too often to be settled`)
}

async function apply(deps: OrderDeps, seen: { order: Order; stamp: string }, sight: PaymentState) {
  const { order, stamp } = seen
  return deps.db.transaction(async (tx) => {
    // With the attempt just saved, the row's stamp is a new one; the next look comes by here.
    const held = await lockIfUnchanged(tx, order.id, stamp)
    if (!held) return undefined
    if ('notAttempted' in sight) return writeUnpaid(tx, held, sight.notAttempted)
    const { intent } = sight
    if (!intent) return flagForReview(deps, tx, held, 'payment-unknown')
    const status = statusFromProvider(intent)
    if (intent.status === 'succeeded') {
      const mismatch = findMismatch(intent, held, deps.isLiveMode)
      if (mismatch) return flagForReview(deps, tx, held, 'payment-mismatch', mismatch)
      return fulfil(tx, deps, held, intent, status)
    }
    return writeUnpaid(tx, held, status)
  })
}

const DECIDED: OrderStatus[] = ['cancelled', 'expired']

/**
 * The state of an order that has no money. Cancelled by us while the provider still calls it open: only money reopens it. A payment
 * that is cancelled needs no person any more: an alert that stays would hide those that do.
 */
function writeUnpaid(tx: Transaction, held: Order, status: OrderStatus) {
  const isAnswered = DECIDED.includes(status) && (held.alertCode === 'unresolved' || held.alertCode === 'payment-unknown')
  return changeOrder(tx, held, {
    ...(OPEN_STATUSES.includes(held.status) && { status }),
    ...(isAnswered && { alertCode: null, alertDetail: null }),
  })
}

/** A person must look: nothing is granted and nothing is lost. */
function flagForReview(deps: OrderDeps, tx: Transaction, order: Order, alertCode: OrderAlert, alertDetail: string | null = null) {
  deps.log.error({ order: order.id, alert: alertCode, detail: alertDetail }, 'an order needs a person')
  return changeOrder(tx, order, { alertCode, alertDetail })
}
