import type { Database, Transaction } from '#server/database/client.ts'
import { callContact } from '#server/email/messages/bookings.ts'
import { writeNotice } from '#server/features/notices/service.ts'
import { readOrder } from '#server/features/orders/service.ts'
import { recordFirstViews } from '#server/features/refunds/first-views.ts'
import { grantContact } from '#server/features/unlocks/grant.ts'
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

const BATCH_SIZE = 100
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Hands over the investor's contact to the founder of a call, once. From then on a cancellation by the founder returns nothing.
 * The caller has locked the call's row.
 *
 * @returns whether it was handed over now: `false` while the payment is disputed, gone, requested back or being refunded, and on
 *   repetition
 */
export async function handOver(tx: Transaction, call: CallRow, now: Date): Promise<boolean> {
  if (call.contactGivenAt || !call.orderId) return false
  // Payment updates of the order may be waiting for this call, so this does not wait for them: the next run retries.
  const order = (await holdsOrder(tx, call.orderId)) ? await readOrder(tx, call.orderId) : undefined
  if (order?.status !== 'paid' || (await isPriceReturning(tx, order.id))) return false
  await grantContact(tx, order, now)
  // From here on the reply, the mail and the calendar entry contain it.
  await recordFirstViews(tx, [order.id], now)
  const freeUntil = call.freeUntil && call.freeUntil < now ? call.freeUntil : now
  await updateCall(tx, call.id, { contactGivenAt: now, freeUntil, updatedAt: now })
  return true
}

/** For a founder who did not ask for the contact just now. */
export async function noticeContact(tx: Transaction, { id, vcId, principalId }: CallRow, now: Date) {
  const facts = { bookingId: id, role: 'founder', vcId } as const
  await writeNotice(tx, { principalId }, { kind: 'call-contact', subject: id, facts, now })
}

/**
 * Mails the link and the contact to the founder, with a calendar entry. Skipped where the 24-hour reminder, which contains the
 * same, is due.
 */
async function notifyFounder(tx: Transaction, deps: NotifyDeps, call: CallRow, now: Date) {
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
 * Hands over every contact whose free cancellation has ended, however long ago: a node may have been down at the time. Several
 * nodes run this in parallel, each call once. A call that fails does not block the others, and is retried.
 */
export const handOverDue = (deps: HandOverDeps) => async () => {
  const handOne = async (tx: Transaction, call: CallRow, now: Date) => {
    if (!(await handOver(tx, call, now))) return false
    await noticeContact(tx, call, now)
    await notifyFounder(tx, deps, call, now)
    return true
  }
  const handSome = async (tx: Transaction) => {
    const now = deps.now()
    const due = await claimContactsDue(tx, now, BATCH_SIZE)
    let handedOver = 0
    for (const call of due) {
      const isHandedOver = await tx
        .transaction((inner) => handOne(inner, call, now))
        .catch((error) => deps.log.error({ err: error, booking: call.id }, 'contact handover failed'))
      if (isHandedOver) handedOver += 1
    }
    return handedOver === BATCH_SIZE
  }
  while (await deps.db.transaction(handSome)) {
    // Next batch.
  }
}

/**
 * Hands over the contact immediately at the founder's request, which ends free cancellation. It is idempotent.
 *
 * @throws Problem `not-found` for a caller other than its founder; `bookings.ended`, `bookings.price-asked-back`,
 *   `payments.disputed`
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
    await notifyFounder(tx, deps, call, now)
  })
