/** Content of a card form as displayed: grouped digits, `MM / YY`, and the code. */
export type CardFields = { number: string; expiry: string; cvc: string }
export type CardErrors = Partial<Record<keyof CardFields, string>>

const digitsOf = (text: string, most: number) => text.replace(/\D/g, '').slice(0, most)

/** Groups of four, as on the card: `4242 4242 4242 4242`. */
export const formatNumber = (text: string) => digitsOf(text, 19).replace(/(\d{4})(?=\d)/g, '$1 ')

/**
 * `12 / 34`. A first digit above 1 can only be a complete month, so `5` becomes `05`. The separator appears with the first digit
 * of the year: earlier it could not be deleted.
 */
export function formatExpiry(text: string): string {
  const digits = digitsOf(/^[2-9]/.test(text) ? `0${text}` : text, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits
}

export const formatCvc = (text: string) => digitsOf(text, 4)

/** Caret position in `formatted` with `digitsBefore` digits before it. */
export function caretAfter(formatted: string, digitsBefore: number): number {
  let position = 0
  for (let seen = 0; seen < digitsBefore && position < formatted.length; position++) {
    if (/\d/.test(formatted.charAt(position))) seen++
  }
  return position
}

/** Month and four-digit year of a complete `MM / YY`, else undefined. */
export function readExpiry(expiry: string): { month: number; year: number } | undefined {
  const digits = digitsOf(expiry, 4)
  const month = Number(digits.slice(0, 2))
  return digits.length === 4 && month >= 1 && month <= 12 ? { month, year: 2000 + Number(digits.slice(2)) } : undefined
}

/** Errors that the user must fix before the card is sent, by field; empty if there are none. `now` in milliseconds. */
export function cardErrors({ number, expiry, cvc }: CardFields, now: number): CardErrors {
  const errors: CardErrors = {}
  const digits = digitsOf(number, 19)
  if (digits.length < 13) errors.number = 'Your card number is incomplete.'
  else if (!passesLuhn(digits)) errors.number = 'Your card number is invalid.'

  const read = readExpiry(expiry)
  if (!read) errors.expiry = "Your card's expiration date is incomplete."
  else if (Date.UTC(read.year, read.month, 1) <= now) errors.expiry = "Your card's expiration date is in the past."

  if (cvc.length < 3) errors.cvc = "Your card's security code is incomplete."
  return errors
}

/** The check digit of ISO/IEC 7812: from the right, every second digit counts double. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const worth = index % 2 === 1 ? Number(digit) * 2 : Number(digit)
    return total + (worth > 9 ? worth - 9 : worth)
  }, 0)
  return sum % 10 === 0
}
