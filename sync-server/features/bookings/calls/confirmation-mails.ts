import * as v from 'valibot'
import type { Database, Transaction } from '#server/database/client.ts'
import { callBooked, callEnded, callStandsAgain } from '#server/email/messages/bookings.ts'
import { createCallLink } from '#server/features/replies/links.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import { BookingId } from '#shared/ids.ts'
import { type NotifyDeps, notifyParticipants } from './notify-participants.ts'
import { lockCall, updateCall } from './queries.ts'
import { reminderMarks } from './reminders.ts'

export const SEND_CONFIRMATION = 'bookings.announce'
export const ANNOUNCE_END = 'bookings.announce-end'
export const ANNOUNCE_RETURN = 'bookings.announce-return'

/** Queues the confirmation mails of a call that was just paid for: sent once, after the commit that confirmed it. */
export const queueConfirmation = (tx: Transaction, bookingId: BookingId) =>
  enqueueJob(tx, { kind: SEND_CONFIRMATION, key: bookingId, payload: { bookingId } })

/** The mails and the mark that they were written commit together, so that a second run does nothing. */
export const sendConfirmation =
  ({ db, ...deps }: NotifyDeps & { db: Database }) =>
  async (payload: unknown) => {
    const { bookingId } = v.parse(v.object({ bookingId: BookingId }), payload)
    await db.transaction(async (tx) => {
      const paid = await lockCall(tx, bookingId)
      if (paid?.call.status !== 'confirmed' || paid.call.founderNotified) return
      const { id, vcId, meetingDateTime: start } = paid.call
      const replyLink = deps.now() < start ? await createCallLink(tx, { id, vcId, start, base: deps.base() }) : undefined
      await notifyParticipants(tx, deps, bookingId, { template: 'call-booked', write: callBooked, withCalendar: true, replyLink })
      const notified = { founderNotified: deps.now(), vcNotified: deps.now() }
      await updateCall(tx, bookingId, { ...notified, ...reminderMarks(paid.call.meetingDateTime, deps.now()) })
    })
  }

/** Queues notifications of a call that ended because of its payment: a refund by an admin, or a lost dispute. */
export const announceEndLater = (tx: Transaction, bookingId: BookingId, sequence: number) =>
  enqueueJob(tx, { kind: ANNOUNCE_END, key: `${bookingId}:${sequence}`, payload: { bookingId } })

/** Sends nothing for a call whose time has passed. */
export const announceEnd =
  ({ db, ...deps }: NotifyDeps & { db: Database }) =>
  async (payload: unknown) => {
    const { bookingId } = v.parse(v.object({ bookingId: BookingId }), payload)
    await db.transaction(async (tx) => {
      const call = (await lockCall(tx, bookingId))?.call
      const isGone = call?.status === 'refunded' || call?.status === 'revoked'
      if (!isGone || call.meetingDateTime <= deps.now()) return
      const ending = { kind: 'cancelled', by: 'money', refund: 'due', reason: null } as const
      await notifyParticipants(tx, deps, bookingId, {
        template: 'call-cancelled',
        write: (facts) => callEnded(facts, ending),
        withCalendar: true,
      })
    })
  }

/**
 * Queues notifications that a call takes place after all, because its payment was reinstated by a failed refund or a won dispute.
 */
export const announceReturnLater = (tx: Transaction, bookingId: BookingId, sequence: number) =>
  enqueueJob(tx, { kind: ANNOUNCE_RETURN, key: `${bookingId}:${sequence}`, payload: { bookingId } })

/** Sends nothing for a call that has ended again or is over. */
export const announceReturn =
  ({ db, ...deps }: NotifyDeps & { db: Database }) =>
  async (payload: unknown) => {
    const { bookingId } = v.parse(v.object({ bookingId: BookingId }), payload)
    await db.transaction(async (tx) => {
      const call = (await lockCall(tx, bookingId))?.call
      if (call?.status !== 'confirmed' || call.meetingDateTime <= deps.now()) return
      await notifyParticipants(tx, deps, bookingId, { template: 'call-stands-again', write: callStandsAgain, withCalendar: true })
    })
  }
