import { openAttempt, openCheckout } from '#server/features/orders/checkout/payment-attempt.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import { type Order, saveIntent } from '#server/features/orders/queries.ts'
import type { Intent } from '#server/payments/payments-port.ts'
import { isHosted, type OrderStatus } from '#shared/orders/contract.ts'

/** The provider's current state of an order: its payment, or, before any attempt, the state of its checkout page. */
export type PaymentState = { intent: Intent | undefined } | { notAttempted: Extract<OrderStatus, 'pending' | 'expired'> }

/** @returns `look-again` when the order has moved on in between */
export async function readPayment(deps: OrderDeps, order: Order): Promise<PaymentState | 'look-again'> {
  if (order.piId) return { intent: await deps.payments.readIntent(order.piId) }
  if (!isHosted(order.kind)) {
    // The process died between the order and its intent: the same idempotency key finds the intent or creates it.
    const intent = await openAttempt(deps, order)
    return intent === 'look-again' ? intent : { intent }
  }
  const checkout = order.sessionId ? await deps.payments.readCheckout(order.sessionId) : await openCheckout(deps, order)
  if (checkout === 'look-again') return checkout
  if (!checkout) return { intent: undefined }
  if (!checkout.piId) return { notAttempted: checkout.isOpen ? 'pending' : 'expired' }
  await saveIntent(deps.db, order.id, order.attempt, checkout.piId)
  return 'look-again'
}
