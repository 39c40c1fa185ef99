import * as v from 'valibot'
import { formatCount } from '#shared/format/count.ts'

/** An amount in whole US cents. Every amount in the database, on the wire and in the ledger has this type. */
export const Cents = v.pipe(v.number(), v.safeInteger(), v.brand('Cents'))
export type Cents = v.InferOutput<typeof Cents>

/** Converts an integer to `Cents`. @throws RangeError when it is not a safe integer */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of cents`)
  return amount as Cents
}

/** The minimum charge of the card provider. */
export const MINIMUM_CHARGE = cents(50)

/** Stripe's largest charge in US dollars; an investor with a higher price is listed but cannot be bought. */
export const MAXIMUM_CHARGE = cents(99_999_999)

/**
 * Cents of a dollar amount: the one place where a fraction is rounded, half away from zero.
 *
 * It works on the decimal text, because 1.005 * 100 is 100.49999999999999 in binary.
 *
 * @returns `undefined` when the amount is not finite or too large to be exact
 */
export function centsOfDollars(dollars: number): Cents | undefined {
  if (!Number.isFinite(dollars) || Math.abs(dollars) > 1e13) return undefined
  const [mantissa = '0', exponent = '0'] = String(dollars).split('e')
  const rounded = Math.round(Number(`${mantissa.replace('-', '')}e${Number(exponent) + 2}`))
  return Number.isSafeInteger(rounded) ? cents(dollars < 0 ? -rounded || 0 : rounded) : undefined
}

/** `$1,234.50`; a negative amount is `-$0.30`. Always two decimals. */
export function formatCents(amount: Cents): string {
  const whole = Math.trunc(Math.abs(amount) / 100)
  const fraction = String(Math.abs(amount) % 100).padStart(2, '0')
  return `${amount < 0 ? '-' : ''}$${formatCount(whole)}.${fraction}`
}

/** `$75` for whole dollars and `$49.50` otherwise: the short form for cards and buttons. */
export function formatPrice(amount: Cents): string {
  return formatCents(amount).replace(/\.00$/, '')
}
