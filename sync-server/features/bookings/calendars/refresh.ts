import * as v from 'valibot'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database } from '#server/database/client.ts'
import { findHost, findOfferedAs } from '#server/features/bookings/availability/queries.ts'
import { noticeCall } from '#server/features/bookings/calls/call-notices.ts'
import { bookingOfUid } from '#server/features/bookings/calls/ics.ts'
import { lockDays } from '#server/features/bookings/holds/queries.ts'
import { writeNotice } from '#server/features/notices/service.ts'
import { enqueueJobs } from '#server/jobs/queue.ts'
import type { Schedule } from '#server/jobs/worker.ts'
import type { Log } from '#server/log.ts'
import type { UnreadEvents } from '#shared/bookings/external-calendar.ts'
import { BOOKING_WINDOW_DAYS, CALL_MS } from '#shared/bookings/slots.ts'
import { isTimeZone, UTC } from '#shared/bookings/time-zone.ts'
import { VcId } from '#shared/ids.ts'
import { isOverlapped, mergeSpans } from './busy-times.ts'
import { CalendarError, type ExternalCalendar, type OpenCalendar, type UnreadEvent } from './external-calendar.ts'
import {
  beginRead,
  type CalendarRow,
  findCalendar,
  listComing,
  listDue,
  listOwnIds,
  type ReadResult,
  type ReadTimes,
  storeRead,
} from './queries.ts'
import { openSealed, openStored, type SealedCalendar } from './sealed.ts'

export type CalendarDeps = { db: Database; log: Log; now: () => Date; keyring: Keyring; openCalendar: OpenCalendar }

const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS

/** A visitor waits for a dialog to open, and a payment for its confirmation. */
export const READ_MS = 5000
/** How old busy times may be where slots are only shown. A hold and a confirmation read again. */
const SHOWN_MS = MINUTE_MS
/** Reads reach beyond the booking window, so that a server that is down for weeks takes no slot from the investor. */
const DAYS_KNOWN = BOOKING_WINDOW_DAYS + 21

export type BusyReader = {
  /** Reads where the last read is older than a minute. After a failure the last known times are used for that long. */
  forOffer: (vcId: VcId) => Promise<void>
  /** Reads now: every event of this moment is stored when it returns, unless the calendar cannot be reached. */
  now: (vcId: VcId) => Promise<void>
}

/** Where no investor has a calendar. */
export const NO_CALENDARS: BusyReader = { forOffer: async () => undefined, now: async () => undefined }

/** Never throws because of the calendar: the last known busy times remain. The network is used before a transaction, never within one. */
export function createBusyReader(deps: CalendarDeps): BusyReader {
  const running = new Map<string, Promise<unknown>>()
  const find = async (vcId: VcId) => findCalendar(deps.db, await findOfferedAs(deps.db, vcId))
  return {
    async forOffer(vcId) {
      const calendar = await find(vcId)
      if (!calendar) return
      const triedAt = Math.max(calendar.readAt.getTime(), calendar.fault ? calendar.updatedAt.getTime() : 0)
      if (deps.now().getTime() - triedAt < SHOWN_MS) return
      const key = calendar.vcId
      const read = running.get(key) ?? readCalendar(deps, calendar).finally(() => running.delete(key))
      running.set(key, read)
      await read
    },
    async now(vcId) {
      const calendar = await find(vcId)
      if (calendar) await readCalendar(deps, calendar)
    },
  }
}

/** Reads a calendar and stores its busy times, or why they could not be read. */
export async function readCalendar(deps: CalendarDeps, calendar: CalendarRow): Promise<void> {
  const { db, log, now } = deps
  const read = await beginRead(db, calendar)
  if (read === undefined) return
  const sealed = await openSealed(deps.keyring, calendar)
  const external = openStored(deps, calendar, sealed, AbortSignal.timeout(READ_MS))
  const result = await readBusy(deps, calendar.vcId, sealed, external).catch((error): ReadResult => {
    if (!(error instanceof CalendarError)) throw error
    log.warn({ fault: error.fault, reason: error.message, vc: calendar.vcId }, 'calendar not read, using the last known times')
    return { fault: error.fault }
  })
  await store(deps, calendar, read, result, now())
}

