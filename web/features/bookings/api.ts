import type * as v from 'valibot'
import {
  type AskAvailability,
  Availability,
  BookingConfirmed,
  type BookingDetails,
  type ConfirmMeetingBooking,
  type CreateMeetingPayment,
  type Slot,
} from '#shared/bookings/contract.ts'
import type { Investor } from '#shared/directory/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { quote } from '#shared/unlocks/quote.ts'
import { post } from '#web/net/api.ts'
import { type OpenPayment, openPayment } from '#web/payments/open-payment.ts'
import { asOneGuest } from '#web/sync/tab/as-one-guest.ts'

/** The calendar provider has a timeout of five seconds of its own. */
const DEADLINE_MS = 15_000

const deadline = () => ({ signal: AbortSignal.timeout(DEADLINE_MS) })

/** The server uses the investor's link that it has stored; this device may not have it. */
export function findAvailability({ id, vcType }: Investor): Promise<Availability> {
  const body: v.InferInput<typeof AskAvailability> = { vcId: id, vcType, calendlyLink: '' }
  return post('/api/calendly/availability', body, Availability, deadline())
}

export type Call = { investor: Investor; slot: Slot; details: BookingDetails }

/**
 * Holds the slot and prepares its payment. It may create a guest, so no other tab may do that in parallel.
 *
 * @throws HttpProblem, Unreachable; nothing has been charged
 */
export function openCall({ investor, slot, details }: Call): Promise<OpenPayment> {
  const { id: vcId, vcType, price } = investor
  // A call has a default price of its own where the investor named none, different from that of the unlock.
  const { amount } = quote({ kind: 'meeting', vcType, price })
  const body: v.InferInput<typeof CreateMeetingPayment> = { vcId, vcType, selectedSlot: slot, bookingDetails: details, amount }
  return asOneGuest(() => openPayment('/api/create-meeting-payment', body, deadline()))
}

/** The same for a payment of which only the investor and the slot are known. */
export const confirmHour = (paymentIntentId: string, vcId: VcId, selectedSlot: { start: string; end: string }) =>
  post('/api/confirm-meeting-booking', { paymentIntentId, vcId, selectedSlot }, BookingConfirmed)

/** Requests that the server reads the payment again. Safe to repeat. */
export function confirmCall(paymentIntentId: string, { investor, slot, details }: Call) {
  const { id: vcId, vcType } = investor
  const body: v.InferInput<typeof ConfirmMeetingBooking> = {
    paymentIntentId,
    vcId,
    vcType,
    selectedSlot: slot,
    bookingDetails: details,
  }
  return post('/api/confirm-meeting-booking', body, BookingConfirmed)
}
