import { cents } from '#shared/money.ts'

/** A smaller amount is not paid out yet: a bank transfer would cost about as much. */
export const MINIMUM_PAYOUT = cents(1000)
