import { type Cents, cents } from '#shared/money.ts'

/** The investor's share of each sale, in percent; the platform keeps the rest, including the odd cent. */
export const INVESTOR_SHARE_PERCENT = 85

export const investorShare = (amount: Cents): Cents => cents(Math.floor((amount * INVESTOR_SHARE_PERCENT) / 100))
