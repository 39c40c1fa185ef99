import * as v from 'valibot'
import { VcId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'
import { VcType } from './contract.ts'

const text = v.nullable(v.string())
const link = v.optional(text)

/**
 * One record of `GET /api/airtable/vcs`, with every key that clients of the listing read. The fields from `email` on are only
 * present on records whose contact the caller has unlocked.
 */
export const ListingRecord = v.object({
  id: VcId,
  vcType: v.literal('airtable'),
  name: v.string(),
  title: text,
  position: text,
  fund: text,
  verified: v.boolean(),
  isVentureCapital: v.boolean(),
  isAngel: v.boolean(),
  Image: v.array(v.object({ url: v.string() })),
  imageUrl: text,
  profileImageUrl: text,
  'Investment Stage': v.array(v.string()),
  stage: v.array(v.string()),
  stages: v.array(v.string()),
  'Primary Sector': v.array(v.string()),
  specialties: v.array(v.string()),
  'Investment Thesis': text,
  thesis: text,
  bio: text,
  'Portfolio Performance': text,
  /** In the format of the source, if it can be parsed; `quoteCents` is the amount charged. */
  price: v.nullable(v.union([v.number(), v.string()])),
  quoteCents: Cents,
  isPurchasable: v.boolean(),
  limit: v.nullable(v.number()),
  location: text,
  Location: text,
  'Fund Website': text,
  hasMeetingLink: v.boolean(),
  donateToCharity: v.boolean(),
  email: link,
  telegram: link,
  'Meeting/Calendly Link': link,
  meetingLink: link,
  contactLink: link,
  linkedin: link,
  'LinkedIn Profile': link,
  twitter: link,
  'X Profile': link,
  website: link,
  Website: link,
})
export type ListingRecord = v.InferOutput<typeof ListingRecord>

/** `GET /api/airtable/vcs`: only the external listing, without the platform's own investors. */
export const Listing = v.object({ verifiedVCs: v.array(ListingRecord), unverifiedVCs: v.array(ListingRecord) })
export type Listing = v.InferOutput<typeof Listing>

/**
 * `GET /api/vcs`: `All`, or no value, does not filter. `verified` is accepted and has no effect: only verified investors are
 * listed.
 */
export const AskPlatform = v.object({
  verified: v.optional(v.picklist(['true', 'false'])),
  stage: v.optional(v.pipe(v.string(), v.maxLength(100))),
  sector: v.optional(v.pipe(v.string(), v.maxLength(100))),
})
export type AskPlatform = v.InferOutput<typeof AskPlatform>

/** An approved investor of the platform, with the field names of the specification's `vcs` and without a contact. */
export const PlatformRecord = v.object({
  id: VcId,
  vcType: v.literal('platform'),
  fundName: text,
  partnerName: v.string(),
  position: text,
  location: text,
  investmentTag: text,
  fundDescription: text,
  bio: text,
  investmentThesis: text,
  portfolioPerformance: text,
  stage: v.array(v.string()),
  sectors: v.array(v.string()),
  /** The kind of contact after an unlock; the contact itself is locked. */
  contactType: v.picklist(['telegram', 'meeting']),
  hasMeetingLink: v.boolean(),
  /** The asking price in cents; `quoteCents` is the amount charged. */
  price: v.nullable(Cents),
  quoteCents: Cents,
  isPurchasable: v.boolean(),
  weeklyIntroLimit: v.nullable(v.number()),
  /** Days that a purchase of today has for a reply. */
  replyDays: v.number(),
  logoUrl: text,
  websiteUrl: text,
  /** The first day after a pause, such as `2026-12-05`: over once it has begun in UTC. Null without one. */
  pausedUntil: v.nullable(v.string()),
  isVerified: v.boolean(),
  isActive: v.boolean(),
  donateToCharity: v.boolean(),
  isVentureCapital: v.boolean(),
  isAngel: v.boolean(),
  createdAt: v.string(),
})
export type PlatformRecord = v.InferOutput<typeof PlatformRecord>

/** The investor of the stats. A type that does not match the id is accepted: ids are unique across both kinds. */
export const AskStats = v.object({ vcId: VcId, vcType: v.optional(VcType) })

/** `GET /api/vc-stats…`: the last 30 days of one investor; zeros and `N/A` for an investor without requests. */
export const VcStats = v.object({
  totalRequests: v.number(),
  topTag: v.string(),
  openToAngel: v.boolean(),
  donatesToCharity: v.boolean(),
  /** 1 is the most requested; null below the leaderboard. */
  rank: v.nullable(v.number()),
})
export type VcStats = v.InferOutput<typeof VcStats>

/** One rank of `GET /api/top-vcs`, which lists every investor with enough requests to be ranked, the most requested first. */
export const TopVc = v.object({
  vcId: VcId,
  vcType: VcType,
  requests: v.number(),
  rank: v.number(),
  topTag: v.string(),
  openToAngel: v.boolean(),
  donatesToCharity: v.boolean(),
})
export type TopVc = v.InferOutput<typeof TopVc>
