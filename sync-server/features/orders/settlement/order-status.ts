import type { Order } from '#server/features/orders/queries.ts'
import type { Intent } from '#server/payments/payments-port.ts'
import { type Cents, cents } from '#shared/money.ts'
import type { OrderStatus } from '#shared/orders/contract.ts'

/**
 * The status of an order according to the provider's state of its payment (P8, P9). It depends on no earlier state, so the order
 * in which updates arrive cannot matter.
 */
export function statusFromProvider(intent: Intent): OrderStatus {
  switch (intent.status) {
    case 'succeeded':
      return statusFromRefunds(intent)
    case 'canceled':
      return 'cancelled'
    case 'processing':
    case 'requires_capture':
      return 'processing'
    default:
      return intent.hasFailed ? 'failed' : 'pending'
  }
}

/** The rest of the payment decides: a partial refund or a partially lost dispute leaves the purchase valid. */
function statusFromRefunds({ cases, refunds, amountReceived }: Intent): OrderStatus {
  const returned = refunds.reduce((sum, refund) => sum + (refund.status === 'failed' ? 0 : refund.amount), 0)
  const lost = cases.reduce((sum, { taken }) => sum + taken, 0)
  if (returned + lost >= amountReceived) return lost > 0 ? 'revoked' : 'refunded'
  return cases.some(({ status }) => status === 'open') ? 'disputed' : 'paid'
}

/**
 * The amount that refunds and disputes take, or withhold, beyond the payment: a refunded payment can be disputed as well. Won
 * disputes count zero.
 */
export function paidBackTwice({ refunds, cases, amountReceived }: Pick<Intent, 'refunds' | 'cases' | 'amountReceived'>): Cents {
  const returned = refunds.reduce((sum, refund) => sum + (refund.status === 'failed' ? 0 : refund.amount), 0)
  const disputed = cases.reduce((sum, { status, amount, taken }) => sum + (status === 'open' ? amount : taken), 0)
  return cents(Math.max(0, returned + disputed - amountReceived))
}

/** The mismatch between a payment and the order whose id it carries (P5): the name of the first field that differs. */
export function findMismatch(intent: Intent, order: Order, isLiveMode: boolean): string | undefined {
  if (intent.orderId !== order.id) return 'order'
  if (intent.amountReceived !== order.amount) return 'amount'
  if (intent.currency !== order.currency) return 'currency'
  if (intent.livemode !== isLiveMode) return 'mode'
  return undefined
}
