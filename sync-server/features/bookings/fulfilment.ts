import type { Transaction } from '#server/database/client.ts'
import { findHost, type Host } from '#server/features/bookings/availability/queries.ts'
import { isOverlapped } from '#server/features/bookings/calendars/busy-times.ts'
import { queueEvent } from '#server/features/bookings/calendars/write-events.ts'
import { BOTH_SIDES, noticeCall } from '#server/features/bookings/calls/call-notices.ts'
import { announceEndLater, announceReturnLater, queueConfirmation } from '#server/features/bookings/calls/confirmation-mails.ts'
import { hasRoom, lockCallRules } from '#server/features/bookings/holds/call-limits.ts'
import { type Hold, isOverlap, lockHold, updateHold } from '#server/features/bookings/holds/queries.ts'
import type { Order } from '#server/features/orders/service.ts'
import type { Fulfilment, GrantState } from '#server/features/orders/settlement/fulfilment.ts'
import { isSoldOut, isSoldOutWithHolds, lockCapacity, lockHasLeft } from '#server/features/unlocks/capacity.ts'
import { setGrantState, soldContact } from '#server/features/unlocks/grant.ts'
import { findInvestor, type InvestorRow, sellerOf } from '#server/features/unlocks/seller.ts'
import { contactDueAt } from '#shared/bookings/rules.ts'
import { isInTime } from '#shared/bookings/slots.ts'
import type { BookingId, VcId } from '#shared/ids.ts'
import type { ProblemCode } from '#shared/problem.ts'

/** A `meeting` order buys the held slot and, once free cancellation has ended, the investor's contact. */
export const meetingFulfilment: Fulfilment = {
  alreadyOwnedCode: 'bookings.already-booked',

  async grant(tx, order, now) {
    const vcId = order.targetId as VcId
    await lockCapacity(tx, vcId)
    // Before the hold: an erasure locks the listing first, and then its calls.
    if (await lockHasLeft(tx, vcId)) return { refused: 'unlocks.gone' }
    const hold = await lockHold(tx, order.slotId as BookingId)
    const host = await findHost(tx, vcId)
    if (!hold || !host) return { refused: 'not-found' }
    const investor = await findInvestor(tx, vcId)
    const refused = (await refusal(tx, hold, investor, now)) ?? (await confirm(tx, order, hold, host, now))
    if (refused) return { refused }
    await queueConfirmation(tx, hold.id)
    await queueEvent(tx, hold)
    const facts = { start: hold.meetingDateTime.toISOString() }
    await noticeCall(tx, hold, { kind: 'call-booked', sides: ['investor'], occasion: 1, facts, now })
    return soldContact(tx, order, investor)
  },

  /**
   * A dispute keeps its slot. A refund released it, so the slot may be taken or past when the payment is reinstated: then it is
   * refunded again.
   */
  async findBlocker(tx, order, now) {
    const booking = await lockHold(tx, order.slotId as BookingId)
    const isBrought = booking && booking.status in REINSTATABLE && booking.meetingDateTime > now
    if (isBrought && !(await findHost(tx, booking.vcId))) return 'unlocks.gone'
    if (booking?.status === 'disputed') return undefined
    if (booking?.status === 'refunded') return reinstate(tx, booking, now)
    // A lost dispute reversed by an appeal: a call that already took place stays valid, otherwise its slot must still be free.
    if (booking?.status === 'revoked') return tookPlace(booking) ? undefined : reinstate(tx, booking, now)
    // Cancelled by a side and refunded; without a refund the payment was final.
    return order.status === 'refunded' ? 'bookings.not-offered' : undefined
  },

  async setGrantState(tx, order, state, now) {
    // The call first: the contact may be handed over concurrently, and then its grant must also follow the payment.
    const booking = await lockHold(tx, order.slotId as BookingId)
    await setGrantState(tx, order.id, state)
    if (booking?.orderId === order.id) await syncWithPayment(tx, booking, state, now)
  },
}

/**
 * P15: the reason why a payment that arrived cannot be fulfilled. A hold that is still running already has capacity; a paid call
 * takes precedence.
 */
async function refusal(tx: Transaction, hold: Hold, investor: InvestorRow, now: Date): Promise<ProblemCode | undefined> {
  if (hold.status !== 'held' && hold.status !== 'expired') return 'bookings.not-offered'
  if (isTooLate(hold, now)) return 'bookings.too-late'
  const isRunning = hold.status === 'held' && hold.heldUntil !== null && hold.heldUntil > now
  const seller = sellerOf(hold.vcId, investor)
  if (!seller?.limit) return undefined
  const isFull = isRunning ? isSoldOut(tx, seller, seller.limit, now) : isSoldOutWithHolds(tx, seller, seller.limit, now, hold.id)
  return (await isFull) ? 'unlocks.limit-reached' : undefined
}

/**
 * A held slot stays with its buyer until it begins. A released slot is on sale again, so it must be as far ahead as any slot on
 * sale: otherwise a buyer would get a slot of which the investor has no notice.
 */
