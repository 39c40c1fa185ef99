import type { OrderId } from '#shared/ids.ts'
import type { Cents } from '#shared/money.ts'
import type { Connect } from './payouts-port.ts'

/** One payment as the provider knows it now. The only truth about money: events and browsers merely say "look again". */
export type Intent = {
  id: string
  clientSecret: string
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'requires_capture'
    | 'canceled'
    | 'succeeded'
  amount: Cents
  amountReceived: Cents
  currency: string
  livemode: boolean
  /** What we wrote into its metadata; nothing when the intent is not ours, or is of another installation. */
  orderId: OrderId | undefined
  /** It carries the name of another installation that shares our account at the provider. */
  isForeign: boolean
  /** The last try was refused; the intent may still succeed with another card. */
  hasFailed: boolean
  /** The provider's name for the card that paid, or that was refused last: the same for one card on every payment. */
  cardFingerprint: string | undefined
  refunds: Refund[]
  /** Every dispute and inquiry, the newest first. */
  cases: DisputeCase[]
  /** What the provider kept for itself, each under the id of its balance transaction. It gives some back when a dispute is won. */
  fees: Fee[]
}

export type Refund = { id: string; amount: Cents; status: 'pending' | 'succeeded' | 'failed' }
export type DisputeCase = {
  id: string
  /**
   * `inquiry`: the bank asks first, and has moved no money. `closed`: an inquiry that ended without a dispute. `appealed`: it is lost, and a card network looks at it again.
   * `prevented`: the card network has settled it with a refund before it became a dispute.
   */
  status: 'inquiry' | 'closed' | 'open' | 'won' | 'lost' | 'appealed' | 'prevented'
  reason: string
  amount: Cents
  /** What it has taken of us for good, as it stands now. An open one only holds money. */
  taken: Cents
  /** What its movements come to by now, whichever its state: what it holds, or has taken. */
  moved: Cents
  openedAt: Date
  /** Until when evidence is taken; nothing once it is not. */
  dueAt: Date | undefined
}

/** A card's network believes that a payment was a fraud. Nothing has happened to the money. */
export type FraudWarning = { id: string; fraudType: string; warnedAt: Date }
/** In the smallest unit of `currency`, which is the one that our account at the provider settles in. */
export type Fee = { id: string; amount: Cents; currency: string }

/** A page of the provider's on which one order is paid. Its money is an intent like any other, from the first try on. */
export type Checkout = {
  id: string
  /** Where the buyer pays; nothing once it is paid or closed. */
  url: string | undefined
  isOpen: boolean
  /** The intent of what was tried there; none before. */
  piId: string | undefined
  orderId: OrderId | undefined
}

export type CheckoutPages = { successUrl: string; cancelUrl: string }

/**
 * Something happened to a payment, or to an account that we pay. `objectId` is the id of that account, or of the payment's
 * intent or checkout, whichever object the event itself was about.
 */
export type PaymentEvent = { id: string; type: string; objectId: string | undefined; livemode: boolean }

export type WhichEvents = { types: readonly string[]; isUndelivered?: boolean }

/** One line of the provider's own account of our money. */
export type BalanceTransaction = {
  id: string
  /** `charge`, `refund`, `adjustment`, `stripe_fee`, …: as the provider calls it. */
  type: string
  /** As `fee` in the smallest unit of `currency`, which is the one that our account at the provider settles in. */
  amount: Cents
  fee: Cents
  currency: string
  /** By what the provider multiplied a payment's amount; undefined where it converted nothing. */
  exchangeRate: number | undefined
  /** The charge, refund, dispute or transfer that it is about. */
  sourceId: string | undefined
  /** The intent that this belongs to, where it belongs to one. */
  piId: string | undefined
  at: Date
}

/** What the provider's own checks for fraud are told of a payment, beside its metadata: no name of a person. */
export type IntentWords = {
  description: string
  /** That the buyer typed for the receipt, or has proved. The provider may send a receipt of its own to it. */
  receiptEmail: string | undefined
}

/** What the product needs of a payment provider. A repeated write changes nothing: it has a deterministic key, or ends what is ended. */
export type Payments = Connect & {
  /**
   * Opens the intent of one attempt at an order, or finds the one opened before.
   *
   * @returns `key-taken` when this attempt was made with another amount
   */
  openIntent: (attempt: { orderId: OrderId; attempt: number; amount: Cents } & IntentWords) => Promise<Intent | 'key-taken'>
  /** The same for an order that is paid on the provider's own page. In `successUrl`, `{CHECKOUT_SESSION_ID}` becomes its id. */
  openCheckout: (
    attempt: { orderId: OrderId; attempt: number; amount: Cents; title: string } & CheckoutPages,
  ) => Promise<Checkout | 'key-taken'>
  /** @returns undefined when the provider knows no such checkout */
  readCheckout: (id: string) => Promise<Checkout | undefined>
  /** Closes the page, and cancels what was begun on it. @returns whether it is closed: a page that is paid stays so, and has to be looked at again */
  closeCheckout: (id: string) => Promise<boolean>
  /** @returns undefined when the provider knows no such intent */
  readIntent: (id: string) => Promise<Intent | undefined>
  /** @returns false when it can no longer be cancelled: look again */
  cancelIntent: (id: string) => Promise<boolean>
  /** Sends back everything that is left of a payment. @returns false when there is nothing to send, or a dispute is open */
  refundIntent: (id: string, key: string) => Promise<boolean>
  listFraudWarnings: (intentId: string) => Promise<FraudWarning[]>
  /**
   * Events of some types made since an instant, oldest first; all, or those alone that no webhook of ours has taken.
   *
   * @throws Error after the last one, when some could not be read
   */
  listEvents: (since: Date, which: WhichEvents) => AsyncIterable<PaymentEvent>
  /** Every movement of our balance since an instant, oldest first. */
  listMovements: (since: Date) => AsyncIterable<BalanceTransaction>
  /**
   * @throws Problem `payments.bad-signature` when the text is not signed with our secret, or was more than 5 minutes
   *   ago; `not-found` when we have no secret to check with
   */
  readWebhook: (body: string, signature: string) => Promise<PaymentEvent>
}
