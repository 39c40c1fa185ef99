import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import type { SetReplyDays } from '#shared/listings/reply-days.ts'
import { Problem } from '#shared/problem.ts'
import { type EditContext, isShown } from './edit.ts'
import { lockOwnListing, updateListing } from './queries.ts'

/**
 * Sets within how many days the caller wants to reply. It takes effect immediately, without a review, for what is bought from then
 * on: an order keeps its own days. Of two devices the later arrival counts.
 *
 * @throws Problem `not-found` for a listing of another account, `too-many-requests`
 */
export async function setReplyDays({ tx, account, now, limitOn }: EditContext, { vcId, days }: SetReplyDays): Promise<void> {
  const before = await lockOwnListing(tx, vcId, account.id)
  if (!before) throw new Problem('not-found')
  if (before.replyDays === days) return
  await updateListing(tx, vcId, { replyDays: days, updatedAt: now })
  await limitOn(tx)(isShown(before) ? 'public-change-account' : 'unlisted-change-account', account.id)
  await writeAuditEntry(tx, {
    ...{ actorId: account.id, action: 'reply days', targetType: 'vc', targetId: vcId },
    ...{ before: { replyDays: before.replyDays }, after: { replyDays: days } },
  })
}
