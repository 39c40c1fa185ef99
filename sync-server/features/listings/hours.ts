import { applyHours, hoursRefusal } from '#shared/bookings/call-hours.ts'
import type { SetHours } from '#shared/listings/hours.ts'
import { Problem } from '#shared/problem.ts'
import type { EditContext } from './edit.ts'
import { lockOwnListing, updateListing } from './queries.ts'

/**
 * Sets when the caller takes calls. It takes effect immediately, without a review, and changes no call that is held or booked. Of
 * two devices that change the same field the later arrival counts.
 *
 * It is in no public document, so the limit is that of changes which others do not see.
 *
 * @throws Problem `not-found` for a listing of another account, `owners.hours-*`, `owners.days-off-order`, `too-many-requests`
 */
export async function setHours({ tx, account, now, limitOn }: EditContext, { vcId, change }: SetHours): Promise<void> {
  const before = await lockOwnListing(tx, vcId, account.id)
  if (!before) throw new Problem('not-found')
  const callHours = applyHours(before.callHours, change, now.getTime())
  const refusal = callHours && hoursRefusal(callHours)
  if (refusal) throw new Problem(refusal.code)
  if (change === null && before.callHours === null) return
  await updateListing(tx, vcId, { callHours, updatedAt: now })
  await limitOn(tx)('unlisted-change-account', account.id)
}
