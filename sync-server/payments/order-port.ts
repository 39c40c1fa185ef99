import type { OrderId } from '#shared/ids.ts'
import type { OrderAlert } from '#shared/orders/alert.ts'
import type { OrderStatus } from '#shared/orders/contract.ts'
import type { FraudWarning } from './payments-port.ts'

/** `at`: its instant in the database's own text; with the id it says where a page begins. */
export type OpenOrder = { id: OrderId; createdAt: Date; at: string }
export type OpenPage = { madeBefore: Date; after?: Pick<OpenOrder, 'id' | 'at'> | undefined; limit: number }

/** What the payment side needs to know of orders; the orders feature provides it. */
export type OrderPort = {
  /** By the id of its intent or of its checkout. */
  find: (paymentId: string) => Promise<OrderId | undefined>
  /** The same, when the order was made before an instant and is still taken for unpaid. */
  findUnpaid: (paymentId: string, madeBefore: Date) => Promise<OrderId | undefined>
  /**
   * Gives an intent or a checkout to the order that lost it in a crash.
   *
   * @returns `unknown` when there is no such order (yet); `stray` when the order has another payment
   */
  adopt: (orderId: OrderId, paymentId: string) => Promise<'adopted' | 'stray' | 'unknown'>
  /** Cancels a payment that carries an order's id and is not the order's, or sends it back. */
  endStray: (orderId: OrderId, piId: string) => Promise<void>
  settle: (orderId: OrderId) => Promise<OrderStatus | undefined>
  /** A page of orders that can still be paid or whose money must still go back, oldest first. */
  listOpen: (page: OpenPage) => Promise<OpenOrder[]>
  close: (orderId: OrderId) => Promise<void>
  /** What card networks suspect of its payment. */
  recordWarnings: (orderId: OrderId, warnings: FraudWarning[]) => Promise<void>
  /** A card was declined for it; counted once per event. */
  recordCardFailure: (orderId: OrderId, eventId: string) => Promise<void>
  alert: (orderId: OrderId, alert: OrderAlert) => Promise<void>
}
