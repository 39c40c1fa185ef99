import * as v from 'valibot'
import { ReviewStatus } from '#shared/applications/contract.ts'
import { CallHours } from '#shared/bookings/call-hours.ts'
import { VcId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'

const text = v.nullable(v.string())

/** A user's own investor profile, including all contact details: it is only sent in its owner's private lane. */
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
  /** The preferred channel of first contact; the handle is the address for that channel. */
  contactType: v.picklist(['telegram', 'meeting']),
  contactHandle: text,
  meetingLink: text,
  /** The video room of its calls. Older servers do not send it. */
  callLink: v.optional(text),
  telegramUrl: text,
  linkedinUrl: text,
  twitterUrl: text,
  websiteUrl: text,
  /** Whether the website is shown before an unlock. */
  isWebsitePublic: v.boolean(),
  logoUrl: text,
  /** IANA name of the time zone of their hours for calls; null is UTC. */
  timeZone: text,
  /** Cents; null was never set, so the default applies. */
  price: v.nullable(Cents),
  /** Cents, at the last approval; null when there was no price, or it is unknown. */
  approvedPrice: v.optional(v.nullable(Cents)),
  weeklyIntroLimit: v.number(),
  /** The day on which a pause ends: see `isPausedAt`. It may be over. Older servers do not send it. */
  pausedUntil: v.optional(text),
  /** Null without own hours. Older servers do not send it. */
  callHours: v.optional(v.nullable(CallHours)),
  /** Null was never set: see `replyDays`. Older servers do not send it. */
  replyDays: v.optional(v.nullable(v.number())),
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

/** The same for the REST call, with the specification's other names for the meeting link. */
export const OwnProfile = v.object({ ...OwnListing.entries, meetingUrl: text, calendlyLink: text })

/** `GET /api/profile/vcs` */
export const OwnProfiles = v.array(OwnProfile)
export type OwnProfiles = v.InferOutput<typeof OwnProfiles>

/** `GET` and `PUT /api/vcs/{id}/calendar`: whether a calendar token is stored. The token itself is never returned. */
export const CalendarToken = v.object({ isKept: v.boolean() })

const TOKEN = 'Please paste the token as Calendly shows it'

/** Null deletes it. */
export const KeepCalendarToken = v.object({
  token: v.nullable(v.pipe(v.string(TOKEN), v.trim(), v.regex(/^[\x21-\x7e]{20,2000}$/, TOKEN))),
})
export type KeepCalendarToken = v.InferOutput<typeof KeepCalendarToken>
