import { releaseLapsedNear } from '#server/features/bookings/holds/call-limits.ts'
import type { LapseDeps } from '#server/features/bookings/holds/expire-holds.ts'
import type { BookingId, PrincipalId, VcId } from '#shared/ids.ts'
import { listAvailability, type OfferDeps } from './list-slots.ts'
import { findOfferedAs } from './queries.ts'

/**
 * Whether a slot of an investor may be booked now. A call with a record moves to a slot of the listing that replaced the record.
 * It may query a calendar over the network, so no row is locked during the call.
 */
export type IsSlotAvailable = (vcId: VcId, start: Date, asking: PrincipalId, moving: BookingId) => Promise<boolean>

/** Uses the same rule as a booking. Concurrent requests are resolved by `holds/call-limits.ts` and the table's constraint. */
export const createIsSlotAvailable =
  (deps: LapseDeps & { offers: OfferDeps }): IsSlotAvailable =>
  async (vcId, start, asking, moving) => {
    const { db } = deps.orders
    await releaseLapsedNear(deps, vcId, start)
    await deps.offers.busyReader.now(vcId)
    const { slots } = await listAvailability(deps.offers, await findOfferedAs(db, vcId), { asking, moving })
    return slots.some((slot) => slot.available && slot.start === start.toISOString())
  }
