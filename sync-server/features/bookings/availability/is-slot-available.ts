import { type LapseDeps, releaseHold } from '#server/features/bookings/holds/expire-holds.ts'
import { listLapsed } from '#server/features/bookings/holds/queries.ts'
import { CALL_MS } from '#shared/bookings/slots.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { listAvailability, type OfferDeps } from './list-slots.ts'
import { findOfferedAs } from './queries.ts'

/** Whether an hour of an investor may be booked now; a call of a record moves to an hour of the listing that took its place. It may ask a calendar on the network, so no row is held meanwhile. */
export type IsSlotAvailable = (vcId: VcId, start: Date, asking: PrincipalId) => Promise<boolean>

/** By the same rule as for a booking. Who else wants the hour at this moment, the table decides. */
export const createIsSlotAvailable =
  (deps: LapseDeps & { offers: OfferDeps }): IsSlotAvailable =>
  async (vcId, start, asking) => {
    const { db, now } = deps.orders
    const span = { vcId, start, end: new Date(start.getTime() + CALL_MS) }
    for (const lapsed of await listLapsed(db, now(), span)) await releaseHold(deps, lapsed)
    const { slots } = await listAvailability(deps.offers, await findOfferedAs(db, vcId), asking)
    return slots.some((slot) => slot.available && slot.start === start.toISOString())
  }
