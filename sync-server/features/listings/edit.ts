import type { Transaction } from '#server/database/client.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import { changePlaceOfCalls } from '#server/features/bookings/calls/change-place.ts'
import type { LimitOn } from '#server/http/limits/rate-limit.ts'
import type { Account } from '#server/http/session.ts'
import type { AddWork } from '#server/sync/push/push-work.ts'
import { findOwnTexts, noteWriter } from '#server/sync/push/text-writers.ts'
import type { ClientId, VcId } from '#shared/ids.ts'
import { applyEdit, type EditListing, needsReview } from '#shared/listings/edit.ts'
import { listingBaseOf, listingTextsOf, mergeListingEdit } from '#shared/listings/merge-edit.ts'
import { Problem } from '#shared/problem.ts'
import { mergeBudget, spentOf } from '#shared/sync/merge-text.ts'
import { DEFAULT_PRICES } from '#shared/unlocks/quote.ts'
import { linksOf } from './links-of.ts'
import { presentListing } from './present.ts'
import { type ListingRow, lockOwnListing, updateListing } from './queries.ts'

export type EditContext = { tx: Transaction; account: Pick<Account, 'id' | 'principalId'>; now: Date; limitOn: LimitOn }

/**
 * The device that an edit comes from, and the texts that its writer had seen; `base` is undefined from clients that do not send
 * it.
 */
type EditOrigin = { clientId: ClientId; base: unknown; addWork: AddWork }

/**
 * Changes the caller's own listing. Open orders keep the price stored in them.
 *
 * @param written  set for an edit from the outbox. Without a base it replaces only texts that the same device wrote last.
 *   Undefined for a form that is submitted online, where the last write wins.
 * @throws Problem `not-found` for a listing of another account, `owners.no-contact`, `owners.no-portfolio`,
 *   `owners.edited-elsewhere`, `too-many-requests`
 */
export async function editListing(
  { tx, account, now, limitOn }: EditContext,
  id: VcId,
  edit: EditListing,
  origin?: EditOrigin,
): Promise<ListingRow> {
  const { id: userId, principalId } = account
  const before = await lockOwnListing(tx, id, userId)
  if (!before) throw new Problem('not-found')
  const subject = { principalId, kind: 'listing', subjectId: id } as const
  const shown = presentListing(before)
  const seen = async ({ clientId, base }: EditOrigin) =>
    base === undefined ? findOwnTexts(tx, subject, clientId, listingBaseOf(shown, edit)) : base
  const budget = mergeBudget()
  const merged = origin && mergeListingEdit(shown, { change: edit, base: await seen(origin) }, budget)
  origin?.addWork({ steps: spentOf(budget) })
  if (merged?.isChangedElsewhere) throw new Problem('owners.edited-elsewhere')
  const outcome = applyEdit(shown, merged?.change ?? edit)
  if (outcome.refusal) throw new Problem(outcome.refusal.code, outcome.refusal.message)
  const { createdAt: _, updatedAt: __, ...change } = outcome.change
  if (Object.keys(change).length === 0) return before

  const sentBack = needsReview(outcome)
  const links = change.meetingLink === undefined ? {} : linksOf(change.meetingLink)
  // Stored from now on, so that many small increases are measured against the first price.
  const approved = before.reviewStatus === 'approved' && before.approvedPrice === null && change.price !== undefined
  const after = await updateListing(tx, id, {
    ...change,
    ...links,
    ...(approved && { approvedPrice: before.price ?? DEFAULT_PRICES.platformUnlock }),
    updatedAt: now,
    ...(sentBack && { submittedAt: now }),
  })
  if (change.callLink !== undefined) await changePlaceOfCalls(tx, presentListing(after), now)
  const texts = Object.entries(listingTextsOf(edit)).filter(([field]) => field in change)
  await noteWriter(tx, subject, origin?.clientId, Object.fromEntries(texts))
  // Admins read audit entries, also of a listing that is not public.
  const isForOthers = isShown(before) || isShown(after) || before.price !== after.price
  await limitOn(tx)(isForOthers ? 'public-change-account' : 'unlisted-change-account', userId)
  const audit = (action: string, was: object, is: object) =>
    writeAuditEntry(tx, { actorId: userId, action, targetType: 'vc', targetId: id, before: was, after: is })
  // The facts that an admin may need later; texts of a person are not stored twice.
  if (sentBack) {
    const isRenamed = before.fundName !== after.fundName || before.partnerName !== after.partnerName
    await audit(isRenamed ? 'renamed' : 'sent back', reviewOf(before), reviewOf(after))
  }
  if (before.price !== after.price) await audit('repriced', { price: before.price }, { price: after.price })
  return after
}

export const isShown = ({ isVerified, isActive }: ListingRow) => isVerified && isActive

const reviewOf = ({ isVerified, reviewStatus, reviewReason, claimRevokedAt }: ListingRow) => ({
  ...{ isVerified, reviewStatus, reviewReason },
  isClaimRevoked: claimRevokedAt !== null,
})
