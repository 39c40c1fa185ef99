import { type Cents, cents } from '#shared/money.ts'
import type { Investor } from './contract.ts'

/** What a card that sells nothing shows when the investor never named a price. */
export const ASSUMED_PRICE = cents(20_000)

/**
 * The price a card prints, by which lists are sorted and narrowed as well: what will be
 * charged where something can be bought today, and what the investor asks where nothing can.
 */
export const displayPrice = ({ isVerified, price, quote }: Investor): Cents => (isVerified ? quote : (price ?? ASSUMED_PRICE))
