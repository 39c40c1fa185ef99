import { type Cents, cents } from '#shared/money.ts'

/** What an investor keeps of each sale, in percent; the platform keeps the rest, and the odd cent. */
export const INVESTOR_SHARE_PERCENT = 85

export const investorShare = (amount: Cents): Cents => cents(Math.floor((amount * INVESTOR_SHARE_PERCENT) / 100))