/** @throws CalendarError */
export async function readBusy(
  { db, now }: Pick<CalendarDeps, 'db' | 'now'>,
  vcId: VcId,
  { busy: calendars, writable }: Pick<SealedCalendar, 'busy' | 'writable'>,
  external: ExternalCalendar,
): Promise<ReadTimes> {
  const own = await listOwnIds(db, vcId)
  const host = await findHost(db, vcId)
  const timeZone = host?.timeZone && isTimeZone(host.timeZone) ? host.timeZone : UTC
  // Whole days, so that a calendar that has not changed has the same answer all day.
  const from = new Date(Math.floor(now().getTime() / DAY_MS) * DAY_MS - DAY_MS)
  const knownUntil = new Date(from.getTime() + DAYS_KNOWN * DAY_MS)
  const isOwn = (uid: string) => {
    const id = bookingOfUid(uid)
    return id !== undefined && own.has(id)
  }
  const { busy, unread } = await external.readBusy({ calendars, writable, from, until: knownUntil, timeZone, isOwn })
  // No call fits between two events that are nearer to each other: what is stored is bounded by the days that are read.
  return { busy: mergeSpans(busy, CALL_MS - 1), unread: presentUnread(unread), knownUntil }
}

const MAX_UNREAD_DAYS = 5

/** The latest days first: an owner remembers them best. */
function presentUnread(unread: UnreadEvent[]): UnreadEvents {
  const days = new Set(unread.map(({ day }) => day).filter((day) => day !== null))
  return { count: unread.length, days: [...days].toSorted().toReversed().slice(0, MAX_UNREAD_DAYS) }
}

/**
 * Stores a read under the lock of the investor's days, as every change that takes time does. A call that is confirmed before sees
 * none of these events, and they are found to be in conflict with it here; one that is confirmed after sees them and is refused.
 */
async function store({ db }: CalendarDeps, calendar: CalendarRow, read: number, result: ReadResult, now: Date) {
  const { vcId } = calendar
  await db.transaction(async (tx) => {
    await lockDays(tx, vcId)
    const stored = await storeRead(tx, calendar, read, result, now)
    if (!stored) return
    if ('fault' in result) {
      const { failingSince } = stored
      if (!failingSince || now.getTime() - failingSince.getTime() < DAY_MS) return
      const subject = `${vcId}:${failingSince.toISOString()}`
      await writeNotice(
        tx,
        { host: vcId },
        { kind: 'calendar-unread', subject, facts: { since: failingSince.toISOString() }, now },
      )
      return
    }
    for (const call of await listComing(tx, vcId, now)) {
      if (!isOverlapped(result.busy, call.meetingDateTime.getTime())) continue
      const start = call.meetingDateTime.toISOString()
      await noticeCall(tx, call, { kind: 'call-conflict', sides: ['investor'], occasion: start, facts: { start }, now })
    }
  })
}

export const READ_DUE_CALENDARS = 'bookings.calendars'
export const READ_CALENDAR = 'bookings.calendar'
export const readCalendarsSchedule: Schedule = { kind: READ_DUE_CALENDARS, everySeconds: 300 }

const OFTEN_MS = 10 * MINUTE_MS
const SELDOM_MS = 60 * MINUTE_MS

/** Finds conflicts with calls, and calendars that can no longer be read, also where no founder looks at the investor. */
export const readDueCalendars =
  ({ db, now }: CalendarDeps) =>
  async () => {
    const at = now()
    const before = (ms: number) => new Date(at.getTime() - ms)
    const due = await listDue(db, { now: at, often: before(OFTEN_MS), seldom: before(SELDOM_MS) })
    await enqueueJobs(
      db,
      due.map((vcId) => ({ kind: READ_CALENDAR, key: vcId, payload: { vcId } })),
    )
  }

export const readOneCalendar = (deps: CalendarDeps) => async (payload: unknown) => {
  const { vcId } = v.parse(v.object({ vcId: VcId }), payload)
  const calendar = await findCalendar(deps.db, vcId)
  if (calendar) await readCalendar(deps, calendar)
}
