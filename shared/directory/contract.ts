import * as v from 'valibot'
import { VcId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'

/** The source of a listed investor: the external listing, or an approved application. */
export const VcType = v.picklist(['airtable', 'platform'])
export type VcType = v.InferOutput<typeof VcType>

/**
 * The public data of an investor: the document of the public lane, of the public calls and of every page. It has no field for a
 * contact detail.
 */
export const Investor = v.object({
  id: VcId,
  vcType: VcType,
  /** The partner's name, or the fund's if the record has none. Never empty. */
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
  /** https only. If it fails to load, a monogram replaces it. */
  imageUrl: v.nullable(v.string()),
  /** The fund's own site, if it was published as such; a personal website is a contact detail. */
  fundWebsite: v.nullable(v.string()),
  /** The asking price; null when none was ever given. */
  price: v.nullable(Cents),
  /** The amount that an unlock is charged today, including the card provider's minimum. */
  quote: Cents,
  /** The same amount in the format of the listing, if it differs from the product's format. */
  priceWording: v.optional(v.string()),
  /** False when the price is above the maximum of the card provider. */
  isPurchasable: v.boolean(),
  /** Accepted introductions: per week for the platform, per month for the external listing. Null is no limit. */
  limit: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** Whether a meeting can be booked after an unlock; the link itself is locked. */
  hasMeetingLink: v.boolean(),
  /**
   * Kinds of contact details that an unlock reveals (`ChannelKind`), never their values. Only verified investors have it, and an
   * earlier server sends none.
   */
  channels: v.optional(v.array(v.string())),
  /**
   * True where the record of an external listing states the person's own agreement. Otherwise the record comes from public sources.
   * An investor of the platform applied and has no such field.
   */
  hasAgreed: v.optional(v.boolean()),
  donatesToCharity: v.boolean(),
  /**
   * Until this day no unlock and no call is sold: see `isPausedAt`. It may be over. Absent without a pause.
   */
  pausedUntil: v.optional(v.string()),
  /** Days within which the investor wants to reply to a purchase: see `replyDays`. Absent where none were set. */
  replyDays: v.optional(v.number()),
  /** ISO instant. */
  listedAt: v.string(),
})
export type Investor = v.InferOutput<typeof Investor>

/** Demand for one investor in the last 30 days. An investor without requests has no such document. */
export const InvestorStats = v.object({
  id: VcId,
  totalRequests: v.number(),
  /** The most requested sector or stage, `N/A` if there is none. */
  topTag: v.string(),
  /** 1 is the most requested; null below the 10 requests required for the leaderboard. */
  rank: v.nullable(v.number()),
  /** Share of the purchases of 180 days that the investor replied to, in percent; absent below three replies. */
  replyRate: v.optional(v.number()),
  /** Median time from a purchase to its reply, in whole hours; present with `replyRate`. */
  replyHours: v.optional(v.number()),
  /** Average of the ratings of held calls, in stars with one decimal; absent below three founders. */
  rating: v.optional(v.number()),
  /** How many founders gave them; present with `rating`. */
  ratingCount: v.optional(v.number()),
})
export type InvestorStats = v.InferOutput<typeof InvestorStats>

/**
 * How much of the directory devices hold: a document of the public lane that exists only while the directory is larger. The rest is
 * searched on the server.
 */
export const DirectoryExtent = v.object({
  /** `investors`. */
  id: v.string(),
  /** Investors that are listed. */
  total: v.number(),
  onDevices: v.number(),
})
export type DirectoryExtent = v.InferOutput<typeof DirectoryExtent>
