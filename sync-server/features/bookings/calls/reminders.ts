import type { Database, Transaction } from '#server/database/client.ts'
import { callSoon, callTomorrow } from '#server/email/messages/bookings.ts'
import type { Schedule } from '#server/jobs/worker.ts'
import type { Log } from '#server/log.ts'
import { BOTH_SIDES, noticeCall } from './call-notices.ts'
import { handOver, noticeContact } from './hand-over-contact.ts'
import { type NotifyDeps, notifyParticipants } from './notify-participants.ts'
import { type CallRow, claimToRemind, type ReminderColumn, updateCall } from './queries.ts'

export const REMIND_CALLS = 'bookings.remind'
export const reminderSchedule: Schedule = { kind: REMIND_CALLS, everySeconds: 60 }

const MINUTE_MS = 60 * 1000
const SOON_MS = 15 * MINUTE_MS
const DAY_MS = 24 * 60 * MINUTE_MS
const BATCH_SIZE = 100

/** Marks reminders as sent that would repeat what both sides were just notified of. */
export const reminderMarks = (start: Date, now: Date) => {
  const left = start.getTime() - now.getTime()
  return { reminder24At: left <= DAY_MS ? now : null, reminder15At: left <= SOON_MS ? now : null }
}

/** Whether the reminder is the first mail with the contact: within the last day before a call, a handover leaves it to the reminder. */
const isContactMail = ({ reminder24At, contactGivenAt, meetingDateTime }: CallRow) =>
  reminder24At === null && contactGivenAt !== null && meetingDateTime.getTime() - contactGivenAt.getTime() <= DAY_MS

type RemindDeps = NotifyDeps & { db: Database; log: Log; now: () => Date }

/**
 * Mails both sides a day before a call and 15 minutes before; the mails and the mark commit together. In the app the first of both
 * is the notice.
 */
export const remindOfCalls = (deps: RemindDeps) => async () => {
  const at = deps.now()
  const [soon, tomorrow] = [new Date(at.getTime() + SOON_MS), new Date(at.getTime() + DAY_MS)]
  // After a long outage only the later of both reminders is sent.
  const rounds: [ReminderColumn, Date, Date, typeof callSoon, string][] = [
    ['reminder15At', at, soon, callSoon, 'call-soon'],
    ['reminder24At', soon, tomorrow, callTomorrow, 'call-tomorrow'],
  ]
  for (const [column, from, until, write, template] of rounds) {
    const remindOne = async (tx: Transaction, call: CallRow) => {
      // A day ahead free cancellation ends, and the founder's mail contains the meeting link.
      const isDue = call.freeUntil !== null && call.freeUntil <= at
      const isGiven = isDue && (await handOver(tx, call, at))
      if (isGiven) {
        await noticeContact(tx, call, at)
        await updateCall(tx, call.id, { sequence: call.sequence + 1 })
      }
      const start = call.meetingDateTime.toISOString()
      await noticeCall(tx, call, { kind: 'call-soon', sides: BOTH_SIDES, occasion: start, facts: { start }, now: at })
      await notifyParticipants(tx, deps, call.id, {
        ...{ template, write, withCalendar: isGiven },
        group: isGiven || isContactMail(call) ? undefined : 'reminders',
      })
      await updateCall(tx, call.id, { [column]: at })
      return true
    }
    const remindSome = async (tx: Transaction) => {
      let reminded = 0
      for (const call of await claimToRemind(tx, column, from, until, BATCH_SIZE)) {
        // A call that fails does not block the others, and is retried.
        const isDone = await tx
          .transaction((inner) => remindOne(inner, call))
          .catch((error) => deps.log.error({ err: error, booking: call.id }, 'call reminder failed'))
        if (isDone) reminded += 1
      }
      return reminded === BATCH_SIZE
    }
    while (await deps.db.transaction(remindSome)) {
      // Next batch.
    }
  }
}
