import type { OrderId } from '#shared/ids.ts'
import type { OrderAlert } from '#shared/orders/alert.ts'
import type { OrderStatus } from '#shared/orders/contract.ts'
import type { FraudWarning, PaymentRef } from './payments-port.ts'

/** `at` is the creation instant as the database's own text. With the id it marks the start of a page. */
export type OpenOrder = { id: OrderId; createdAt: Date; at: string }
export type OpenPage = { madeBefore: Date; after?: Pick<OpenOrder, 'id' | 'at'> | undefined; limit: number }

/** The order functions that the payment side needs; the orders feature provides them. */
export type OrderPort = {
  /** Finds an order by the id of its intent or its checkout. */
  find: (paymentId: string) => Promise<OrderId | undefined>
  /** The same, for an order that was created before an instant and is still recorded as unpaid. */
  findUnpaid: (paymentId: string, madeBefore: Date) => Promise<OrderId | undefined>
  /**
   * Assigns an intent or a checkout to the order that lost it in a crash.
   *
   * @returns `unknown` when there is no such order (yet); `stray` when the order has another payment
   */
  adopt: (orderId: OrderId, payment: PaymentRef) => Promise<'adopted' | 'stray' | 'unknown'>
  /** Cancels or refunds a payment that carries an order's id and is not the order's payment. */
  endStray: (orderId: OrderId, piId: string) => Promise<void>
  settle: (orderId: OrderId) => Promise<OrderStatus | undefined>
  /** A page of orders that can still be paid or whose money must still be refunded, oldest first. */
  listOpen: (page: OpenPage) => Promise<OpenOrder[]>
  close: (orderId: OrderId) => Promise<void>
  /** Fraud warnings of card networks about its payment. */
  recordWarnings: (orderId: OrderId, warnings: FraudWarning[]) => Promise<void>
  /** Records that a card was declined for it; counted once per event. */
  recordCardFailure: (orderId: OrderId, eventId: string) => Promise<void>
  /** Ends a payment that waits for the bank of a card on the block list, before any money has moved. */
  refuseBlockedCard: (orderId: OrderId) => Promise<void>
  alert: (orderId: OrderId, alert: OrderAlert) => Promise<void>
}
