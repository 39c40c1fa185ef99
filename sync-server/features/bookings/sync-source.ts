import type { PrivateSource } from '#server/sync/private-source.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import { listBookings } from './act.ts'

/** Calls of both sides: those one booked, and those that were booked with one's listings. */
export const bookingsSource =
  (organizer: string): PrivateSource<Booking> =>
  (tx, principalId) =>
    listBookings(tx, principalId, organizer)
