import type { Investor } from '#shared/directory/contract.ts'
import { displayPrice } from '#shared/directory/display-price.ts'
import { isPausedAt, pausedLabel } from '#shared/directory/paused.ts'
import { cents, formatPrice, MINIMUM_CHARGE } from '#shared/money.ts'
import { DEFAULT_PRICES } from '#shared/unlocks/quote.ts'

/** Whether the investor takes no new unlocks and calls until a day. */
export const isPaused = ({ pausedUntil }: Investor) => isPausedAt(pausedUntil, Date.now())

/** Whether a card can pay the price, and an unlock reveals something. An earlier server does not say which details exist. */
export const isPriced = ({ isPurchasable, channels }: Investor) => isPurchasable && channels?.length !== 0

/** The same, and the investor is not paused. */
export const canBeBought = (investor: Investor) => isPriced(investor) && !isPaused(investor)

/** Whether a payment for this investor is possible now. */
export const isForSale = (investor: Investor) => investor.isVerified && canBeBought(investor)

/** Whether a call with this investor can be paid for now. */
export const isBookable = (investor: Investor) => isForSale(investor) && investor.hasMeetingLink

/** `Unlock for $25`. A card that is for sale shows the charged amount, any other card the investor's price. */
export function unlockLabel(investor: Investor): string {
  if (isPaused(investor)) return pausedLabel(investor.pausedUntil)
  if (!canBeBought(investor)) return investor.isPurchasable ? 'No contact details' : 'Price on request'
  return `Unlock for ${formatPrice(displayPrice(investor))}`
}

/** Button label on the page of a locked, verified investor: a call where the investor has a meeting link, else the contact. */
export function connectLabel(investor: Investor): string {
  if (!investor.hasMeetingLink) return `Connect - ${formatPrice(investor.quote)}`
  return `Book Call - ${formatPrice(callPrice(investor))}`
}

/** What a call costs. Without a price of the investor it is more than the contact alone. */
export const callPrice = ({ price }: Investor) =>
  price === null ? DEFAULT_PRICES.meeting : cents(Math.max(price, MINIMUM_CHARGE))

/** Four rolling weeks never hold more than four times the limit of one. */
const WEEKS_PER_MONTH = 4

/**
 * `Limit: 20/month`, as the specification has it, and the period that is enforced: a platform investor limits a week, the external
 * listing a month. `undefined` where the investor set no limit.
 */
export function limitLabel({ limit, vcType }: Investor): { perMonth: number; text: string; explanation: string } | undefined {
  if (limit === null) return undefined
  const isWeekly = vcType === 'platform'
  const perMonth = isWeekly ? limit * WEEKS_PER_MONTH : limit
  const introductions = limit === 1 ? 'introduction' : 'introductions'
  return {
    perMonth,
    text: `Limit: ${perMonth}/month`,
    explanation: `Accepts up to ${limit} ${introductions} a ${isWeekly ? 'week' : 'month'}.`,
  }
}

/** The first `count` values, and `+N more` for the rest. */
export function shorten(values: readonly string[], count: number): { shown: string[]; more: string | undefined } {
  const hidden = values.length - count
  return { shown: values.slice(0, count), more: hidden > 0 ? `+${hidden} more` : undefined }
}

/** The page that a card is on. */
export type Surface = 'landing' | 'vcs' | 'ping'

/** Number of stages and sectors on a card; the specification defines it per page. */
export function cardLimits(surface: Surface, vcType: Investor['vcType']): { stages: number; sectors: number } {
  if (surface !== 'ping') return { stages: Number.POSITIVE_INFINITY, sectors: 2 }
  return vcType === 'platform' ? { stages: Number.POSITIVE_INFINITY, sectors: 3 } : { stages: 2, sectors: 2 }
}

/** `Unlock for $1200`: the charged amount, in the listing's own wording where that means the same. */
export const unlockForLabel = ({ quote, priceWording }: Investor) => `Unlock for ${priceWording ?? formatPrice(quote)}`
