import * as v from 'valibot'
import { ReviewStatus } from '#shared/applications/contract.ts'
import { PrincipalId, VcId } from '#shared/ids.ts'
import { OwnListing } from '#shared/listings/contract.ts'
import { EditListing } from '#shared/listings/edit.ts'
import { PauseListing } from '#shared/listings/pause.ts'
import { Reason } from './customer-decisions.ts'

/**
 * What is sold with an unlock. The website is one of them also where it is public: whether it is public is decided with it. Admins
 * replace these fields without reading them, and their values are in no log.
 */
export const LISTING_CONTACT = [
  'contactType',
  'email',
  'meetingLink',
  'callLink',
  'telegramUrl',
  'linkedinUrl',
  'twitterUrl',
  'websiteUrl',
  'isWebsitePublic',
] as const
export type ListingContact = (typeof LISTING_CONTACT)[number]

/** The public fields that an admin edits. The time zone is not one: it is that of the investor's hours. */
export const LISTING_FACTS = [
  'partnerName',
  'fundName',
  'position',
  'location',
  'investmentTag',
  'investmentThesis',
  'bio',
  'fundDescription',
  'portfolioPerformance',
  'stage',
  'sectors',
  'price',
  'weeklyIntroLimit',
  'donateToCharity',
  'charityOfChoice',
  'isVentureCapital',
  'isAngel',
  'logoUrl',
] as const

const { entries: contact } = v.pick(EditListing, LISTING_CONTACT)
const { entries: facts } = v.pick(EditListing, LISTING_FACTS)

/** Refuses a change without a field. */
const isAnything = <Change extends object>() =>
  v.check<Change, string>((change) => Object.keys(change).length > 0, 'Nothing has changed.')
/** The version that the admin saw. Unlike in the queues it is required, because texts of an investor are replaced. */
const decision = { reason: Reason, version: v.number() }

/** `PATCH /api/admin/listings/{id}`: public fields, with the rules of the investor's own form. A contact field is refused. */
export const EditFacts = v.object({ change: v.pipe(v.strictObject(facts), isAnything()), ...decision })
export type EditFacts = v.InferOutput<typeof EditFacts>

/** `PATCH /api/admin/listings/{id}/contact`: contact details and nothing else. */
export const ReplaceContact = v.object({ change: v.pipe(v.strictObject(contact), isAnything()), ...decision })
export type ReplaceContact = v.InferOutput<typeof ReplaceContact>

/** `POST /api/admin/listings/{id}/pause`: null resumes the listing. */
export const PauseByAdmin = v.object({ until: PauseListing.entries.until, ...decision })
export type PauseByAdmin = v.InferOutput<typeof PauseByAdmin>

/** `GET /api/admin/listings/{id}`: a listing without its contact details. */
export const AdminListing = v.object({
  id: VcId,
  version: v.number(),
  facts: v.pick(OwnListing, LISTING_FACTS),
  contactType: v.picklist(['telegram', 'meeting']),
  /** The public website; null while it is part of the contact. */
  website: v.nullable(v.string()),
  isWebsitePublic: v.boolean(),
  /** The contact fields that have a value. */
  given: v.array(v.picklist(LISTING_CONTACT)),
  pausedUntil: v.nullable(v.string()),
  isVerified: v.boolean(),
  isActive: v.boolean(),
  reviewStatus: ReviewStatus,
  /** Whose page the desk has; null when the account was deleted. */
  principalId: v.nullable(PrincipalId),
})
export type AdminListing = v.InferOutput<typeof AdminListing>
