import type { OrderDeps } from '#server/features/orders/deps.ts'
import { type Order, startAttempt } from '#server/features/orders/queries.ts'
import type { CheckoutPage } from '#shared/orders/contract.ts'
import { openCheckout } from './payment-attempt.ts'
import { isTaxedAs, type Purchase } from './purchase.ts'
import { refuseIfSettled } from './refuse-if-settled.ts'

/** @returns `undefined` when the order is no longer the one to pay: find it again */
export async function setUpCheckout(
  deps: OrderDeps,
  order: Order,
  { amount, snapshot }: Purchase,
): Promise<CheckoutPage | undefined> {
  const isAsAgreed = order.amount === amount && isTaxedAs(order.snapshot, snapshot) && isSamePage(order.snapshot, snapshot)
  if (!isAsAgreed && order.sessionId === null) {
    await startAttempt(deps.db, order, { amount, snapshot })
    return undefined
  }
  const checkout = order.sessionId ? await deps.payments.readCheckout(order.sessionId) : await openCheckout(deps, order)
  if (checkout === 'look-again') return undefined
  if (!checkout?.isOpen || !checkout.url) return refuseIfSettled(deps, order)
  if (isAsAgreed) return { url: checkout.url }
  // P4: the old page must be closed before a new one is open, or one click could be paid twice.
  if (await deps.payments.closeCheckout(checkout.id)) await startAttempt(deps.db, order, { amount, snapshot })
  return undefined
}

/** The content and return addresses of the provider's page are fixed once it is open. */
const isSamePage = (agreed: Order['snapshot'], requested: Order['snapshot']) =>
  agreed.title === requested.title && agreed.pages?.successUrl === requested.pages?.successUrl
