import type { BalanceTransaction } from '#server/payments/payments-port.ts'

/** Of the smallest unit: the provider rounds once. */
const ROUNDING = 1
/** The provider names the rate by six decimals. */
const RATE_ERROR = 5e-7

/**
 * Whether a movement of our balance is what the books have in US cents. An account that settles in another currency is compared
 * by the movement's own rate; without a rate nothing can be compared.
 */
export function isSameMoney(
  booked: number,
  { amount, currency, exchangeRate }: Pick<BalanceTransaction, 'amount' | 'currency' | 'exchangeRate'>,
) {
  if (currency === 'usd') return booked === amount
  return exchangeRate !== undefined && Math.abs(booked * exchangeRate - amount) <= ROUNDING + Math.abs(booked) * RATE_ERROR
}
