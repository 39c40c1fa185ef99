import type { OrderDeps } from '#server/features/orders/deps.ts'
import { findOrdersOfSlot } from '#server/features/orders/service.ts'
import { settleOrder } from '#server/features/orders/settlement/settle-order.ts'
import { expire, forgetHolders, type Hold, listLapsed } from './queries.ts'

export const EXPIRE_HOLDS = 'bookings.lapse'
export const EXPIRE_EVERY_SECONDS = 60

/** A hold that ran out counts against the next one of its holder for a day. */
const HOLDERS_KEPT_MS = 24 * 60 * 60 * 1000

export type LapseDeps = { orders: OrderDeps }

/**
 * Ends a hold that has run out, once the provider has said that nobody paid for it. One whose payment is on
 * its way goes on; one that is paid is a call by then. The payment itself stays open: should it succeed
 * later, the hour is taken up again if it is still free, else the money goes back (P15).
 */
export async function releaseHold({ orders }: LapseDeps, hold: Hold) {
  for (const { id } of await findOrdersOfSlot(orders.db, hold.id)) {
    const settled = await settleOrder(orders, id)
    if (settled?.status === 'paid' || settled?.status === 'processing') return
  }
  await expire(orders.db, hold.id, orders.now())
}

/** One hold of which the provider says nothing must not keep the others: it comes round again. */
export const expireHolds = (deps: LapseDeps) => async () => {
  const { db, log, now } = deps.orders
  await forgetHolders(db, new Date(now().getTime() - HOLDERS_KEPT_MS))
  for (const hold of await listLapsed(db, now())) {
    await releaseHold(deps, hold).catch((error) => log.error({ err: error, booking: hold.id }, 'a hold could not be ended'))
  }
}
