import { cardFault, invalidRequest } from './stripe-error.ts'

/** What happens after a successful payment. */
export type TestCardBehaviour = 'succeeds' | 'is_disputed' | 'is_inquired' | 'is_warned' | 'fails_to_refund'

/** What a card does when it is charged; the numbers are Stripe's published test cards. */
export type Outcome =
  | { does: TestCardBehaviour | 'asks_for_authentication' }
  | { does: 'declines'; code: string; declineCode: string; message: string }

const declined = (declineCode: string, message: string): Outcome => ({
  does: 'declines',
  code: 'card_declined',
  declineCode,
  message,
})

const OUTCOMES: Record<string, Outcome> = {
  '4242424242424242': { does: 'succeeds' },
  '4000056655665556': { does: 'succeeds' },
  '5555555555554444': { does: 'succeeds' },
  '378282246310005': { does: 'succeeds' },
  '4000000000000002': declined('generic_decline', 'Your card was declined.'),
  '4000000000009995': declined('insufficient_funds', 'Your card has insufficient funds.'),
  '4000002500003155': { does: 'asks_for_authentication' },
  '4000000000000259': { does: 'is_disputed' },
  '4000000000001976': { does: 'is_inquired' },
  '4000000000005423': { does: 'is_warned' },
  '4000000000005126': { does: 'fails_to_refund' },
}

/** A well-formed number that is not a test card. */
const NO_TEST_CARD = declined(
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test card.',
)

export type Card = {
  outcome: Outcome
  /** The only data of the card that may be stored. */
  shown: { brand: string; last4: string; exp_month: number; exp_year: number; fingerprint?: string }
}

/**
 * Parses the card that a browser sends. The number never leaves this function.
 *
 * @throws Fault 400 for a missing field, 402 for an invalid value
 */
export function readCard(form: URLSearchParams, now: Date): Card {
  if (form.get('payment_method_data[type]') !== 'card') {
    throw invalidRequest('You must provide payment_method_data[type]=card.', { param: 'payment_method_data[type]' })
  }
  const field = (name: string) => {
    const param = `payment_method_data[card][${name}]`
    const text = form.get(param)?.replace(/\s/g, '')
    if (!text) throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
    return text
  }
  const number = field('number').replaceAll('-', '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardFault('incorrect_number', 'Your card number is incorrect.', 'number')
  }
  const expiry = readExpiry(field('exp_month'), field('exp_year'), now)
  if (!/^\d{3,4}$/.test(field('cvc'))) throw cardFault('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  // All users share the test cards, so a fingerprint would not distinguish them. A call may specify one.
  const fingerprint = form.get('payment_method_data[card][fingerprint]')
  const shown = { brand: brandOf(number), last4: number.slice(-4), ...expiry, ...(fingerprint && { fingerprint }) }
  return { outcome: OUTCOMES[number] ?? NO_TEST_CARD, shown }
}

function readExpiry(monthText: string, yearText: string, now: Date) {
  const exp_month = Number(monthText)
  const exp_year = Number(yearText) + (yearText.length === 2 ? 2000 : 0)
  if (!/^\d{1,2}$/.test(monthText) || exp_month < 1 || exp_month > 12) {
    throw cardFault('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  const thisYear = now.getUTCFullYear()
  if (!/^(\d{2}|\d{4})$/.test(yearText) || exp_year < thisYear || exp_year > thisYear + 50) {
    throw cardFault('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  if (exp_year === thisYear && exp_month < now.getUTCMonth() + 1) {
    throw cardFault('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  return { exp_month, exp_year }
}

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

const brandOf = (number: string) => (number.startsWith('4') ? 'visa' : number.startsWith('3') ? 'amex' : 'mastercard')
