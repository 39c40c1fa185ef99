import type { VcType } from '#shared/directory/contract.ts'
import { type Cents, cents, MAXIMUM_CHARGE, MINIMUM_CHARGE } from '#shared/money.ts'

/** What is charged where nobody set a price, or nobody can. */
export const DEFAULT_PRICES = {
  platformUnlock: cents(500),
  directoryUnlock: cents(50),
  meeting: cents(5000),
  decisionMaker: cents(100),
  scoutPublish: cents(900),
  projectVisibility: cents(4900),
} as const

/** `price` is what the investor asks in cents: null when never set, and 0 is a price of its own. */
export type Purchase =
  | { kind: 'vc_unlock' | 'vc_contact' | 'meeting'; vcType: VcType; price: Cents | null }
  | { kind: 'decision_maker' | 'scout_publish' | 'project_visibility' }

export type Quote = {
  /** What the card is charged. */
  amount: Cents
  /** The price before the minimum: the amount itself unless `isMinimum`. */
  asked: Cents
  /** The asked price is below what a card can be charged: the screen shows both. */
  isMinimum: boolean
  /** False when the price is above what the card provider takes at once. */
  isPurchasable: boolean
}

/**
 * The one answer to what a purchase costs today: the server charges it, and every screen prints it.
 *
 * @param minimum  the least that a card is charged; higher where the account at the provider settles in some other currency
 */
export function quote(purchase: Purchase, minimum: Cents = MINIMUM_CHARGE): Quote {
  const asked = askedPrice(purchase)
  const isMinimum = asked < minimum
  return { amount: isMinimum ? minimum : asked, asked, isMinimum, isPurchasable: asked <= MAXIMUM_CHARGE }
}

function askedPrice(purchase: Purchase): Cents {
  switch (purchase.kind) {
    case 'vc_unlock':
    case 'vc_contact':
      return purchase.price ?? (purchase.vcType === 'platform' ? DEFAULT_PRICES.platformUnlock : DEFAULT_PRICES.directoryUnlock)
    case 'meeting':
      return purchase.price ?? DEFAULT_PRICES.meeting
    case 'decision_maker':
      return DEFAULT_PRICES.decisionMaker
    case 'scout_publish':
      return DEFAULT_PRICES.scoutPublish
    case 'project_visibility':
      return DEFAULT_PRICES.projectVisibility
  }
}
