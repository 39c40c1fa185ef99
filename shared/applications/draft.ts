import * as v from 'valibot'
import type { OwnListing } from '#shared/listings/contract.ts'
import { centsOfDollars } from '#shared/money.ts'

const text = v.fallback(v.string(), '')
const tick = v.fallback(v.boolean(), false)
const list = v.fallback(v.array(v.string()), [])

/** The form as it stands, every field as it was typed. What an older build kept is read as far as it goes. */
export const ApplicationDraft = v.object({
  partnerName: text,
  position: text,
  fundName: text,
  location: text,
  isVentureCapital: tick,
  isAngel: tick,
  logoUrl: text,
  investmentTag: text,
  stage: list,
  sectors: list,
  investmentThesis: text,
  fundDescription: text,
  bio: text,
  portfolioPerformance: text,
  email: text,
  meetingLink: text,
  telegramUrl: text,
  linkedinUrl: text,
  twitterUrl: text,
  websiteUrl: text,
  isWebsitePublic: tick,
  /** US dollars. */
  price: text,
  weeklyIntroLimit: text,
  donateToCharity: tick,
  charityOfChoice: text,
})
export type ApplicationDraft = v.InferOutput<typeof ApplicationDraft>
export type DraftField = keyof ApplicationDraft

/** A draft as it was kept; an empty one of anything else. */
export function readDraft(kept: unknown): ApplicationDraft {
  const read = v.safeParse(ApplicationDraft, kept)
  return read.success ? read.output : v.parse(ApplicationDraft, {})
}

/** A form filled with what an entry says, for applying again with it. */
export const draftOf = ({ price, weeklyIntroLimit, ...listing }: OwnListing): ApplicationDraft =>
  readDraft({ ...listing, price: price === null ? '' : String(price / 100), weeklyIntroLimit: String(weeklyIntroLimit) })

/** Whether anything has been written that somebody would miss. */
export const isBlank = (draft: ApplicationDraft) =>
  Object.values(draft).every((value) => (typeof value === 'boolean' ? !value : value.length === 0))

/** The price typed in dollars, in cents: null when none was typed, NaN when it is no number. */
export const typedPrice = (dollars: string) => (dollars.trim() === '' ? null : (centsOfDollars(Number(dollars)) ?? Number.NaN))

/**
 * What `POST /api/vcs` is sent: dollars as cents, and what the specification's form sends beside the fields.
 * It need not be valid: the contract says what is wrong with it.
 */
export function applicationOf(draft: ApplicationDraft) {
  const limit = draft.weeklyIntroLimit.trim()
  return {
    ...draft,
    price: typedPrice(draft.price),
    ...{ weeklyIntroLimit: limit === '' ? undefined : Number(limit) },
    contactHandle: draft.meetingLink,
    contactType: 'meeting',
  }
}
