import type { Transaction } from '#server/database/client.ts'
import type { Order } from '#server/features/orders/queries.ts'
import type { Intent } from '#server/payments/payments-port.ts'
import type { AccountKey } from '#shared/ledger/account.ts'
import type { OrderStatus } from '#shared/orders/contract.ts'
import type { ProblemCode } from '#shared/problem.ts'

/** The state of a grant: `disputed` suspends it while a dispute is open. */
export type GrantState = 'completed' | 'refunded' | 'disputed' | 'revoked'

export type GrantResult = {
  /** The payee with a share of the payment, as a ledger account. */
  payee?: AccountKey
  introTemplate?: string
}
export type Refusal = { refused: ProblemCode }

/** What one kind of order buys; implemented by its feature. */
export type Fulfilment = {
  /** The refusal for a buyer who already owns it. */
  alreadyOwnedCode: ProblemCode
  /**
   * What has to be asked over the network before an order that was paid is granted or restored; outside a transaction. It is not
   * the place to refuse, and a fault of the other side must not fail it.
   */
  prepare?: (order: Order) => Promise<void>
  /**
   * Grants the purchase, at most once per order. It refuses what has become impossible since the order was made; the payment is
   * then refunded automatically (P15).
   */
  grant: (tx: Transaction, order: Order, now: Date) => Promise<GrantResult | Refusal>
  /**
   * The reason why a reinstated payment (a won dispute, or a failed refund) must not restore its purchase: the buyer may have
   * bought the same thing again in between. The payment is then refunded, so that no buyer pays twice.
   */
  findBlocker?: (tx: Transaction, order: Order, now: Date) => Promise<ProblemCode | undefined>
  /**
   * Follows the payment afterwards: the grant is suspended, restored or revoked. `order` still has its state before this update.
   */
  setGrantState: (tx: Transaction, order: Order, state: GrantState, now: Date) => Promise<void>
}

/**
 * Further effects that follow the payment of paid orders, in the same transaction. Must be idempotent.
 *
 * @returns whether anything has changed
 */
export type PaymentSubscriber = (tx: Transaction, update: PaymentUpdate) => Promise<boolean>

/** `order` still has its state before the update; `status` is the new one according to the provider. */
export type PaymentUpdate = { order: Order; intent: Intent; status: OrderStatus; now: Date }
