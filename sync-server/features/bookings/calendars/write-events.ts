import * as v from 'valibot'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { eventOf } from '#server/features/bookings/calls/ics.ts'
import { presentCall } from '#server/features/bookings/calls/present.ts'
import { findCall, type PaidCall } from '#server/features/bookings/calls/queries.ts'
import { enqueueJobs } from '#server/jobs/queue.ts'
import { BookingId, type VcId } from '#shared/ids.ts'
import { CalendarError } from './external-calendar.ts'
import { type CalendarRow, findCalendarOf, listComing, setWriteFault } from './queries.ts'
import type { CalendarDeps } from './refresh.ts'
import { openSealed, openStored } from './sealed.ts'

export const WRITE_EVENT = 'bookings.write-event'
const DEADLINE_MS = 20_000
const MAX_ROUNDS = 5

type ChangedCall = { id: BookingId; vcId: VcId; sequence: number }

/** Queues the event of a call that was confirmed, moved or ended, in the transaction of the change. */
export async function queueEvent(tx: Transaction, { id, vcId, sequence }: ChangedCall) {
  if ((await findCalendarOf(tx, vcId))?.isWritten) await queue(tx, [{ id, sequence }], 'change')
}

/** Queues the events of all coming calls: after a connection, and after another choice of calendars. */
export async function queueComing(tx: Transaction, { vcId, connection }: Pick<CalendarRow, 'vcId' | 'connection'>, now: Date) {
  await queue(tx, await listComing(tx, vcId, now), connection)
}

const queue = (db: Queryable, calls: Pick<ChangedCall, 'id' | 'sequence'>[], cause: string) =>
  enqueueJobs(
    db,
    calls.map(({ id, sequence }) => ({ kind: WRITE_EVENT, key: `${id}:${sequence}:${cause}`, payload: { bookingId: id } })),
  )

type Deps = CalendarDeps & { organizer: string }

/**
 * Makes the investor's calendar match a call: its event is there while the call is on, with the call's time, and once. The job
 * reads the call again after it has written, so that of two jobs of one call the last write is of its last state.
 *
 * @throws CalendarError the job is retried until the call is over
 */
export const writeEvent = (deps: Deps) => async (payload: unknown) => {
  const { bookingId } = v.parse(v.object({ bookingId: BookingId }), payload)
  let written: string | undefined
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const paid = await findCall(deps.db, bookingId)
    const calendar = paid && (await findCalendarOf(deps.db, paid.call.vcId))
    if (!calendar || paid.call.endsAt <= deps.now()) return
    const state = JSON.stringify([calendar.connection, paid.call.status, paid.call.meetingDateTime, paid.call.meetingLink])
    if (state === written) return
    await match(deps, calendar, paid)
    written = state
  }
  return 'continue'
}

async function match(deps: Deps, calendar: CalendarRow, paid: PaidCall) {
  const sealed = await openSealed(deps.keyring, calendar)
  const { calendars, events } = sealed
  const event = eventOf(presentCall(paid, 'investor', deps.organizer), paid.call)
  // The slot of a disputed call stays taken, because the call may be restored.
  const isOn = paid.call.status === 'confirmed' || paid.call.status === 'disputed'
  const external = openStored(deps, calendar, sealed, AbortSignal.timeout(DEADLINE_MS))
  try {
    if (isOn && events) await external.putEvent(event, events, calendars)
    else await external.removeEvent(event.uid, calendars)
    await setWriteFault(deps.db, calendar, null)
  } catch (error) {
    if (error instanceof CalendarError) await setWriteFault(deps.db, calendar, error.fault)
    throw error
  }
}
