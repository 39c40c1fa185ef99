import type { Transaction } from '#server/db.ts'
import type { LimitOn } from '#server/http/rate-limit.ts'
import { newId } from '#server/new-id.ts'
import type { UserId, VcId } from '#shared/ids.ts'
import { type EditListing, edited, isSentBack } from '#shared/owners/edit.ts'
import { mergeListingEdit } from '#shared/owners/merge-edit.ts'
import { Problem } from '#shared/problem.ts'
import { DEFAULT_PRICES } from '#shared/unlocks/quote.ts'
import { presentListing } from './present.ts'
import { insertAudit, type ListingRow, lockOwnListing, updateListing } from './queries.ts'

type Editing = { tx: Transaction; userId: UserId; now: Date; limitOn: LimitOn }

/**
 * Changes one's own listing. Orders that are open keep the price they were made at: it stands in them.
 *
 * @param base  the texts that its writer had seen, where they are known
 * @throws Problem `not-found` for a listing of somebody else, `owners.no-contact`, `owners.edited-elsewhere`, `too-many-requests`
 */
export async function editListing(
  { tx, userId, now, limitOn }: Editing,
  id: VcId,
  wanted: EditListing,
  base?: unknown,
): Promise<ListingRow> {
  const before = await lockOwnListing(tx, id, userId)
  if (!before) throw new Problem('not-found')
  const merged = mergeListingEdit(presentListing(before), { change: wanted, base })
  if (merged.isChangedElsewhere) throw new Problem('owners.edited-elsewhere')
  const outcome = edited(presentListing(before), merged.change)
  if (outcome.refusal) throw new Problem('owners.no-contact', outcome.refusal)
  const { createdAt: _, updatedAt: __, ...change } = outcome.change
  if (Object.keys(change).length === 0) return before

  const sentBack = isSentBack(outcome)
  const links = change.meetingLink === undefined ? {} : linksOf(change.meetingLink)
  // Known from now on, so that many small raises are measured by the first price.
  const approved = before.reviewStatus === 'approved' && before.approvedPrice === null && change.price !== undefined
  const after = await updateListing(tx, id, {
    ...change,
    ...links,
    ...(approved && { approvedPrice: before.price ?? DEFAULT_PRICES.platformUnlock }),
    updatedAt: now,
    ...(sentBack && { submittedAt: now }),
  })
  // A line of the audit log is for the team to read, also of a listing that is not public.
  if (isShown(before) || isShown(after) || before.price !== after.price) await limitOn(tx)('public-change-account', userId)
  const audit = (action: string, was: object, is: object) =>
    insertAudit(tx, { id: newId('aud'), actorId: userId, action, targetType: 'vc', targetId: id, before: was, after: is })
  // What an admin may have to understand later; a person's words are not kept twice.
  if (sentBack) {
    const isRenamed = before.fundName !== after.fundName || before.partnerName !== after.partnerName
    await audit(isRenamed ? 'renamed' : 'sent back', reviewOf(before), reviewOf(after))
  }
  if (before.price !== after.price) await audit('repriced', { price: before.price }, { price: after.price })
  return after
}

const isShown = ({ isVerified, isActive }: ListingRow) => isVerified && isActive

/** One link under all the names that the specification has for it. */
const linksOf = (meetingLink: string | null) => ({
  meetingUrl: meetingLink,
  calendlyLink: meetingLink && /(^|\.)calendly\.com$/.test(new URL(meetingLink).hostname) ? meetingLink : null,
})

const reviewOf = ({ isVerified, reviewStatus, reviewReason, claimRevokedAt }: ListingRow) => ({
  ...{ isVerified, reviewStatus, reviewReason },
  isClaimRevoked: claimRevokedAt !== null,
})
