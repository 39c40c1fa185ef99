import { type Cents, cents, centsOfDollars, formatPrice, MINIMUM_CHARGE } from '#shared/money.ts'

/** `$1,500`, `$49.50`, `$ .99`; thousands are either all grouped or not at all. */
const DOLLAR_TEXT = /^\$\s*((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)$/

/** Stored for a price that is too large to be exact: far above the maximum charge, so it is listed and cannot be bought. */
const BEYOND_ANY_CHARGE = cents(1_000_000_000_000_000)

export type ReadPrice = { price: Cents | null; doubt?: string }

/** The doubt about a number below 1,000: it may mean dollars. */
export const READ_AS_CENTS = 'read as cents'

/**
 * The asking price of a listing, in cents; null when it has none.
 *
 * A number below 100 is dollars, and any other number is cents. Text that starts with `$` is dollars. Anything else is the
 * minimum charge. `doubt` is set when an admin should confirm the result: 150 may well mean $150.
 */
export function readPrice(raw: unknown): ReadPrice {
  if (raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '')) return { price: null }
  if (typeof raw === 'number') return readNumber(raw)
  const digits = typeof raw === 'string' ? DOLLAR_TEXT.exec(raw.trim())?.[1] : undefined
  if (digits === undefined) return { price: MINIMUM_CHARGE, doubt: 'confirm price: it could not be read' }
  return exactly(Number(digits.replaceAll(',', '')))
}

function readNumber(amount: number): ReadPrice {
  if (Number.isNaN(amount) || amount <= 0) return { price: MINIMUM_CHARGE, doubt: 'confirm price: it is not above zero' }
  if (amount < 100) return exactly(amount)
  const read = exactly(amount / 100)
  return amount < 1000 ? { ...read, doubt: `confirm price: ${READ_AS_CENTS}` } : read
}

function exactly(dollars: number): ReadPrice {
  const price = centsOfDollars(dollars)
  return price === undefined ? { price: BEYOND_ANY_CHARGE, doubt: 'confirm price: it is too large' } : { price }
}

const MAX_WORDING_LENGTH = 20

/**
 * The price in the listing's own format, `$ 75` or `$1200`, if it matches the charged amount and differs from the product's
 * format. Text with another amount is never repeated.
 */
export function priceWording(raw: unknown, charged: Cents): string | undefined {
  if (typeof raw !== 'string') return undefined
  const wording = raw.trim()
  const { price, doubt } = readPrice(wording)
  const isTrue = doubt === undefined && price === charged && wording.length <= MAX_WORDING_LENGTH
  return isTrue && wording !== formatPrice(charged) ? wording : undefined
}
