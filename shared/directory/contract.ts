import * as v from 'valibot'
import { VcId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'

/** Where a listed investor comes from: the external listing, or an approved application. */
export const VcType = v.picklist(['airtable', 'platform'])
export type VcType = v.InferOutput<typeof VcType>

/**
 * What anybody may know of an investor: the document of the directory lane, of
 * the public calls and of every page. No contact detail has a field here.
 */
export const Investor = v.object({
  id: VcId,
  vcType: VcType,
  /** The partner's name; the fund's where the record has none. Never empty. */
  name: v.string(),
  fund: v.nullable(v.string()),
  position: v.nullable(v.string()),
  isVerified: v.boolean(),
  isVentureCapital: v.boolean(),
  isAngel: v.boolean(),
  stages: v.array(v.string()),
  sectors: v.array(v.string()),
  thesis: v.nullable(v.string()),
  bio: v.nullable(v.string()),
  portfolioPerformance: v.nullable(v.string()),
  location: v.nullable(v.string()),
  /** https only. It may fail to load: a monogram stands in. */
  imageUrl: v.nullable(v.string()),
  /** The fund's own site, when it was published as such; a personal website is a contact detail. */
  fundWebsite: v.nullable(v.string()),
  /** The asked price; null when none was ever given. */
  price: v.nullable(Cents),
  /** What an unlock is charged today, the card provider's minimum included. */
  quote: Cents,
  /** The same amount as the listing words it, where that differs from ours. */
  priceWording: v.optional(v.string()),
  /** False when the price is above what the card provider can charge. */
  isPurchasable: v.boolean(),
  /** Introductions accepted: a week for the platform, a month for the external listing. Null is no limit. */
  limit: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** Whether a meeting can be booked once unlocked; the link itself is locked. */
  hasMeetingLink: v.boolean(),
  donatesToCharity: v.boolean(),
  /** ISO instant. */
  listedAt: v.string(),
})
export type Investor = v.InferOutput<typeof Investor>

/** Demand for one investor in the last 30 days. An investor without any has no such document. */
export const InvestorStats = v.object({
  id: VcId,
  totalRequests: v.number(),
  /** The sector or stage asked for most, `N/A` when none. */
  topTag: v.string(),
  /** 1 is the most requested; null below the 10 requests that enter the leaderboard. */
  rank: v.nullable(v.number()),
})
export type InvestorStats = v.InferOutput<typeof InvestorStats>
