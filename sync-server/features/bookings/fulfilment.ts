import type { Transaction } from '#server/database/client.ts'
import { findHost, type Host } from '#server/features/bookings/availability/queries.ts'
import { announceEndLater, announceReturnLater, queueConfirmation } from '#server/features/bookings/calls/confirmation-mails.ts'
import { type Hold, isOverlap, lockHold, updateHold } from '#server/features/bookings/holds/queries.ts'
import type { Order } from '#server/features/orders/service.ts'
import type { Fulfilment, GrantState } from '#server/features/orders/settlement/fulfilment.ts'
import { isGone, isHeldOut, isSoldOut, lockCapacity } from '#server/features/unlocks/capacity.ts'
import { setContactGrant, soldContact } from '#server/features/unlocks/grant.ts'
import { findSeller } from '#server/features/unlocks/purchasable-investor.ts'
import { contactDueAt } from '#shared/bookings/rules.ts'
import { isInTime } from '#shared/bookings/slots.ts'
import type { BookingId, VcId } from '#shared/ids.ts'
import type { ProblemCode } from '#shared/problem.ts'

/** What a `meeting` order buys: the hour that was held for it, and, once free cancellation has ended, the investor's contact. */
export const meetingFulfilment: Fulfilment = {
  alreadyOwnedCode: 'bookings.already-booked',

  async grant(tx, order, now) {
    const vcId = order.targetId as VcId
    await lockCapacity(tx, vcId)
    // Before the hold: who leaves holds the listing first, and then its calls.
    if (await isGone(tx, vcId)) return { refused: 'unlocks.gone' }
    const hold = await lockHold(tx, order.slotId as BookingId)
    const host = await findHost(tx, vcId)
    if (!hold || !host) return { refused: 'not-found' }
    const refused = (await refusal(tx, hold, now)) ?? (await confirm(tx, order, hold, host, now))
    if (refused) return { refused }
    await queueConfirmation(tx, hold.id)
    return soldContact(tx, order)
  },

  /** A dispute keeps its hour. A refund gave it up, so that money which comes back may find it taken, or over: it goes again. */
  async findBlocker(tx, order, now) {
    const booking = await lockHold(tx, order.slotId as BookingId)
    const isBrought = booking && booking.status in BACK && booking.meetingDateTime > now
    if (isBrought && !(await findHost(tx, booking.vcId))) return 'unlocks.gone'
    if (booking?.status === 'disputed') return undefined
    if (booking?.status === 'refunded') return takeUp(tx, booking, now)
    // A lost dispute that an appeal has won: a call that took place before stays one, else its hour has to be there still.
    if (booking?.status === 'revoked') {
      if (booking.cancelledAt && booking.cancelledAt >= booking.endsAt) return undefined
      return takeUp(tx, booking, now)
    }
    // Called off by a side, and paid back for it; without a refund the money was to stay.
    return order.status === 'refunded' ? 'bookings.not-offered' : undefined
  },

  async setGrantState(tx, order, state, now) {
    // The call first: the contact may be handed over at this very moment, and then its grant follows the money too.
    const booking = await lockHold(tx, order.slotId as BookingId)
    await setContactGrant(tx, order.id, state)
    if (booking?.orderId === order.id) await follow(tx, booking, state, now)
  },
}

/** P15: what stands in the way of money that came. A hold that still runs has its place among the holds; what is paid comes first. */
async function refusal(tx: Transaction, hold: Hold, now: Date): Promise<ProblemCode | undefined> {
  if (hold.status !== 'held' && hold.status !== 'expired') return 'bookings.not-offered'
  if (isTooLate(hold, now)) return 'bookings.too-late'
  const isRunning = hold.status === 'held' && hold.heldUntil !== null && hold.heldUntil > now
  const seller = await findSeller(tx, hold.vcId)
  if (!seller?.limit) return undefined
  const isFull = isRunning ? isSoldOut(tx, seller, seller.limit, now) : isHeldOut(tx, seller, seller.limit, now, hold.id)
  return (await isFull) ? 'unlocks.limit-reached' : undefined
}

/**
 * An hour that was held for its buyer is theirs until it begins. One that was given up is sold again, so it has to be as far ahead as
 * any that is sold: nobody keeps an hour that they know of and the investor does not.
 */
const isTooLate = ({ status, meetingDateTime }: Hold, now: Date) =>
  status === 'held' ? meetingDateTime <= now : !isInTime(meetingDateTime.getTime(), now)

/** Makes a call of a hold, or says that somebody else has the hour by now. */
async function confirm(tx: Transaction, order: Order, hold: Hold, host: Host, now: Date): Promise<ProblemCode | undefined> {
  return whereFree(tx, hold.id, {
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
    meetingLink: host.meetingLink,
    updatedAt: now,
  })
}

/** A change that takes up an hour; the table itself refuses it where the hour is another's (P16). */
async function whereFree(tx: Transaction, id: BookingId, change: Parameters<typeof updateHold>[2]) {
  try {
    await tx.transaction((inner) => updateHold(inner, id, change))
    return undefined
  } catch (error) {
    if (isOverlap(error)) return 'bookings.slot-taken'
    throw error
  }
}

/** The call of money that comes back after its end was announced, where its hour could still be sold. */
const takeUp = async (tx: Transaction, booking: Hold, now: Date): Promise<ProblemCode | undefined> =>
  isTooLate(booking, now) ? 'bookings.too-late' : restore(tx, booking, now)

async function restore(tx: Transaction, { id, status, sequence }: Hold, now: Date): Promise<ProblemCode | undefined> {
  const obstacle = await whereFree(tx, id, {
    status: 'confirmed',
    sequence: sequence + 1,
    updatedAt: now,
    cancelledAt: null,
    endedBy: null,
    endReason: null,
  })
  // Of a dispute nobody was written to, and no calendar has taken the call out.
  if (!obstacle && status !== 'disputed') await announceReturnLater(tx, id, sequence + 1)
  return obstacle
}

/** Calls that come back with their money. */
const BACK: Partial<Record<Hold['status'], true>> = { disputed: true, refunded: true, revoked: true }

const FOLLOWS = { refunded: 'refunded', disputed: 'disputed', revoked: 'revoked' } as const

/**
 * The call goes where its money goes (P12, P14): suspended with a dispute, gone with a refund, back when the money
 * is ours after all and the hour is free. One that a side called off stays called off.
 */
async function follow(tx: Transaction, booking: Hold, state: GrantState, now: Date) {
  const { id, status, sequence } = booking
  const moved = { sequence: sequence + 1, updatedAt: now }
  if (state === 'completed') {
    if (status !== 'disputed' && status !== 'refunded' && status !== 'revoked') return
    await restore(tx, booking, now)
    return
  }
  if (status !== 'confirmed' && status !== 'disputed') return
  if (status === FOLLOWS[state]) return
  const isOver = state !== 'disputed'
  await updateHold(tx, id, { ...moved, status: FOLLOWS[state], ...(isOver && { cancelledAt: now, endedBy: 'system' }) })
  if (isOver) await announceEndLater(tx, id, sequence)
}
