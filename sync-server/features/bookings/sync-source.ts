import { listBookings } from '#server/features/bookings/calls/transition.ts'
import type { PrivateSource } from '#server/sync/private/private-source.ts'
import type { Booking } from '#shared/bookings/contract.ts'

/** Calls of both sides: those a principal booked, and those booked with the principal's listings. */
export const bookingsSource =
  (organizer: string): PrivateSource<Booking> =>
  (tx, principalId) =>
    listBookings(tx, principalId, organizer)
