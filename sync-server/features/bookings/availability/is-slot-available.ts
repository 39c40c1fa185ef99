import { type LapseDeps, releaseHold } from '#server/features/bookings/holds/expire-holds.ts'
import { listLapsed } from '#server/features/bookings/holds/queries.ts'
import { CALL_MS } from '#shared/bookings/slots.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { listAvailability, type OfferDeps } from './list-slots.ts'
import { findOfferedAs } from './queries.ts'

/**
 * Whether a slot of an investor may be booked now. A call with a record moves to a slot of the listing that replaced the record.
 * It may query a calendar over the network, so no row is locked during the call.
 */
export type IsSlotAvailable = (vcId: VcId, start: Date, asking: PrincipalId) => Promise<boolean>

/** Uses the same rule as a booking. Concurrent requests for the slot are resolved by the table's constraint. */
export const createIsSlotAvailable =
  (deps: LapseDeps & { offers: OfferDeps }): IsSlotAvailable =>
  async (vcId, start, asking) => {
    const { db, now } = deps.orders
    const span = { vcId, start, end: new Date(start.getTime() + CALL_MS) }
    for (const lapsed of await listLapsed(db, now(), span)) await releaseHold(deps, lapsed)
    const { slots } = await listAvailability(deps.offers, await findOfferedAs(db, vcId), asking)
    return slots.some((slot) => slot.available && slot.start === start.toISOString())
  }
