import type { Transaction } from '#server/database/client.ts'
import { findOffer, type OfferDeps } from '#server/features/bookings/availability/list-slots.ts'
import { presentCall } from '#server/features/bookings/calls/present.ts'
import { findCall } from '#server/features/bookings/calls/queries.ts'
import type { LapseDeps } from '#server/features/bookings/holds/expire-holds.ts'
import { holdSlot } from '#server/features/bookings/holds/hold-slot.ts'
import { isHeldBy, isHold } from '#server/features/bookings/holds/queries.ts'
import { openOrder } from '#server/features/orders/checkout/open-order.ts'
import type { Purchase } from '#server/features/orders/checkout/purchase.ts'
import { unpaidProblem } from '#server/features/orders/checkout/unpaid-problem.ts'
import { receiptOf } from '#server/features/orders/receipts/receipt-mail.ts'
import { findOwnOrder } from '#server/features/orders/service.ts'
import { settleForCaller } from '#server/features/orders/settlement/settle-order.ts'
import { assertOpen, charityOf, priceFor } from '#server/features/unlocks/pricing.ts'
import { findSeller } from '#server/features/unlocks/seller.ts'
import { wideBlockOf } from '#server/http/limits/client-address.ts'
import { refusePurchaseOff } from '#server/switches.ts'
import type { BookingConfirmed, ConfirmMeetingBooking, CreateMeetingPayment, MeetingPayment } from '#shared/bookings/contract.ts'
import type { BookingId, PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { noteShown } from './views.ts'

export type BookDeps = LapseDeps & { offers: OfferDeps; organizer: string }

export type Founder = {
  principalId: PrincipalId
  isGuest: boolean
  /** The address block of a guest, or of a new or unverified account. */
  address: string | undefined
}

/**
 * Holds a slot and opens its payment. The slot must be one that the server offers now (P18); the server also sets the price.
 *
 * @throws Problem `not-found`, `unlocks.*`, `bookings.*` or `switched-off` when it cannot be booked. Nothing is charged in that case.
 */
export async function startBooking(deps: BookDeps, founder: Founder, request: CreateMeetingPayment): Promise<MeetingPayment> {
  const { orders, offers } = deps
  const seller = await findSeller(orders.db, request.vcId)
  if (!seller) throw new Problem('not-found')
  await assertOpen(orders.db, founder.principalId, seller, orders.now())
  const amount = priceFor('meeting', seller, orders.minimumCharge)
  const offer = await findOffer(offers, seller.id)
  const { principalId, isGuest, address } = founder
  const { start, end } = request.selectedSlot
  // A change of hours takes no time from a founder who already holds it.
  const isHeld = await isHeldBy(orders.db, principalId, seller.id, { start, end }, orders.now())
  // Before a time is held. The order of a time that is held already is open.
  if (!isHeld) await refusePurchaseOff(orders.db, 'bookings', principalId)
  const isOffered = isHeld || offer.slots.some((slot) => slot.start === start && slot.end === end)
  if (!isOffered) throw new Problem(offer.slots.length === 0 ? 'bookings.no-calls' : 'bookings.not-offered')
  await offers.busyReader.now(seller.id)
  const slot = { start, end }
  const keyOf = (block: string | undefined) => (block === undefined ? null : offers.keyring.sign('booking-holder', block))
  const hold = await holdSlot(deps, {
    principalId,
    holderKey: await keyOf(address),
    holderWideKey: await keyOf(address && wideBlockOf(address)),
    isGuest,
    seller,
    slot,
    details: request.bookingDetails,
    isGenerated: offer.generated,
    isOfCalendar: offer.isOfCalendar,
  })
  const purchase: Purchase = {
    principalId,
    kind: 'meeting',
    targetType: seller.vcType,
    targetId: seller.id,
    slotId: hold.id,
    amount,
    snapshot: {
      title: `Call with ${seller.name}${seller.fund && seller.fund !== seller.name ? `, ${seller.fund}` : ''}`,
      vcType: seller.vcType,
      slot,
      ...charityOf(seller),
      ...receiptOf(request.bookingDetails.email),
    },
  }
  // A parallel request with the same hold may have been paid in between.
  const refuseOwned = async (tx: Transaction) => {
    if (!(await isHold(tx, hold.id))) throw new Problem('bookings.already-booked')
  }
  const setup = await openOrder(orders, purchase, { refuseOwned })
  return { ...setup, heldUntil: (hold.heldUntil ?? orders.now()).toISOString() }
}

/**
 * Reads the payment again and returns the purchased call. @throws Problem `not-found` for a payment of another person, investor
 * or slot (P6)
 */
export async function confirmBooking(
  { orders, organizer }: BookDeps,
  principalId: PrincipalId,
  { paymentIntentId, vcId, selectedSlot }: ConfirmMeetingBooking,
): Promise<BookingConfirmed> {
  const order = await findOwnOrder(orders, principalId, paymentIntentId)
  const { start, end } = order.snapshot.slot ?? {}
  const isSameCall =
    order.kind === 'meeting' && order.targetId === vcId && start === selectedSlot.start && end === selectedSlot.end
  if (!isSameCall) throw new Problem('not-found')
  const settled = await settleForCaller(orders, order)
  const call = settled?.status === 'paid' ? await findCall(orders.db, order.slotId as BookingId) : undefined
  if (call?.call.orderId !== order.id) throw unpaidProblem(settled)
  const booking = presentCall(call, 'founder', organizer)
  await noteShown(orders, principalId, [booking])
  return { success: true, booking, ics: booking.ics }
}
