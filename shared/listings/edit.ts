import * as v from 'valibot'
import { listingFields } from '#shared/applications/contract.ts'
import { TimeZone } from '#shared/bookings/time-zone.ts'
import { VcId } from '#shared/ids.ts'
import { link } from '#shared/listing-import/links.ts'
import { cents } from '#shared/money.ts'
import { DEFAULT_PRICES } from '#shared/unlocks/quote.ts'
import type { OwnListing } from './contract.ts'

const LINK = 'Please enter a link such as https://example.com'

/** Whoever is written to by Telegram may go without a meeting link. */
const MeetingLink = v.pipe(
  v.nullish(v.pipe(v.string(LINK), v.maxLength(2048, LINK)), null),
  v.transform((typed) => (typed ?? '').trim()),
  v.check((typed) => typed === '' || link(typed).value !== undefined, LINK),
  v.transform((typed) => link(typed).value ?? null),
)

const editable = v.object({
  ...listingFields,
  meetingLink: MeetingLink,
  contactType: v.picklist(['telegram', 'meeting'], 'Please choose how founders reach you'),
  timeZone: v.nullable(TimeZone),
})

/** What is to change of a listing, and nothing else: a field that is left out stays as it is. */
export const EditListing = v.partial(editable)
export type EditListing = v.InferOutput<typeof EditListing>

/** `listing.edit`: the same, written down to be sent. */
export const WriteListing = v.object({ vcId: VcId, change: EditListing })
export type WriteListing = v.InferOutput<typeof WriteListing>

type Field = keyof EditListing

/** What a verified badge vouches for: who it is, and where the links lead. */
const VOUCHED: readonly Field[] = ['fundName', 'partnerName', 'meetingLink', 'telegramUrl', 'websiteUrl']

/** Up to this price no review is needed. Above it, a price of more than `MOST_RAISE` times the approved one is reviewed again. */
export const UNASKED_PRICE = cents(10_000)
export const MOST_RAISE = 5

/** Whether a price is so far above the approved one that the team looks at it: a listing must not become a way to move money. */
function isSteep({ price, approvedPrice }: OwnListing, wanted: OwnListing['price'] | undefined): boolean {
  if (wanted === undefined || wanted === null || wanted <= UNASKED_PRICE) return false
  return wanted > MOST_RAISE * (approvedPrice ?? price ?? DEFAULT_PRICES.platformUnlock)
}

export type Edited = {
  /** Columns that become something else, those included that follow from others. */
  change: Partial<OwnListing>
  /** Nothing of the change may be made, and why. */
  refusal?: string
}

/**
 * What an owner's edit makes of a listing.
 *
 * Texts, price and limit count at once. Another name is another person, another link may lead anywhere, and a price far above
 * the approved one may be no price: with these a listing that was approved goes back to the review, and is not shown until it
 * is over. The same holds for what was written offline.
 */
export function edited(listing: OwnListing, wanted: EditListing): Edited {
  const fields = (Object.keys(wanted) as Field[]).filter((field) => !isSame(listing[field], wanted[field]))
  const change: Partial<OwnListing> = Object.fromEntries(fields.map((field) => [field, wanted[field]]))
  if (fields.length === 0) return { change }
  const after = { ...listing, ...change }
  if (!after.donateToCharity && after.charityOfChoice !== null) change.charityOfChoice = null

  const refusal = contactRefusal(after)
  if (refusal) return { change: {}, refusal }
  const handle = after.contactType === 'telegram' ? after.telegramUrl : after.meetingLink
  if (handle !== listing.contactHandle) change.contactHandle = handle

  const isDoubtful = fields.some((field) => VOUCHED.includes(field)) || isSteep(listing, change.price)
  const needsReview = listing.reviewStatus === 'approved' && isDoubtful
  return { change: needsReview ? { ...change, ...BACK_TO_REVIEW } : change }
}

/** A listing that was approved is not shown until the team has approved it again. */
export const BACK_TO_REVIEW = { isVerified: false, reviewStatus: 'pending', reviewReason: null } as const

/** Whether an edit would take the listing off until it is reviewed again. */
export const needsReview = ({ change }: Edited): boolean => change.reviewStatus === 'pending'

function contactRefusal({ contactType, meetingLink, telegramUrl }: OwnListing): string | undefined {
  if (contactType === 'telegram') return telegramUrl ? undefined : 'Please enter a Telegram name such as @name'
  return meetingLink ? undefined : 'Meeting link is required'
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
