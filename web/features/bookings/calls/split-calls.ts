import type { Booking } from '#shared/bookings/contract.ts'

/** A call that stands is to come until it is over; everything else is past, whenever it was to be. */
export function splitCalls(calls: readonly Booking[], now: number): { coming: Booking[]; past: Booking[] } {
  const isComing = ({ status, end }: Booking) => (status === 'confirmed' || status === 'disputed') && now < Date.parse(end)
  const byStart = (a: Booking, b: Booking) => a.start.localeCompare(b.start)
  return {
    coming: calls.filter(isComing).sort(byStart),
    past: calls.filter((call) => !isComing(call)).sort((a, b) => byStart(b, a)),
  }
}
