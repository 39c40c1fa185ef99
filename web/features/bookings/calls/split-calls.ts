import type { Booking } from '#shared/bookings/contract.ts'

/** A confirmed or disputed call is upcoming until it is over; every other call is past, whenever it was scheduled. */
export function splitCalls(calls: readonly Booking[], now: number): { coming: Booking[]; past: Booking[] } {
  const isComing = ({ status, end }: Booking) => (status === 'confirmed' || status === 'disputed') && now < Date.parse(end)
  const byStart = (a: Booking, b: Booking) => a.start.localeCompare(b.start)
  return {
    coming: calls.filter(isComing).sort(byStart),
    past: calls.filter((call) => !isComing(call)).sort((a, b) => byStart(b, a)),
  }
}
