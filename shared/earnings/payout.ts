import { cents } from '#shared/money.ts'

/** Less than this waits for more: a bank's transfer costs as much as it would bring. */
export const MINIMUM_PAYOUT = cents(1000)
