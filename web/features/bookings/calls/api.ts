import { Availability, Booking } from '#shared/bookings/contract.ts'
import type { Action } from '#shared/bookings/rules.ts'
import type { BookingId, VcId } from '#shared/ids.ts'
import { HttpProblem, post, Unreachable } from '#web/net/api.ts'
import { isSignedOut, SIGN_IN_AGAIN } from '#web/payments/failures.ts'

const NOT_REACHED = 'Couldn’t reach the server. Nothing has changed. Please try again.'

// Each throws HttpProblem when the server rejects the request, and Unreachable when the server does not answer. All are safe to
// repeat.
export const endCall = (id: BookingId, action: Exclude<Action, 'reschedule'>, body: { reason?: string; paidBack?: boolean }) =>
  post(`/api/bookings/${id}/${action}`, body, Booking)
export const moveCall = (id: BookingId, start: string) => post(`/api/bookings/${id}/reschedule`, { start }, Booking)
export const proposeTimes = (id: BookingId, body: { times: string[]; note?: string }) =>
  post(`/api/bookings/${id}/propose`, body, Booking)
export const acceptProposal = (id: BookingId, start: string) => post(`/api/bookings/${id}/accept-proposal`, { start }, Booking)
/** @param at  of the proposal that the user sees */
export const endProposal = (id: BookingId, step: 'decline' | 'withdraw', at: string) =>
  post(`/api/bookings/${id}/${step}-proposal`, { at }, Booking)
/** Requests the contact now, in exchange for free cancellation. */
export const showContact = (id: BookingId) => post(`/api/bookings/${id}/show-contact`, {}, Booking)
export const contestReport = (id: BookingId, reason: string) => post(`/api/bookings/${id}/contest`, { reason }, Booking)
/** @param moving  the call that is to be moved: it does not take a time of its own investor */
export const findHours = (vcId: VcId, moving: BookingId) => post('/api/calendly/availability', { vcId, moving }, Availability)

/** The server's own error message, where it sent one. */
export function refusalWords(error: unknown): string {
  if (isSignedOut(error)) return SIGN_IN_AGAIN
  if (error instanceof HttpProblem) return error.problem?.message ?? 'The server has a problem. Please try again in a moment.'
  return error instanceof Unreachable ? NOT_REACHED : 'Something went wrong. Please try again.'
}
