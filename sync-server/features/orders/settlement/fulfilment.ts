import type { Transaction } from '#server/database/client.ts'
import type { Order } from '#server/features/orders/queries.ts'
import type { Intent } from '#server/payments/payments-port.ts'
import type { OrderStatus } from '#shared/orders/contract.ts'
import type { ProblemCode } from '#shared/problem.ts'

/** What became of a grant: `suspended` while a dispute is open. */
export type GrantState = 'completed' | 'refunded' | 'disputed' | 'revoked'

export type GrantResult = {
  /** Whose share of the money is not the platform's, as an account of the ledger. */
  payee?: string
  introTemplate?: string
}
export type Refusal = { refused: ProblemCode }

/** What one kind of order buys; its feature provides it. */
export type Fulfilment = {
  /** The refusal for somebody who has it already. */
  alreadyOwnedCode: ProblemCode
  /**
   * Hands over what was bought, at most once per order. It refuses what has become
   * impossible since the order was made; the money then goes back by itself (P15).
   */
  grant: (tx: Transaction, order: Order, now: Date) => Promise<GrantResult | Refusal>
  /**
   * What keeps money that comes back (by a dispute that was won, or a refund that failed) from bringing back what it
   * bought: its buyer may have bought the same thing anew meanwhile. Then it is returned, for nobody pays twice.
   */
  findBlocker?: (tx: Transaction, order: Order, now: Date) => Promise<ProblemCode | undefined>
  /** Follows the money after that: suspended, restored or taken back. `order` is still as it was before this news. */
  setGrantState: (tx: Transaction, order: Order, state: GrantState, now: Date) => Promise<void>
}

/**
 * What else keeps in step with the money of paid orders, in the same transaction. It may run any number of times.
 *
 * @returns whether anything has changed
 */
export type PaymentSubscriber = (tx: Transaction, news: PaymentUpdate) => Promise<boolean>

/** `order` is still as it was before; `status` is what it becomes by the provider's word. */
export type PaymentUpdate = { order: Order; intent: Intent; status: OrderStatus; now: Date }
