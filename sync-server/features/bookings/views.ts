import type { Queryable } from '#server/database/client.ts'
import { listGrantsOf } from '#server/features/bookings/calls/queries.ts'
import { recordFirstViews } from '#server/features/refunds/first-views.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import type { PrincipalId } from '#shared/ids.ts'

type ViewDeps = { db: Queryable; now: () => Date }

/**
 * Records that founders saw the contact in their calls: that of the call itself, or one that they own through another purchase.
 */
export async function noteShown({ db, now }: ViewDeps, principalId: PrincipalId, bookings: Booking[]) {
  const shown = bookings.filter(({ role, status, contactFrom }) => role === 'founder' && status === 'confirmed' && !contactFrom)
  if (shown.length === 0) return
  const vcIds = shown.map(({ vcId }) => vcId)
  await recordFirstViews(db, await listGrantsOf(db, principalId, vcIds), now())
}
