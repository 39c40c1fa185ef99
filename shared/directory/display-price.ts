import { type Cents, cents } from '#shared/money.ts'
import type { Investor } from './contract.ts'

/** The price on a card that sells nothing, when the investor never gave a price. */
export const ASSUMED_PRICE = cents(20_000)

/**
 * The price on a card, also used for sorting and filtering: the amount charged where a purchase is possible today, otherwise the
 * asking price.
 */
export const displayPrice = ({ isVerified, price, quote }: Investor): Cents => (isVerified ? quote : (price ?? ASSUMED_PRICE))
