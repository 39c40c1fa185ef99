import type { Database, Transaction } from '#server/database/client.ts'
import { callContact } from '#server/email/messages/calls.ts'
import { readOrder } from '#server/features/orders/service.ts'
import { recordFirstViews } from '#server/features/refunds/first-views.ts'
import { handOverContact } from '#server/features/unlocks/grant.ts'
import type { Schedule } from '#server/jobs/worker.ts'
import type { Log } from '#server/log.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import type { BookingId, PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { type NotifyDeps, notifyParticipants } from './notify-participants.ts'
import { type CallRow, claimContactsDue, holdsOrder, isPriceReturning, updateCall } from './queries.ts'
import { type ActDeps, withCall } from './transition.ts'

export const HAND_OVER = 'bookings.hand-over'
export const handOverSchedule: Schedule = { kind: HAND_OVER, everySeconds: 60 }

const AT_ONCE = 100
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Gives the founder of a call the investor's contact, once. From then on a cancellation by the founder returns nothing.
 * The caller holds the call's row.
 *
 * @returns whether it was handed over now: not while the payment is in dispute, gone, asked back or on its way back, and not twice
 */
export async function handOver(tx: Transaction, call: CallRow, now: Date): Promise<boolean> {
  if (call.contactGivenAt || !call.orderId) return false
  // News of its money may wait for the call now, so this does not wait for them: the next round tries again.
  const order = (await holdsOrder(tx, call.orderId)) ? await readOrder(tx, call.orderId) : undefined
  if (order?.status !== 'paid' || (await isPriceReturning(tx, order.id))) return false
  await handOverContact(tx, order, now)
  // The reply, the mail and the calendar entry contain it from here on.
  await recordFirstViews(tx, [order.id], now)
  const freeUntil = call.freeUntil && call.freeUntil < now ? call.freeUntil : now
  await updateCall(tx, call.id, { contactGivenAt: now, freeUntil, updatedAt: now })
  return true
}

/** The link and the contact for the founder's mailbox and calendar. The reminder of a day ahead says the same, where it is just due. */
async function tellFounder(tx: Transaction, deps: NotifyDeps, call: CallRow, now: Date) {
  const isReminded = call.reminder24At === null && call.meetingDateTime.getTime() - now.getTime() <= DAY_MS
  if (call.status !== 'confirmed' || isReminded) return
  await updateCall(tx, call.id, { sequence: call.sequence + 1 })
  await notifyParticipants(tx, deps, call.id, {
    template: 'call-contact',
    write: callContact,
    withCalendar: true,
    sides: ['founder'],
  })
}

type HandOverDeps = NotifyDeps & { db: Database; log: Log; now: () => Date }

/**
 * Hands over every contact whose free cancellation has ended, however long ago: a node may have been down at that minute.
 * Several nodes do it side by side, each call once. A call that fails keeps no other one waiting, and comes round again.
 */
export const handOverDue = (deps: HandOverDeps) => async () => {
  const handOne = async (tx: Transaction, call: CallRow, now: Date) => {
    if (!(await handOver(tx, call, now))) return false
    await tellFounder(tx, deps, call, now)
    return true
  }
  const handSome = async (tx: Transaction) => {
    const now = deps.now()
    const due = await claimContactsDue(tx, now, AT_ONCE)
    let given = 0
    for (const call of due) {
      const isGiven = await tx
        .transaction((inner) => handOne(inner, call, now))
        .catch((error) => deps.log.error({ err: error, booking: call.id }, 'a contact could not be handed over'))
      if (isGiven) given += 1
    }
    return given === AT_ONCE
  }
  while (await deps.db.transaction(handSome)) {
    // Another hundred.
  }
}

/**
 * Hands the contact over at once, because the founder wants it now and gives up free cancellation for it. Repeating it
 * changes nothing.
 *
 * @throws Problem `not-found` for anybody but its founder; `bookings.ended`, `bookings.price-asked-back`, `payments.disputed`
 */
export const showContact = (deps: ActDeps, principalId: PrincipalId | undefined, id: BookingId): Promise<Booking> =>
  withCall(deps, principalId, id, async ({ tx, call, role, now }) => {
    if (role !== 'founder') throw new Problem('not-found')
    if (call.contactGivenAt) return
    if (call.status !== 'confirmed') throw new Problem('bookings.ended')
    if (!(await handOver(tx, call, now))) {
      const isReturning = call.orderId && (await isPriceReturning(tx, call.orderId))
      throw new Problem(isReturning ? 'bookings.price-asked-back' : 'payments.disputed')
    }
    await tellFounder(tx, deps, call, now)
  })
