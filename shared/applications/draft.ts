import * as v from 'valibot'
import type { OwnListing } from '#shared/listings/contract.ts'
import { centsOfDollars } from '#shared/money.ts'

const text = v.fallback(v.string(), '')
const tick = v.fallback(v.boolean(), false)
const list = v.fallback(v.array(v.string()), [])

/** The current form, with every field as typed. A draft of an older build is read as far as possible. */
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

/** A stored draft; an empty one for any other input. */
export function readDraft(kept: unknown): ApplicationDraft {
  const read = v.safeParse(ApplicationDraft, kept)
  return read.success ? read.output : v.parse(ApplicationDraft, {})
}

/** A form filled with the content of a listing, for applying again. */
export const draftOf = ({ price, weeklyIntroLimit, ...listing }: OwnListing): ApplicationDraft =>
  readDraft({ ...listing, price: price === null ? '' : String(price / 100), weeklyIntroLimit: String(weeklyIntroLimit) })

/** Whether the form has no content worth keeping. */
export const isBlank = (draft: ApplicationDraft) =>
  Object.values(draft).every((value) => (typeof value === 'boolean' ? !value : value.length === 0))

/** The typed dollar price in cents: null when none was typed, NaN when it is not a number. */
export const typedPrice = (dollars: string) => (dollars.trim() === '' ? null : (centsOfDollars(Number(dollars)) ?? Number.NaN))

/**
 * The body of `POST /api/vcs`: dollars as cents, plus the extra fields of the specification's form. It need not be valid: the
 * contract reports the errors.
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
