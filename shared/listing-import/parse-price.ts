import { type Cents, cents, centsOfDollars, formatPrice, MINIMUM_CHARGE } from '#shared/money.ts'

/** `$1,500`, `$49.50`, `$ .99`; thousands either all grouped or not at all. */
const DOLLAR_TEXT = /^\$\s*((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)$/

/** What a price too large to be exact is kept as: far above any charge, so it is listed and cannot be bought. */
const BEYOND_ANY_CHARGE = cents(1_000_000_000_000_000)

export type ReadPrice = { price: Cents | null; doubt?: string }

/**
 * The price a listing asks, in cents; null when it names none.
 *
 * A number below 100 is dollars and any other is cents; text that starts with `$`
 * is dollars; anything else is the minimum charge. `doubt` is set when a person
 * should confirm the reading: 150 may well have meant $150.
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
  return amount < 1000 ? { ...read, doubt: 'confirm price: read as cents' } : read
}

function exactly(dollars: number): ReadPrice {
  const price = centsOfDollars(dollars)
  return price === undefined ? { price: BEYOND_ANY_CHARGE, doubt: 'confirm price: it is too large' } : { price }
}

const LONGEST_WORDING = 20

/**
 * The price in the listing's own words, `$ 75` or `$1200`, where these say what is charged and
 * we would write it otherwise. Words that promise another amount are nobody's to repeat.
 */
export function priceWording(raw: unknown, charged: Cents): string | undefined {
  if (typeof raw !== 'string') return undefined
  const wording = raw.trim()
  const { price, doubt } = readPrice(wording)
  const isTrue = doubt === undefined && price === charged && wording.length <= LONGEST_WORDING
  return isTrue && wording !== formatPrice(charged) ? wording : undefined
}
