import type { OrderDeps } from '#server/features/orders/deps.ts'
import { findOrdersOfSlot } from '#server/features/orders/service.ts'
import { settleOrder } from '#server/features/orders/settlement/settle-order.ts'
import { expire, forgetHolders, type Hold, listLapsed } from './queries.ts'

export const EXPIRE_HOLDS = 'bookings.lapse'
export const EXPIRE_EVERY_SECONDS = 60

/** An expired hold counts against its holder's next one for a day. */
const HOLDERS_KEPT_MS = 24 * 60 * 60 * 1000

export type LapseDeps = { orders: OrderDeps }

/**
 * Releases an expired hold, once the provider confirms that it is not paid. A hold with a payment in progress is kept; one that
 * is paid has become a call. The payment itself stays open: if it succeeds later, the slot is taken again if it is still free,
 * otherwise the payment is refunded (P15).
 */
export async function releaseHold({ orders }: LapseDeps, hold: Hold) {
  for (const { id } of await findOrdersOfSlot(orders.db, hold.id)) {
    const settled = await settleOrder(orders, id)
    if (settled?.status === 'paid' || settled?.status === 'processing') return
  }
  await expire(orders.db, hold.id, orders.now())
}

/** A hold for which the provider gives no answer must not block the others: it is retried. */
export const expireHolds = (deps: LapseDeps) => async () => {
  const { db, log, now } = deps.orders
  await forgetHolders(db, new Date(now().getTime() - HOLDERS_KEPT_MS))
  for (const hold of await listLapsed(db, now())) {
    await releaseHold(deps, hold).catch((error) => log.error({ err: error, booking: hold.id }, 'hold expiry failed'))
  }
}