const isTooLate = ({ status, meetingDateTime }: Hold, now: Date) =>
  status === 'held' ? meetingDateTime <= now : !isInTime(meetingDateTime.getTime(), now)

/** Confirms a hold as a call, or returns the reason when the slot has been taken. */
async function confirm(tx: Transaction, order: Order, hold: Hold, host: Host, now: Date): Promise<ProblemCode | undefined> {
  return updateIfFree(tx, hold, {
    status: 'confirmed',
    orderId: order.id,
    amount: order.amount,
    stripePaymentIntentId: order.piId,
    heldUntil: null,
    lapsedAt: null,
    holderKey: null,
    holderWideKey: null,
    freeUntil: contactDueAt(hold.meetingDateTime, now),
    vcName: host.name,
    vcEmail: host.email,
    vcTimeZone: host.timeZone,
    meetingLink: host.callLink,
    updatedAt: now,
  })
}

/** A call that was over when its payment was lost. */
const tookPlace = ({ cancelledAt, endsAt }: Hold) => cancelledAt !== null && cancelledAt >= endsAt

/**
 * Applies a change that occupies a slot; the table's constraint rejects it when the slot is taken (P16), and the investor's buffer
 * and daily limit when a released slot no longer fits. A call that still has its slot keeps it, also after a change of hours, and
 * one that has taken place needs none. An event in the external calendar takes a held slot: the calendar was read after the
 * payment, and before this transaction.
 */
async function updateIfFree(tx: Transaction, hold: Hold, change: Parameters<typeof updateHold>[2]) {
  const { id, vcId, meetingDateTime: start, status } = hold
  const rules = await lockCallRules(tx, vcId)
  const isReleased = status !== 'held' && status !== 'disputed' && !tookPlace(hold)
  if (isReleased && !(await hasRoom(tx, rules, { vcId, start, own: id }))) return 'bookings.slot-taken'
  // The investor did something else at this time before there was a call. A disputed call was confirmed before.
  if (status === 'held' && isOverlapped(rules.busy ?? [], start.getTime())) return 'bookings.slot-taken'
  try {
    await tx.transaction((inner) => updateHold(inner, id, change))
    return undefined
  } catch (error) {
    if (isOverlap(error)) return 'bookings.slot-taken'
    throw error
  }
}

/** Restores the call of a payment that is reinstated after the end was announced, if its slot could still be sold. */
const reinstate = async (tx: Transaction, booking: Hold, now: Date): Promise<ProblemCode | undefined> =>
  isTooLate(booking, now) ? 'bookings.too-late' : restore(tx, booking, now)

async function restore(tx: Transaction, hold: Hold, now: Date): Promise<ProblemCode | undefined> {
  const { id, status, sequence } = hold
  const blocker = await updateIfFree(tx, hold, {
    status: 'confirmed',
    sequence: sequence + 1,
    updatedAt: now,
    cancelledAt: null,
    endedBy: null,
    endReason: null,
  })
  if (blocker) return blocker
  await queueEvent(tx, { id, vcId: hold.vcId, sequence: sequence + 1 })
  // The payment was in dispute, or refunded, before its call was announced.
  const isUnannounced = hold.founderNotified === null
  if (isUnannounced) await queueConfirmation(tx, id)
  // A dispute sends no mail, and no calendar has removed the call.
  if (status === 'disputed') return undefined
  const facts = { start: hold.meetingDateTime.toISOString() }
  await noticeCall(tx, hold, { kind: 'call-restored', sides: BOTH_SIDES, occasion: sequence + 1, facts, now })
  if (!isUnannounced) await announceReturnLater(tx, id, sequence + 1)
  return undefined
}

/** Statuses from which a call is restored when its payment is reinstated. */
const REINSTATABLE: Partial<Record<Hold['status'], true>> = { disputed: true, refunded: true, revoked: true }

const STATUS_OF = { refunded: 'refunded', disputed: 'disputed', revoked: 'revoked' } as const

/**
 * The call follows its payment (P12, P14): suspended by a dispute, ended by a refund, restored when the payment is final after
 * all and the slot is free. A call that a side cancelled stays cancelled.
 */
async function syncWithPayment(tx: Transaction, booking: Hold, state: GrantState, now: Date) {
  const { id, status, sequence } = booking
  const moved = { sequence: sequence + 1, updatedAt: now }
  if (state === 'completed') {
    if (status !== 'disputed' && status !== 'refunded' && status !== 'revoked') return
    await restore(tx, booking, now)
    return
  }
  if (status !== 'confirmed' && status !== 'disputed') return
  if (status === STATUS_OF[state]) return
  const isOver = state !== 'disputed'
  await updateHold(tx, id, { ...moved, status: STATUS_OF[state], ...(isOver && { cancelledAt: now, endedBy: 'system' }) })
  if (!isOver) return
  await queueEvent(tx, { ...booking, sequence: sequence + 1 })
  if (booking.meetingDateTime > now) {
    const facts = { isReturned: true, by: 'money' } as const
    await noticeCall(tx, booking, { kind: 'call-cancelled', sides: BOTH_SIDES, occasion: sequence + 1, facts, now })
  }
  await announceEndLater(tx, id, sequence)
}
