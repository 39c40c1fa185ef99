import { type Cents, cents } from '#shared/money.ts'

/**
 * The minimum card charge in US cents, by the settlement currency of the Stripe account. Stripe converts a charge and rejects it
 * below the minimum of that currency, which is at least 0.50 US dollars. Where the converted minimum is higher, the entry has a
 * margin of about a fifth for the exchange rate.
 *
 * @see https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
export const MINIMUM_CHARGES = {
  usd: cents(50),
  aed: cents(70),
  aud: cents(50),
  bgn: cents(75),
  brl: cents(50),
  cad: cents(50),
  chf: cents(80),
  czk: cents(90),
  dkk: cents(50),
  eur: cents(75),
  gbp: cents(50),
  hkd: cents(65),
  huf: cents(70),
  inr: cents(50),
  jpy: cents(50),
  mxn: cents(75),
  myr: cents(65),
  nok: cents(50),
  nzd: cents(50),
  pln: cents(75),
  ron: cents(65),
  sek: cents(50),
  sgd: cents(50),
  thb: cents(50),
} as const satisfies Record<string, Cents>

export type SettlementCurrency = keyof typeof MINIMUM_CHARGES
export const settlementCurrencies = Object.keys(MINIMUM_CHARGES) as [SettlementCurrency, ...SettlementCurrency[]]
