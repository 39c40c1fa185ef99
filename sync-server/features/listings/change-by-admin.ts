import type { Transaction } from '#server/database/client.ts'
import { changePlaceOfCalls } from '#server/features/bookings/calls/change-place.ts'
import { noteWriter } from '#server/sync/push/text-writers.ts'
import { isPausedAt } from '#shared/directory/paused.ts'
import type { VcId } from '#shared/ids.ts'
import { applyEdit, type EditListing } from '#shared/listings/edit.ts'
import { listingTextsOf } from '#shared/listings/merge-edit.ts'
import { pauseRefusal } from '#shared/listings/pause.ts'
import { Problem } from '#shared/problem.ts'
import { DEFAULT_PRICES } from '#shared/unlocks/quote.ts'
import { linksOf } from './links-of.ts'
import { presentListing } from './present.ts'
import { type LockedListing, lockListingWithOwner, updateListing } from './queries.ts'

/**
 * A listing of any account with its owner, both locked until the transaction ends; `undefined` for one that was emptied. The version
 * that an admin decides about is that of `listing`.
 */
export async function lockForAdmin(tx: Transaction, id: VcId) {
  const locked = await lockListingWithOwner(tx, id)
  return locked && { ...locked, listing: presentListing(locked.row) }
}

/**
 * Changes a listing in place of its owner, with the rules of the owner's own form. The admin is the review, so nothing returns to
 * it. From then on the writer of the texts is unknown: an edit that the owner made offline before is merged with them or refused,
 * and never replaces them unseen.
 *
 * @throws Problem `owners.no-contact`, `owners.no-portfolio`
 */
export async function changeByAdmin(tx: Transaction, { row, owner }: LockedListing, edit: EditListing, now: Date) {
  const before = presentListing(row)
  const outcome = applyEdit(before, edit)
  if (outcome.refusal) throw new Problem(outcome.refusal.code, outcome.refusal.message)
  const { isVerified: _, reviewStatus: __, reviewReason: ___, createdAt: ____, updatedAt: _____, ...change } = outcome.change
  if (Object.keys(change).length === 0) return { before, change }
  const isPriceApproved = change.price !== undefined && row.reviewStatus === 'approved'
  const after = await updateListing(tx, row.id, {
    ...change,
    ...(change.meetingLink !== undefined && linksOf(change.meetingLink)),
    ...(isPriceApproved && { approvedPrice: change.price ?? DEFAULT_PRICES.platformUnlock }),
    updatedAt: now,
  })
  if (change.callLink !== undefined) await changePlaceOfCalls(tx, presentListing(after), now)
  if (owner) {
    const texts = Object.entries(listingTextsOf(edit)).filter(([field]) => field in change)
    const subject = { principalId: owner.principalId, kind: 'listing', subjectId: row.id } as const
    await noteWriter(tx, subject, undefined, Object.fromEntries(texts))
  }
  return { before, change }
}

/**
 * Pauses or resumes a listing in place of its owner, who may change it again.
 *
 * @returns the day before and after; `undefined` when nothing has changed
 * @throws Problem `owners.pause-too-long`
 */
export async function pauseByAdmin(tx: Transaction, { row }: LockedListing, until: string | null, now: Date) {
  if (until !== null && pauseRefusal(until, now.getTime()) === 'too-long') throw new Problem('owners.pause-too-long')
  const current = (day: string | null) => (isPausedAt(day, now.getTime()) ? day : null)
  const [was, becomes] = [current(row.pausedUntil), current(until)]
  if (was === becomes) return undefined
  await updateListing(tx, row.id, { pausedUntil: becomes, updatedAt: now })
  return { was, becomes }
}
