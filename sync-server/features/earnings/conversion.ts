import type { BalanceTransaction } from '#server/payments/payments-port.ts'

/** In the smallest currency unit: the provider rounds once. */
const ROUNDING = 1
/** The provider reports the rate with six decimals. */
const RATE_ERROR = 5e-7

/**
 * Whether a balance transaction equals the ledger amount in US cents. In an account that settles in another currency the amounts
 * are compared at the transaction's own rate; without a rate they cannot be compared.
 */
export function isSameMoney(
  booked: number,
  { amount, currency, exchangeRate }: Pick<BalanceTransaction, 'amount' | 'currency' | 'exchangeRate'>,
) {
  if (currency === 'usd') return booked === amount
  return exchangeRate !== undefined && Math.abs(booked * exchangeRate - amount) <= ROUNDING + Math.abs(booked) * RATE_ERROR
}
