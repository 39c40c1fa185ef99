import * as v from 'valibot'
import type { Database, Transaction } from '#server/database/client.ts'
import { callBooked, callEnded, callStandsAgain } from '#server/email/messages/calls.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import { BookingId } from '#shared/ids.ts'
import { type NotifyDeps, notifyParticipants } from './notify-participants.ts'
import { lockCall, updateCall } from './queries.ts'
import { reminderMarks } from './reminders.ts'

export const SEND_CONFIRMATION = 'bookings.announce'
export const ANNOUNCE_END = 'bookings.announce-end'
export const ANNOUNCE_RETURN = 'bookings.announce-return'

/** Has both sides told of a call that was just paid for: once, after the commit that made it one. */
export const queueConfirmation = (tx: Transaction, bookingId: BookingId) =>
  enqueueJob(tx, { kind: SEND_CONFIRMATION, key: bookingId, payload: { bookingId } })

/** The mails and the mark that they were written commit together, so that a second run finds nothing to do. */
export const sendConfirmation =
  ({ db, ...deps }: NotifyDeps & { db: Database }) =>
  async (payload: unknown) => {
    const { bookingId } = v.parse(v.object({ bookingId: BookingId }), payload)
    await db.transaction(async (tx) => {
      const paid = await lockCall(tx, bookingId)
      if (paid?.call.status !== 'confirmed' || paid.call.founderNotified) return
      await notifyParticipants(tx, deps, bookingId, { template: 'call-booked', write: callBooked, withCalendar: true })
      const told = { founderNotified: deps.now(), vcNotified: deps.now() }
      await updateCall(tx, bookingId, { ...told, ...reminderMarks(paid.call.meetingDateTime, deps.now()) })
    })
  }

/** Has both sides told of a call that ended with its money: a refund of the team's, or a dispute that was lost. */
export const announceEndLater = (tx: Transaction, bookingId: BookingId, sequence: number) =>
  enqueueJob(tx, { kind: ANNOUNCE_END, key: `${bookingId}:${sequence}`, payload: { bookingId } })

/** Of a call that was over by then nobody has to be told. */
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

/** Has both sides told that a call takes place after all: its money has come back, by a refund that bounced or an appeal that is won. */
export const announceReturnLater = (tx: Transaction, bookingId: BookingId, sequence: number) =>
  enqueueJob(tx, { kind: ANNOUNCE_RETURN, key: `${bookingId}:${sequence}`, payload: { bookingId } })

/** Of a call that ended again meanwhile, or is over, nobody has to be told. */
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
