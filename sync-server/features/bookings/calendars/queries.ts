import { and, asc, eq, gt, lt, or, sql } from 'drizzle-orm'
import { externalCalendars, meetingBookings } from '#drizzle/schema/index.ts'
import type { Database, Queryable, Transaction } from '#server/database/client.ts'
import { findOfferedAs } from '#server/features/bookings/availability/queries.ts'
import type { CalendarFault, UnreadEvents } from '#shared/bookings/external-calendar.ts'
import type { Span } from '#shared/bookings/offered-hours.ts'
import type { BookingId, VcId } from '#shared/ids.ts'

export type CalendarRow = typeof externalCalendars.$inferSelect

const isWith = (vcId: VcId) => sql`(${meetingBookings.vcKey} = vc_key(${vcId}) or ${meetingBookings.vcId} = ${vcId})`

/** The calendar of a listing. */
export async function findCalendar(db: Queryable, vcId: VcId): Promise<CalendarRow | undefined> {
  const [row] = await db.select().from(externalCalendars).where(eq(externalCalendars.vcId, vcId))
  return row
}

/** The same, locked: a concurrent end of the connection is awaited. */
export async function lockCalendar(tx: Transaction, vcId: VcId): Promise<CalendarRow | undefined> {
  const [row] = await tx.select().from(externalCalendars).where(eq(externalCalendars.vcId, vcId)).for('update')
  return row
}

/** The calendar of the person who is sold as an investor. */
export const findCalendarOf = async (db: Queryable, vcId: VcId): Promise<CalendarRow | undefined> =>
  findCalendar(db, await findOfferedAs(db, vcId))

type Connected = Pick<
  CalendarRow,
  'provider' | 'connection' | 'sealed' | 'host' | 'busyCalendars' | 'isWritten' | 'busy' | 'unread' | 'knownUntil'
>

export async function setCalendar(tx: Transaction, vcId: VcId, connected: Connected, now: Date) {
  const fresh = { ...connected, failingSince: null, fault: null, writeFault: null, readAt: now, updatedAt: now }
  await tx
    .insert(externalCalendars)
    .values({ vcId, ...fresh, createdAt: now })
    .onConflictDoUpdate({ target: externalCalendars.vcId, set: { ...fresh, lastRead: 0, storedRead: 0 } })
}

/** @returns the one that was there */
export async function deleteCalendar(tx: Transaction, vcId: VcId): Promise<CalendarRow | undefined> {
  const [row] = await tx.delete(externalCalendars).where(eq(externalCalendars.vcId, vcId)).returning()
  return row
}

/** Replaces the account of a connection, whose provider has replaced its secret. */
export const setSealed = (db: Queryable, { vcId, connection }: Pick<CalendarRow, 'vcId' | 'connection'>, sealed: Uint8Array) =>
  db
    .update(externalCalendars)
    .set({ sealed })
    .where(and(eq(externalCalendars.vcId, vcId), eq(externalCalendars.connection, connection)))

/** The number of a read that begins now; undefined where the calendar was connected in another way since. */
export async function beginRead(db: Database, { vcId, connection }: CalendarRow): Promise<number | undefined> {
  const [row] = await db
    .update(externalCalendars)
    .set({ lastRead: sql`${externalCalendars.lastRead} + 1` })
    .where(and(eq(externalCalendars.vcId, vcId), eq(externalCalendars.connection, connection)))
    .returning({ read: externalCalendars.lastRead })
  return row?.read
}

export type ReadTimes = { busy: Span[]; unread: UnreadEvents; knownUntil: Date }
export type ReadResult = ReadTimes | { fault: CalendarFault }

/** @returns false where a read that began later is stored, or the calendar was connected in another way since */
export async function storeRead(tx: Transaction, { vcId, connection }: CalendarRow, read: number, result: ReadResult, now: Date) {
  const set =
    'fault' in result
      ? { fault: result.fault, failingSince: sql`coalesce(${externalCalendars.failingSince}, ${now.toISOString()}::timestamptz)` }
      : {
          ...{ fault: null, failingSince: null, readAt: now, knownUntil: result.knownUntil, unread: result.unread },
          busy: result.busy.map(({ start, end }): [number, number] => [start, end]),
        }
  const isCurrent = and(
    eq(externalCalendars.vcId, vcId),
    eq(externalCalendars.connection, connection),
    lt(externalCalendars.storedRead, read),
  )
  const stored = await tx
    .update(externalCalendars)
    // A failure has no times: an earlier read that succeeds later is still stored.
    .set({ ...set, ...('busy' in result && { storedRead: read }), updatedAt: now })
    .where(isCurrent)
    .returning({ failingSince: externalCalendars.failingSince })
  return stored[0]
}

export async function setWriteFault(db: Queryable, { vcId, connection }: CalendarRow, writeFault: CalendarFault | null) {
  const isChanged = sql`${externalCalendars.writeFault} is distinct from ${writeFault}`
  await db
    .update(externalCalendars)
    .set({ writeFault })
    .where(and(eq(externalCalendars.vcId, vcId), eq(externalCalendars.connection, connection), isChanged))
}

/** Confirmed calls of an investor that are not over, earliest first. */
export const listComing = (db: Queryable, vcId: VcId, now: Date) =>
  db
    .select()
    .from(meetingBookings)
    .where(and(isWith(vcId), eq(meetingBookings.status, 'confirmed'), gt(meetingBookings.endsAt, now)))
    .orderBy(asc(meetingBookings.meetingDateTime))

/** Which of these ids are calls or holds of an investor, in any state. */
export async function listOwnIds(db: Queryable, vcId: VcId): Promise<Set<BookingId>> {
  const rows = await db.select({ id: meetingBookings.id }).from(meetingBookings).where(isWith(vcId))
  return new Set(rows.map(({ id }) => id))
}

/** Calendars whose last read is older than an instant. Those of investors with a coming call are read more often. */
export const listDue = async (
  db: Database,
  { now, often, seldom }: { now: Date; often: Date; seldom: Date },
): Promise<VcId[]> => {
  const hasCall = sql`exists (select from meeting_bookings b where b.vc_key = vc_key(${externalCalendars.vcId})
    and b.status = 'confirmed' and b.ends_at > ${now.toISOString()}::timestamptz)`
  const { readAt, vcId } = externalCalendars
  const rows = await db
    .select({ vcId })
    .from(externalCalendars)
    .where(or(lt(readAt, seldom), and(lt(readAt, often), hasCall)))
  return rows.map((row) => row.vcId)
}
