import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import { isPausedAt } from '#shared/directory/paused.ts'
import { type PauseListing, pauseRefusal } from '#shared/listings/pause.ts'
import { Problem } from '#shared/problem.ts'
import { type EditContext, isShown } from './edit.ts'
import { lockOwnListing, updateListing } from './queries.ts'

/**
 * Pauses or resumes the caller's own listing. It takes effect immediately: nothing that a badge covers changes. Of two devices the
 * later arrival counts.
 *
 * A day that has begun since the pause was chosen offline is no refusal: the pause is over.
 *
 * @throws Problem `not-found` for a listing of another account, `owners.pause-too-long`, `too-many-requests`
 */
export async function pauseListing({ tx, account, now, limitOn }: EditContext, { vcId, until }: PauseListing): Promise<void> {
  const before = await lockOwnListing(tx, vcId, account.id)
  if (!before) throw new Problem('not-found')
  if (until !== null && pauseRefusal(until, now.getTime()) === 'too-long') throw new Problem('owners.pause-too-long')
  const current = (day: string | null) => (isPausedAt(day, now.getTime()) ? day : null)
  const [was, becomes] = [current(before.pausedUntil), current(until)]
  if (was === becomes) return
  await updateListing(tx, vcId, { pausedUntil: becomes, updatedAt: now })
  await limitOn(tx)(isShown(before) ? 'public-change-account' : 'unlisted-change-account', account.id)
  await writeAuditEntry(tx, {
    ...{ actorId: account.id, action: becomes === null ? 'resumed' : 'paused', targetType: 'vc', targetId: vcId },
    ...{ before: { pausedUntil: was }, after: { pausedUntil: becomes } },
  })
}
