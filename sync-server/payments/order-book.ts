import type { OrderId } from '#shared/ids.ts'
import type { OrderStatus } from '#shared/orders/contract.ts'
import type { FraudWarning } from './payments.ts'

/** What the payment side needs to know of orders; the orders feature provides it. */
export type OrderBook = {
  /** By the id of its intent or of its checkout. */
  find: (paymentId: string) => Promise<OrderId | undefined>
  /** Gives an intent or a checkout to the order that lost it in a crash. @returns false when there is no such order (yet) */
  adopt: (orderId: OrderId, paymentId: string) => Promise<boolean>
  settle: (orderId: OrderId) => Promise<OrderStatus | undefined>
  /** Orders that can still be paid, oldest first. */
  listOpen: (madeBefore: Date) => Promise<{ id: OrderId; createdAt: Date }[]>
  close: (orderId: OrderId) => Promise<void>
  /** What card networks suspect of its payment. */
  noteWarnings: (orderId: OrderId, warnings: FraudWarning[]) => Promise<void>
  /** A card was declined for it; counted once per event. */
  noteCardFailure: (orderId: OrderId, eventId: string) => Promise<void>
  alert: (orderId: OrderId, alert: string) => Promise<void>
}
