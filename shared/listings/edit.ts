import * as v from 'valibot'
import { isAngelOnly, listingFields, meetingLink, optionalPortfolio } from '#shared/applications/contract.ts'
import { TimeZone } from '#shared/bookings/time-zone.ts'
import { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { DEFAULT_PRICES } from '#shared/unlocks/quote.ts'
import type { OwnListing } from './contract.ts'

const editable = v.object({
  ...listingFields,
  portfolioPerformance: optionalPortfolio,
  meetingLink: meetingLink('Please enter a link such as https://example.com'),
  callLink: meetingLink('Please enter a link such as https://example.com'),
  contactType: v.picklist(['telegram', 'meeting'], 'Please choose how founders reach you'),
  timeZone: v.nullable(TimeZone),
})

/** The changed fields of a listing; an absent field is unchanged. */
export const EditListing = v.partial(editable)
export type EditListing = v.InferOutput<typeof EditListing>

/** `listing.edit`: the same as a mutation. */
export const WriteListing = v.object({ vcId: VcId, change: EditListing })
export type WriteListing = v.InferOutput<typeof WriteListing>

type Field = keyof EditListing

/**
 * The fields that a verified badge covers: the identity, and the targets of the links. The link of calls is not one of them: only
 * founders who paid for a call see it, together with the address.
 */
const VOUCHED: readonly Field[] = ['fundName', 'partnerName', 'meetingLink', 'telegramUrl', 'websiteUrl']

/** Up to this price no review is needed. Above it, a price of more than `MAX_RAISE` times the approved one is reviewed again. */
export const UNASKED_PRICE = cents(10_000)
export const MAX_RAISE = 5

/**
 * Whether a price is so far above the approved one that an admin must review it: a listing must not become a way to move money.
 */
function isSteep({ price, approvedPrice }: OwnListing, newPrice: OwnListing['price'] | undefined): boolean {
  if (newPrice === undefined || newPrice === null || newPrice <= UNASKED_PRICE) return false
  return newPrice > MAX_RAISE * (approvedPrice ?? price ?? DEFAULT_PRICES.platformUnlock)
}

type Refusal = {
  code: Extract<ProblemCode, 'owners.no-contact' | 'owners.no-portfolio'>
  /** The field that corrects it. */
  field: Field
  /** A more specific message than the code's own, if any. */
  message?: string
}

export type Edited = {
  /** The changed columns, including derived ones. */
  change: Partial<OwnListing>
  /** Why the whole change is refused. */
  refusal?: Refusal
}

/**
 * The effect of an owner's edit on a listing.
 *
 * Texts, price and limit take effect immediately. Another name may be another person, another link may lead anywhere, and a price
 * far above the approved one may not be genuine: with such a change an approved listing returns to review, and is hidden until it
 * is approved. The same applies to offline edits.
 */
export function applyEdit(listing: OwnListing, edit: EditListing): Edited {
  const fields = (Object.keys(edit) as Field[]).filter((field) => !isSame(listing[field], edit[field]))
  const change: Partial<OwnListing> = Object.fromEntries(fields.map((field) => [field, edit[field]]))
  if (fields.length === 0) return { change }
  const after = { ...listing, ...change }
  if (!after.donateToCharity && after.charityOfChoice !== null) change.charityOfChoice = null

  const refusal =
    contactRefusal(after) ?? (fields.some((field) => OF_PORTFOLIO.includes(field)) ? portfolioRefusal(after) : undefined)
  if (refusal) return { change: {}, refusal }
  const handle = after.contactType === 'telegram' ? after.telegramUrl : after.meetingLink
  if (handle !== listing.contactHandle) change.contactHandle = handle

  const isDoubtful = fields.some((field) => VOUCHED.includes(field)) || isSteep(listing, change.price)
  const needsReview = listing.reviewStatus === 'approved' && isDoubtful
  return { change: needsReview ? { ...change, ...BACK_TO_REVIEW } : change }
}

/** An approved listing that is hidden until an admin has approved it again. */
export const BACK_TO_REVIEW = { isVerified: false, reviewStatus: 'pending', reviewReason: null } as const

/** Whether an edit would unpublish the listing until it is reviewed again. */
export const needsReview = ({ change }: Edited): boolean => change.reviewStatus === 'pending'

/** An angel may be reached by e-mail alone. */
function contactRefusal(listing: OwnListing): Refusal | undefined {
  const { contactType, meetingLink, telegramUrl } = listing
  const code = 'owners.no-contact'
  if (contactType === 'telegram')
    return telegramUrl ? undefined : { code, field: 'telegramUrl', message: 'Please enter a Telegram name such as @name' }
  return meetingLink || isAngelOnly(listing) ? undefined : { code, field: 'meetingLink', message: 'Meeting link is required' }
}

/** A listing without a portfolio that is older than this rule can be edited otherwise. */
const OF_PORTFOLIO: readonly Field[] = ['portfolioPerformance', 'isAngel', 'isVentureCapital']

function portfolioRefusal(listing: OwnListing): Refusal | undefined {
  if (listing.portfolioPerformance || isAngelOnly(listing)) return undefined
  return { code: 'owners.no-portfolio', field: 'portfolioPerformance' }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
