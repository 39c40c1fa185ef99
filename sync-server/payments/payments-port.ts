import type { IncludedTax } from '#shared/documents/tax.ts'
import type { OrderId } from '#shared/ids.ts'
import type { Cents } from '#shared/money.ts'
import type { Connect } from './payouts-port.ts'

/**
 * The current state of one payment at the provider. It is the only source of truth about money: events and browsers only trigger
 * another read.
 */
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
  /** The order id in the intent's metadata; undefined when there is none, or the intent belongs to another installation. */
  orderId: OrderId | undefined
  /** It carries the id of another installation that shares the account at the provider. */
  isForeign: boolean
  /** The last attempt was declined; the intent may still succeed with another card. */
  hasFailed: boolean
  /** The provider's fingerprint of the card that paid, or that was declined last: the same for one card on every payment. */
  cardFingerprint: string | undefined
  refunds: Refund[]
  /** Every dispute and inquiry, newest first. */
  cases: DisputeCase[]
  /** The fees of the provider, each under the id of its balance transaction. Some are returned when a dispute is won. */
  fees: Fee[]
}

export type Refund = { id: string; amount: Cents; status: 'pending' | 'succeeded' | 'failed' }
export type DisputeCase = {
  id: string
  /**
   * `inquiry`: the bank requests information, and has moved no money. `closed`: an inquiry that ended without a dispute.
   * `appealed`: a lost dispute that a card network reviews again. `prevented`: the card network settled it with a refund before
   * it became a dispute.
   */
  status: 'inquiry' | 'closed' | 'open' | 'won' | 'lost' | 'appealed' | 'prevented'
  reason: string
  amount: Cents
  /** The amount permanently withdrawn in its current state. An open dispute only withholds money. */
  taken: Cents
  /** The current sum of its balance transactions in any state: the amount withheld or withdrawn. */
  moved: Cents
  openedAt: Date
  /** Deadline for evidence; undefined once none is accepted. */
  dueAt: Date | undefined
}

/** A card network suspects that a payment is fraudulent. No money has moved. */
export type FraudWarning = { id: string; fraudType: string; warnedAt: Date }
/** In the smallest unit of `currency`, the settlement currency of the account at the provider. */
export type Fee = { id: string; amount: Cents; currency: string }

/** A page of the provider on which one order is paid. From the first attempt on, its money is an intent. */
export type Checkout = {
  id: string
  /** The payment page; undefined once it is paid or closed. */
  url: string | undefined
  isOpen: boolean
  /** The intent of the attempts on the page; undefined before the first one. */
  piId: string | undefined
  orderId: OrderId | undefined
}

export type CheckoutPages = { successUrl: string; cancelUrl: string }

/**
 * An event about a payment, or about a connected account. `objectId` is the id of that account, or of the payment's intent or
 * checkout, depending on the object of the event.
 */
export type PaymentEvent = {
  id: string
  type: string
  objectId: string | undefined
  /** Undefined exactly where `objectId` is. */
  objectKind: ObjectKind | undefined
  livemode: boolean
}

/** What the id of an object at the provider identifies. `checkout` is a page of the provider where a payment is made. */
export type ObjectKind = 'account' | 'checkout' | 'intent'

/** A payment's intent, or its checkout. */
export type PaymentRef = { kind: Exclude<ObjectKind, 'account'>; id: string }

export type WhichEvents = { types: readonly string[]; isUndelivered?: boolean }

/** One entry of the provider's balance of the platform account. */
export type BalanceTransaction = {
  id: string
  /** `charge`, `refund`, `adjustment`, `stripe_fee`, …: the provider's own type. */
  type: string
  /** Like `fee` in the smallest unit of `currency`, the settlement currency of the account at the provider. */
  amount: Cents
  fee: Cents
  currency: string
  /** The factor by which the provider converted a payment's amount; undefined where nothing was converted. */
  exchangeRate: number | undefined
  /** The id of its charge, refund, dispute or transfer. */
  sourceId: string | undefined
  /** The intent that it belongs to, if any. */
  piId: string | undefined
  at: Date
}

/** What the provider's fraud checks receive about a payment, beside its metadata. It contains no name of a person. */
export type IntentWords = {
  description: string
  /** Typed by the buyer for the receipt, or verified. The provider may send its own receipt to it. */
  receiptEmail: string | undefined
  /** On the buyer's card statement, after the name that the account has at the provider. At most 22 characters with that name, and none of `<>\'"*`. */
  descriptorSuffix: string
}

/** Where a buyer is taxed, as far as it is known; parts that are not known are empty. */
export type TaxPlace = { country: string; postalCode: string; vatId: string }

export type Tax = {
  /**
   * The tax that is added to a price. It stores nothing at the provider that the product reads again.
   *
   * @returns `unknown-place` when the place is not precise enough
   */
  calculateTax: (sale: { amount: Cents } & TaxPlace) => Promise<(IncludedTax & { calculation: string }) | 'unknown-place'>
}

/**
 * The functions that the product needs from a payment provider. A repeated write changes nothing: it has a deterministic key, or
 * ends an object that has already ended.
 */
export type Payments = Connect &
  Tax & {
    /**
     * Opens the intent of one attempt at an order, or returns the one opened before.
     *
     * @returns `key-taken` when this attempt was made with another amount
     */
    openIntent: (attempt: { orderId: OrderId; attempt: number; amount: Cents } & IntentWords) => Promise<Intent | 'key-taken'>
    /**
     * The same for an order that is paid on the provider's own page, which asks for the address of the receipt itself. In
     * `successUrl`, `{CHECKOUT_SESSION_ID}` is replaced by its id. `note`: below the title.
     */
    openCheckout: (
      attempt: { orderId: OrderId; attempt: number; amount: Cents; title: string; note: string | undefined } & CheckoutPages &
        Omit<IntentWords, 'receiptEmail'>,
    ) => Promise<Checkout | 'key-taken'>
    /** @returns undefined when the provider knows no such checkout */
    readCheckout: (id: string) => Promise<Checkout | undefined>
    /**
     * Closes the page, and cancels the attempt on it. @returns whether it is closed. A paid page stays paid, and must be read again
     */
    closeCheckout: (id: string) => Promise<boolean>
    /** @returns undefined when the provider knows no such intent */
    readIntent: (id: string) => Promise<Intent | undefined>
    /** The intent that a charge belongs to. @returns undefined when the provider knows no such charge, or it has no intent */
    findChargedIntent: (chargeId: string) => Promise<string | undefined>
    /** @returns false when it can no longer be cancelled and must be read again */
    cancelIntent: (id: string) => Promise<boolean>
    /** Refunds the remaining amount of a payment. @returns false when nothing is left to refund, or a dispute is open */
    refundIntent: (id: string, key: string) => Promise<boolean>
    listFraudWarnings: (intentId: string) => Promise<FraudWarning[]>
    /**
     * Events of some types since an instant, oldest first; all, or only those that no webhook delivered.
     *
     * @throws Error after the last one, when some could not be read
     */
    listEvents: (since: Date, which: WhichEvents) => AsyncIterable<PaymentEvent>
    /** Every balance transaction since an instant, oldest first. */
    listMovements: (since: Date) => AsyncIterable<BalanceTransaction>
    /**
     * @throws Problem `payments.bad-signature` when the text is not signed with the configured secret, or was signed more than 5
     * minutes ago; `not-found` when no secret is configured
     */
    readWebhook: (body: string, signature: string) => Promise<PaymentEvent>
  }
