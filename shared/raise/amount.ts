import { type Cents, centsOfDollars, formatPrice } from '#shared/money.ts'
import { MAX_RAISE_CENTS } from './contract.ts'

const UNITS = { k: 1e3, m: 1e6, mio: 1e6, b: 1e9, bn: 1e9 }

/**
 * US cents of an amount as a founder types it: `250,000`, `$250k`, `1.5M`. A comma separates thousands only, and a point none: `1,5M`
 * and `250.000` are no amounts, because a guess could be wrong by a factor.
 *
 * @returns null for an empty text, `undefined` for one that is no amount
 */
export function parseAmount(text: string): Cents | null | undefined {
  const plain = text.replace(/[\s$_]|usd/gi, '')
  if (plain === '') return null
  const [, whole, part = '', unit = ''] = /^(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(k|mio|m|bn|b)?$/i.exec(plain) ?? []
  if (whole === undefined || (unit === '' && part.length > '.00'.length)) return undefined
  const digits = whole.replaceAll(',', '') + part
  const factor = UNITS[unit.toLowerCase() as keyof typeof UNITS] ?? 1
  const amount = centsOfDollars(Number(digits) * factor)
  return amount !== undefined && amount <= MAX_RAISE_CENTS ? amount : undefined
}

/** An amount as its field shows it: `$250,000`. */
export const amountText = (amount: number | null): string => (amount === null ? '' : formatPrice(amount as Cents))

/** `$1.25M`, `$250K`, `$900`: an amount for a card and for a total. */
export function shortAmount(amount: number): string {
  const dollars = Math.round(amount / 100)
  const inUnits = (unit: number, places: number) => (dollars / unit).toLocaleString('en-US', { maximumFractionDigits: places })
  if (dollars >= 999_950) return `$${inUnits(1e6, 2)}M`
  return dollars >= 1000 ? `$${inUnits(1e3, 1)}K` : `$${dollars}`
}
