import type { OrderId } from '#shared/ids.ts'
import type { OrderDeps } from './deps.ts'
import { fulfil } from './fulfil.ts'
import { lookAt, type Sight } from './look.ts'
import { findStamped, lockUnchanged, OPEN_STATUSES, type Order, updateOrder } from './queries.ts'
import { mismatchOf, statusByTruth } from './truth.ts'

/** Webhook, confirm calls and reconciler may all settle one order at once; each loser looks again. */
const MOST_LOOKS = 50

/**
 * Brings an order to what the provider says of it now. Webhook, confirm call and
 * reconciler all end here, and none of them is believed.
 *
 * The provider is asked without holding the row. When anybody wrote to the row
 * meanwhile, the answer may be the older one, so it is thrown away and asked for again:
 * stale news never overwrites fresh news.
 */
export async function settleOrder(deps: OrderDeps, id: OrderId): Promise<Order | undefined> {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const seen = await findStamped(deps.db, id)
    if (!seen) return undefined
    const { piId, sessionId, status } = seen.order
    if (!piId && !sessionId && !OPEN_STATUSES.includes(status)) return seen.order
    const sight = await lookAt(deps, seen.order)
    const settled = sight === 'look-again' ? undefined : await apply(deps, seen, sight)
    if (settled) return settled
  }
  throw new Error(`The order ${id} changes too often to be settled`)
}

async function apply(deps: OrderDeps, seen: { order: Order; stamp: string }, sight: Sight) {
  const { order, stamp } = seen
  return deps.db.transaction(async (tx) => {
    // With the attempt just saved, the row's stamp is a new one; the next look comes by here.
    const held = await lockUnchanged(tx, order.id, stamp)
    if (!held) return undefined
    if ('untried' in sight) return updateOrder(tx, held.id, OPEN_STATUSES.includes(held.status) ? { status: sight.untried } : {})
    const { intent } = sight
    if (!intent) return alarm(deps, held, 'the provider does not know its payment', tx)
    const status = statusByTruth(intent)
    if (intent.status === 'succeeded') {
      const mismatch = mismatchOf(intent, held, deps.isLiveMode)
      if (mismatch) return alarm(deps, held, `payment mismatch: ${mismatch}`, tx)
      return fulfil(tx, deps, held, intent, status)
    }
    // Cancelled by us while the provider still calls it open: only money reopens it.
    return updateOrder(tx, held.id, OPEN_STATUSES.includes(held.status) ? { status } : {})
  })
}

/** A person must look: nothing is granted and nothing is lost. */
function alarm(deps: OrderDeps, order: Order, alert: string, tx: Parameters<typeof updateOrder>[0]) {
  deps.log.error({ order: order.id, alert }, 'an order needs a person')
  return updateOrder(tx, order.id, { alert })
}
