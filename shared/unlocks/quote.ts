import type { VcType } from '#shared/directory/contract.ts'
import { type Cents, cents, MAXIMUM_CHARGE, MINIMUM_CHARGE } from '#shared/money.ts'

/** Prices where the investor has set none, or cannot set one. */
export const DEFAULT_PRICES = {
  platformUnlock: cents(500),
  directoryUnlock: cents(50),
  meeting: cents(5000),
  decisionMaker: cents(100),
  scoutPublish: cents(900),
  projectVisibility: cents(4900),
} as const

/** `price` is the investor's asking price in cents: null when never set; 0 is a valid price. */
export type Purchase =
  | { kind: 'vc_unlock' | 'vc_contact' | 'meeting'; vcType: VcType; price: Cents | null }
  | { kind: 'decision_maker' | 'scout_publish' | 'project_visibility' }

export type Quote = {
  /** The amount charged to the card. */
  amount: Cents
  /** The price before the minimum: equal to the amount unless `isMinimum`. */
  asked: Cents
  /** The asking price is below the minimum card charge: the screen shows both. */
  isMinimum: boolean
  /** False when the price is above the maximum card charge. */
  isPurchasable: boolean
}

/**
 * The single source of prices: the server charges it, and every screen shows it.
 *
 * @param minimum  the minimum card charge; higher for some settlement currencies of the account at the provider
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
