import type { Investor } from '#shared/directory/contract.ts'
import { displayPrice } from '#shared/directory/display-price.ts'
import { cents, formatPrice, MINIMUM_CHARGE } from '#shared/money.ts'
import { DEFAULT_PRICES } from '#shared/unlocks/quote.ts'

/** Whether pressing a button can lead to a payment for this investor today. */
export const isForSale = (investor: Investor) => investor.isVerified && investor.isPurchasable

/** `Unlock for $25`. A card that sells prints what will be charged, any other one what the investor asks. */
export function unlockLabel(investor: Investor): string {
  if (!investor.isPurchasable) return 'Price on request'
  return `Unlock for ${formatPrice(displayPrice(investor))}`
}

/** The button of a locked, verified investor's page: a call where a meeting link waits behind it, else the contact. */
export function connectLabel(investor: Investor): string {
  if (!investor.hasMeetingLink) return `Connect - ${formatPrice(investor.quote)}`
  const call = investor.price === null ? DEFAULT_PRICES.meeting : cents(Math.max(investor.price, MINIMUM_CHARGE))
  return `Book Call - ${formatPrice(call)}`
}

/** `Limit: 5/month` and the period it is really counted by; undefined where the investor set no limit. */
export function limitLabel({ limit, vcType }: Investor): { text: string; explanation: string } | undefined {
  if (limit === null) return undefined
  const period = vcType === 'platform' ? 'week' : 'month'
  const introductions = limit === 1 ? 'introduction' : 'introductions'
  return { text: `Limit: ${limit}/month`, explanation: `Accepts up to ${limit} ${introductions} a ${period}.` }
}

/** The first `count` values, and `+N more` for the rest. */
export function shorten(values: readonly string[], count: number): { shown: string[]; more: string | undefined } {
  const hidden = values.length - count
  return { shown: values.slice(0, count), more: hidden > 0 ? `+${hidden} more` : undefined }
}

/** Where a card stands. */
export type Surface = 'landing' | 'vcs' | 'ping'

/** How many stages and sectors a card has room for: the specification counts them page by page. */
export function cardLimits(surface: Surface, vcType: Investor['vcType']): { stages: number; sectors: number } {
  if (surface !== 'ping') return { stages: Number.POSITIVE_INFINITY, sectors: 2 }
  return vcType === 'platform' ? { stages: Number.POSITIVE_INFINITY, sectors: 3 } : { stages: 2, sectors: 2 }
}

/** `Unlock for $1200`: what is charged, in the listing's own words where these say the same. */
export const unlockForLabel = ({ quote, priceWording }: Investor) => `Unlock for ${priceWording ?? formatPrice(quote)}`
