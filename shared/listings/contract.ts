import * as v from 'valibot'
import { ReviewStatus } from '#shared/applications/contract.ts'
import { VcId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'

const text = v.nullable(v.string())

/** One's own investor profile, contact details and all: its owner's private lane carries it, and nobody else's. */
export const OwnListing = v.object({
  id: VcId,
  fundName: v.string(),
  partnerName: v.string(),
  position: text,
  location: text,
  email: text,
  investmentTag: text,
  fundDescription: text,
  bio: text,
  investmentThesis: text,
  portfolioPerformance: text,
  stage: v.array(v.string()),
  sectors: v.array(v.string()),
  /** How buyers are to write first; the handle is that way's address. */
  contactType: v.picklist(['telegram', 'meeting']),
  contactHandle: text,
  meetingLink: text,
  telegramUrl: text,
  linkedinUrl: text,
  twitterUrl: text,
  websiteUrl: text,
  /** Whether the website is shown before an unlock. */
  isWebsitePublic: v.boolean(),
  logoUrl: text,
  /** IANA name of the zone their hours for calls are in; null is UTC. */
  timeZone: text,
  /** Cents; null was never set, so the default applies. */
  price: v.nullable(Cents),
  /** Cents, at the last approval; null where nothing was asked then, or it is not known. */
  approvedPrice: v.optional(v.nullable(Cents)),
  weeklyIntroLimit: v.number(),
  donateToCharity: v.boolean(),
  charityOfChoice: text,
  isVentureCapital: v.boolean(),
  isAngel: v.boolean(),
  isVerified: v.boolean(),
  isActive: v.boolean(),
  reviewStatus: ReviewStatus,
  reviewReason: text,
  /** ISO instants. */
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type OwnListing = v.InferOutput<typeof OwnListing>

/** The same by call, with the other names that the specification has for the meeting link. */
export const OwnProfile = v.object({ ...OwnListing.entries, meetingUrl: text, calendlyLink: text })

/** `GET /api/profile/vcs` */
export const OwnProfiles = v.array(OwnProfile)
export type OwnProfiles = v.InferOutput<typeof OwnProfiles>

/** `GET` and `PUT /api/vcs/{id}/calendar`: whether a calendar's token is kept. The token itself is told to nobody. */
export const CalendarToken = v.object({ isKept: v.boolean() })

const TOKEN = 'Please paste the token as Calendly shows it'

/** Null forgets it. */
export const KeepCalendarToken = v.object({
  token: v.nullable(v.pipe(v.string(TOKEN), v.trim(), v.regex(/^[\x21-\x7e]{20,2000}$/, TOKEN))),
})
export type KeepCalendarToken = v.InferOutput<typeof KeepCalendarToken>
