import { INVESTOR_SHARE_PERCENT } from './share.ts'

/** An estimate of what remains of a price after card fees and taxes, as in the specification's preview. */
export const AFTER_TAXES_PERCENT = 70

/** The specified line beside the share. */
export const ESTIMATE_LINE = `about ${AFTER_TAXES_PERCENT}% after card fees and taxes (estimate)`

/** Why the estimate is lower than the share: no leg of the ledger charges an investor a card fee, so only taxes differ. */
export const ESTIMATE_REASON = `We pay the card fees, so you receive the full ${INVESTOR_SHARE_PERCENT}%. The estimate sets aside ${INVESTOR_SHARE_PERCENT - AFTER_TAXES_PERCENT}% of the price for your own taxes.`

/** The same for a share that goes to a charity: the investor receives nothing, so nothing is estimated. */
export const CHARITY_REASON = `We pay the card fees, so the charity receives the full ${INVESTOR_SHARE_PERCENT}%.`
