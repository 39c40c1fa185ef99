import type { RateCall } from '#shared/ratings/contract.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'

/** Rates a call; resolves once the mutation is stored on this device. */
export const rateCall = (rating: RateCall) => enqueue('call.rate', rating)

/** The rating is shown at the call immediately. */
export const showRating: ClientMutator<RateCall> = async (db, { bookingId, stars, text }, madeAt) => {
  const call = await db.bookings.get(bookingId)
  if (!call || call.rating) return
  await db.bookings.put({ ...call, rating: { stars, text, ratedAt: madeAt }, version: OPTIMISTIC })
}
